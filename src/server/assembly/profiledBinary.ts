/** The binary that a profile was taken of, and where a function of the profile is in it. */
import path from 'node:path';
import { functionCode } from '../../analysis/assembly/codeFits.ts';
import { readBuildId } from '../../analysis/names/buildId.ts';
import { lastPart } from '../../base/fileName.ts';
import type { MachineCode } from '../../base/model.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Executable, loadBase, readExecutable } from '../../go/binary/executable.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Session } from '../sessions/session.ts';

export interface Binary {
  readonly file: string;
  /** The same, without links. */
  readonly place: string;
  /** Changes when the file is written again. */
  readonly version: string;
  readonly executable: Executable;
  /** Its build id is that of the profile. */
  readonly isProven: boolean;
}

/** The largest programs have some gigabytes with their debug information. */
const mostProgramBytes = 8 * 1024 ** 3;

/** Indexes of mappings; never empty. */
type Mappings = readonly [number, ...number[]];

/** The mappings that hold the function's code. They are all of one binary. */
export function mappingsOf(profile: Profile, functionName: string): Result<Mappings> {
  const { mappings, isInlined } = functionCode(profile, functionName);
  const binaries = new Set(
    mappings.map((mapping) => `${fileOf(profile, mapping)}\0${buildIdOf(profile, mapping)}`),
  );
  if (binaries.size > 1) {
    return fail('several-binaries', 'This profile has {0} in several binaries, so its assembly is not one.', [
      functionName,
    ]);
  }
  if (isInlined && mappings.length === 0) {
    return fail(
      'inlined',
      'The compiler has put {0} into its callers: it has no code of its own. See the assembly of its callers.',
      [functionName],
    );
  }
  const [first = -1, ...others] = mappings;
  return first === -1 || fileOf(profile, first) === ''
    ? fail('no-binary-named', 'The profile does not say which binary {0} is in, so there is no assembly.', [
        functionName,
      ])
    : ok([first, ...others]);
}

/**
 * The binary of a mapping. It is looked for beside the profile, where our runs and `go test` put it, then at the path
 * that the profile names.
 */
export async function findBinary(
  { profile, profilePath, origin }: Session,
  mapping: number,
  files: NamedFiles,
): Promise<Result<Binary>> {
  const named = fileOf(profile, mapping);
  const buildId = buildIdOf(profile, mapping);
  const name = lastPart(named);
  const candidates = [path.join(path.dirname(profilePath), name), ...(path.isAbsolute(named) ? [named] : [])];
  let other: string | null = null;
  let refused: Result<never> | null = null;
  for (const file of candidates) {
    const program = files.program(file, mostProgramBytes);
    if (!program.ok) {
      if (file === named && program.problem.code !== 'file-absent') refused = program;
      continue;
    }
    const { place, version } = program.value;
    const head = await readExecutable(place);
    if (!head.ok) return head;
    const executable = head.value;
    // Only ELF binaries contain their build id; and some tools write ids of another form into the profile.
    const hasId = executable.isElf && /^[0-9a-f]{8,}$/i.test(buildId);
    const isProven = hasId && executable.buildId === buildId.toLowerCase();
    if (isProven || !hasId) return ok({ file, place, version, executable, isProven });
    other ??= file;
  }
  if (other !== null) return anotherBinary(other);
  if (refused !== null) return refused;
  return origin.from !== 'file'
    ? fail('binary-gone', 'Older runs do not keep their binaries. Profile again to see assembly.')
    : fail(
        'no-binary',
        'Assembly is read from the profiled binary, and {0} is not on this machine. Put it beside the profile to see its assembly.',
        [named],
      );
}

/** Where the mappings were loaded, as `MachineCode` has it. */
export function loadsOf(
  { mappings }: Profile,
  { file, executable }: Binary,
  indexes: readonly number[],
): Result<MachineCode['loads']> {
  const loads: { mapping: number; base: number }[] = [];
  for (const mapping of indexes) {
    const [start, offset] = [int64At(mappings.start, mapping), int64At(mappings.offset, mapping)];
    const base = loadBase(executable, { start, offset });
    if (base === null) return anotherBinary(file);
    loads.push({ mapping, base });
  }
  return ok(loads);
}

export function anotherBinary(file: string): Result<never> {
  return fail(
    'another-binary',
    '{0} is another build than the profiled one: its instructions would not be those of the costs. Profile again to see assembly.',
    [file],
  );
}

function fileOf({ mappings, strings }: Profile, mapping: number): string {
  return mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
}

function buildIdOf({ mappings, strings }: Profile, mapping: number): string {
  return mapping === -1 ? '' : readBuildId(strings.get(mappings.buildId[mapping]!)).buildId;
}
