/** The row about the whole call tree, compared with speedscope's import of the same file. */
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, installChromium } from '../editor/chromium.ts';
import { ownMilliseconds, row } from './openRows.ts';
import { finished } from './processes.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { speedscopeImport } from './speedscopeImport.ts';
import { median } from './statistics.ts';
import { inMilliseconds, type Row } from './table.ts';

export async function treeRow(engine: string, profile: ProfileName, runs: number): Promise<Row> {
  const file = profileFile(profile);
  const browser = await startBrowser();
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    // In turns, so that other work of the machine slows both.
    for (let run = 0; run < runs; run++) {
      ours.push(ownMilliseconds(await finished(process.execPath, [engine, 'tree', file])));
      const imported = browser === null ? null : await speedscopeImport(browser, file);
      if (imported !== null) theirs.push(imported);
    }
  } finally {
    await browser?.close();
  }
  const peer = theirs.length === 0 ? undefined : median(theirs);
  return row(
    'whole call tree, medium profile',
    median(ours),
    'speedscope’s import',
    peer,
    1 / 4,
    inMilliseconds,
  );
}

/** `null` without a browser. */
async function startBrowser(): Promise<Browser | null> {
  try {
    return await chromium.launch({ executablePath: installChromium(), args: [...chromiumArguments] });
  } catch {
    return null;
  }
}
