/** One more run of each version, with a profiler: what its lines cost. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileKind } from '../../base/profileKinds.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import { withMovedFiles } from '../../pprof/derive.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { WrittenFiles, WrittenProfile } from '../build/writtenFiles.ts';
import { readRecorded } from '../programs/recorded.ts';
import { recorderEnvironment } from '../programs/recorder.ts';
import type { BuiltVersion } from './twoVersions.ts';

export interface ProfiledPass {
  readonly profiles: readonly WrittenProfile[];
  /** Requests, or runs, behind the profiles. */
  readonly operations: number;
  readonly problems: readonly Problem[];
}

const kinds: readonly ProfileKind[] = ['cpu', 'mem'];

/**
 * Profiles a version. The profiles of a commit name the files of the working tree.
 *
 * @param run runs the binary with this environment added, the recorder writing to the folder, and answers the operations
 */
export async function profiledPass(
  { program, binary, go, moved }: BuiltVersion,
  side: 'base' | 'now',
  written: WrittenFiles,
  run: (binary: string, env: Record<string, string>, folder: string) => Promise<Result<number>>,
): Promise<Result<ProfiledPass>> {
  const folder = join(written.directory, `record-${side}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  written.add(folder);
  const beginning = Date.now();
  const operations = await run(binary, recorderEnvironment(kinds, folder), folder);
  if (!operations.ok) return operations;
  const recorded = await readRecorded({
    ...go,
    program: side === 'base' ? { ...program, name: `${program.name}.base` } : program,
    recording: { by: 'overlay' },
    kinds,
    folder,
    milliseconds: Date.now() - beginning,
    served: [],
    written,
  });
  await written.remove(folder);
  const profiles = recorded.profiles.map((each) => {
    if (moved === null) return each;
    const profile = withMovedFiles(each.profile, moved.from, moved.to);
    writeFileSync(each.path, encodeGzipped(profile));
    return { ...each, profile };
  });
  return ok({ profiles, operations: operations.value, problems: recorded.problems });
}
