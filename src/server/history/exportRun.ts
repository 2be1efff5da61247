import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import type { KeptResult } from './entries.ts';
import { resultOf } from './entries.ts';
import { checkThere } from './keptProfile.ts';
import { runName } from './runName.ts';
import { recordText } from './runRecord.ts';

export interface ExportedRun {
  readonly folder: string;
  /** One for each profile that is gone. */
  readonly problems: readonly Problem[];
}

/**
 * Copies a run into a new folder below `target`: results.txt as `go test` prints results, run.json with all that is
 * known of it, and its profiles. Problem: `export-failed`; what was written by then stays.
 */
export async function exportRun(kept: KeptResult, target: string): Promise<Result<ExportedRun>> {
  const { benchmark, folder, record } = kept;
  try {
    const exported = await newFolder(target, folderName(`${benchmark.name} ${runName(kept)}`));
    await writeFile(path.join(exported, 'results.txt'), resultText([resultOf(kept)]));
    await writeFile(path.join(exported, 'run.json'), recordText({ ...record, benchmarks: [benchmark] }));
    const problems: Problem[] = [];
    for (const { file } of benchmark.profiles) {
      const there = await checkThere(benchmark.name, path.join(folder, file));
      if (there.ok) await copyFile(path.join(folder, file), path.join(exported, file));
      else problems.push(there.problem);
    }
    return ok({ folder: exported, problems });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('export-failed', 'The run of {0} could not be exported: {1}', [benchmark.name, reason]);
  }
}

/** A name that every file system takes. */
function folderName(text: string): string {
  return text.replace(/[^\p{L}\p{N}=.,+ -]+/gu, '-').slice(0, 120);
}

async function newFolder(target: string, name: string): Promise<string> {
  for (let i = 1; ; i++) {
    const folder = path.join(target, i === 1 ? name : `${name} ${i}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
