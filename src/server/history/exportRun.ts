import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { trimmedPaths, withTrimmedPaths } from '../../analysis/names/trimmedPaths.ts';
import { errorCode, errorText, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import { type RecordedBenchmark, recordFile, recordText } from '../../go/results/runRecord.ts';
import { encode } from '../../pprof/encode.ts';
import { type KeptResult, resultOf, runName } from './keptRun.ts';
import { checkProfile } from './runFolders.ts';

export interface ExportedRun {
  readonly folder: string;
  /** One for each profile that is no longer on the disk. */
  readonly problems: readonly Problem[];
}

/**
 * Writes a run into a new folder below `target`: results.txt as `go test` prints results, run.json with everything that
 * is known of the run, and its profiles. It is likely to be sent to others, so nothing in it names a folder of this machine.
 * Problem: `export-failed`; files written before the failure stay.
 */
export async function exportRun(kept: KeptResult, target: string): Promise<Result<ExportedRun>> {
  const { benchmark, folder, record } = kept;
  try {
    const exported = await newFolder(target, folderName(`${benchmark.name} ${runName(kept)}`));
    await writeFile(path.join(exported, 'results.txt'), resultText([resultOf(kept)]));
    const problems: Problem[] = [];
    const profiles: RecordedBenchmark['profiles'][number][] = [];
    for (const profile of benchmark.profiles) {
      const there = await checkProfile(benchmark.name, path.join(folder, profile.file));
      const read = there.ok ? await readProfileFile(path.join(folder, profile.file)) : there;
      if (!read.ok) problems.push(read.problem);
      if (!read.ok || read.value === null) continue;
      const trim = trimmedPaths(read.value);
      await writeFile(path.join(exported, profile.file), gzipSync(encode(withTrimmedPaths(read.value))));
      const { timedFiles } = profile;
      profiles.push({
        ...profile,
        ...(timedFiles && { timedFiles: timedFiles.map((each) => ({ ...each, file: trim(each.file) })) }),
      });
    }
    // Whoever opens it has the package in another folder.
    const sent = { ...benchmark, profiles, directory: benchmark.package };
    await writeFile(path.join(exported, recordFile), recordText({ ...record, benchmarks: [sent] }));
    return ok({ folder: exported, problems });
  } catch (error) {
    const reason = errorText(error);
    return fail('export-failed', 'The run of {0} could not be exported: {1}', [benchmark.name, reason]);
  }
}

/** The text as a name that every file system accepts. */
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
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
