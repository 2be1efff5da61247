/** The programs that a profile was taken of, for their instructions. */
import path from 'node:path';
import { readBuildId } from '../../analysis/names/buildId.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Executable, loadBase, readExecutable } from '../../go/binary/executable.ts';
import { namedFilesAt } from '../../go/sources/namedFiles.ts';
import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { ReportOptions } from './reportOptions.ts';

/** A program and where a mapping of the profile has loaded it. */
export interface LoadedBinary {
  readonly file: string;
  /** An address in the profile is so much more than in the program. */
  readonly base: number;
  /** Its build id is that of the profile, or the user has named it. */
  readonly isProven: boolean;
}

/** The largest programs have some gigabytes with their debug information. */
const mostProgramBytes = 8 * 1024 ** 3;

/**
 * The program of a mapping: the one that the user has named, else the file that the profile names, if it is on this machine and
 * has the profile's build id. Problems: `no-binary`, `another-binary`, `not-a-binary`, and those of `NamedFiles.program`.
 */
export async function binaryOf(
  { mappings, strings }: Profile,
  mapping: number,
  options: ReportOptions,
): Promise<Result<LoadedBinary>> {
  const named = strings.get(mappings.filename[mapping]!);
  const given = options.binary;
  // A whole path is no option of a program that reads it.
  const place = given === undefined ? placeOf(named) : ok(path.resolve(given));
  if (!place.ok) return place;
  const executable = await readExecutable(place.value);
  if (!executable.ok) return executable;
  const { buildId: said } = readBuildId(strings.get(mappings.buildId[mapping]!));
  const buildId = said.toLowerCase();
  const isKnown = isBuildId(buildId) && executable.value.buildId !== null;
  if (isKnown && executable.value.buildId !== buildId) {
    return fail(
      'another-binary',
      '{0} is another build than the profiled one: its instructions are not those of the costs. Name the right one with --binary.',
      [place.value],
    );
  }
  const base = baseOf(executable.value, mapping, { mappings });
  if (base === null) return fail('not-a-binary', '{0} was not loaded as the profile says.', [place.value]);
  return ok({ file: place.value, base, isProven: isKnown || given !== undefined });
}

/** Go's own build ids have another form, which no program has in its header. */
function isBuildId(text: string): boolean {
  return /^[0-9a-f]{8,}$/.test(text);
}

function placeOf(named: string): Result<string> {
  const absent = fail(
    'no-binary',
    'Instructions are read from the profiled program, and {0} is not on this machine. Name the program with --binary=FILE.',
    [named],
  );
  if (!path.isAbsolute(named)) return absent;
  const found = namedFilesAt([process.cwd()]).program(named, mostProgramBytes);
  if (found.ok) return ok(found.value.place);
  return found.problem.code === 'file-absent' ? absent : found;
}

function baseOf(
  executable: Executable,
  mapping: number,
  { mappings }: Pick<Profile, 'mappings'>,
): number | null {
  const [start, offset] = [int64At(mappings.start, mapping), int64At(mappings.offset, mapping)];
  return loadBase(executable, { start, offset });
}

/** Whether a file is a program, so that it can be named before the profiles, as for pprof. */
export async function isProgram(file: string): Promise<boolean> {
  return (await readExecutable(file)).ok;
}
