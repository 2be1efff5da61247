/** The compiler's decisions about the code of a run, beside its profiles: to ask again takes a compilation. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { parsedJson } from '../../base/outsideValues.ts';
import { type CompilerNote, readKeptNotes } from '../../go/why/compilerNotes.ts';
import { writeWhole } from '../history/wholeFile.ts';

const keptFile = 'decisions.json.gz';

/** In bytes, inflated. As much as is read of the compiler. */
const mostBytes = 256 * 1024 * 1024;

/** `null` where there are none, or they cannot be read. */
export async function readKept(folder: string): Promise<readonly CompilerNote[] | null> {
  try {
    const bytes = await readFile(path.join(folder, keptFile));
    const json = await promisify(gunzip)(bytes, { maxOutputLength: mostBytes });
    return readKeptNotes(parsedJson(json.toString('utf8'))) ?? null;
  } catch {
    return null;
  }
}

/** Where they cannot be written, they are asked for again in the next window. */
export async function keepDecisions(folder: string, notes: readonly CompilerNote[]): Promise<void> {
  const bytes = await promisify(gzip)(JSON.stringify(notes));
  await writeWhole(path.join(folder, keptFile), bytes).catch(() => undefined);
}
