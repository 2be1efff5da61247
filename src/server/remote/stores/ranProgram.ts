/** The program that ran, if it is on this machine: the stamp in it says its commit where no label does. */
import path from 'node:path';
import { type NamedBuild, readBuildId } from '../../../analysis/names/buildId.ts';
import { baseName } from '../../../analysis/names/filePaths.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import type { GoCommand } from '../../../go/binary/buildInfo.ts';
import { readExecutable } from '../../../go/binary/executable.ts';
import { type VcsStamp, vcsStamp } from '../../../go/binary/vcsStamp.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import type { Profile } from '../../../pprof/profile.ts';

/** The program of a profile, as the profile names it. */
export interface NamedProgram {
  /** On the machine where it ran. */
  readonly file: string;
  /** The GNU build id, in hexadecimal. */
  readonly buildId: string;
}

export interface ProgramSearch {
  readonly folder: string;
  readonly files: NamedFiles;
  /** GOPATH and GOBIN, where `go install` puts programs. */
  readonly installed: readonly string[];
  readonly go: GoCommand;
}

function buildsIn({ mappings, strings }: Profile): { readonly file: string; readonly build: NamedBuild }[] {
  return Array.from({ length: mappings.count }, (_, row) => ({
    file: strings.get(mappings.filename[row]!),
    build: readBuildId(strings.get(mappings.buildId[row]!)),
  }));
}

/** The versions that build ids name. */
export function versionsIn(profile: Profile): string[] {
  const refs = buildsIn(profile).map(({ build }) => build.gitRef);
  return [...new Set(refs.filter((ref) => ref !== ''))];
}

/** The one program of a profile; `null` where it names none with a build id, or several: then lines are of several texts. */
export function programOf(profile: Profile): NamedProgram | null {
  const named = buildsIn(profile).filter(
    ({ file, build }) => /^[0-9a-f]{16,}$/.test(build.buildId) && !/^\[|\.so[.\d]*$/.test(file),
  );
  const [first] = named;
  const isOne = named.every(({ build }) => build.buildId === first?.build.buildId);
  return first !== undefined && isOne ? { file: first.file, buildId: first.build.buildId } : null;
}

/** A larger program is not looked at. */
const mostBytes = 2 ** 31;

/** Below the workspace's folder. */
const usualFolders = ['.', 'bin', 'build', 'dist', 'out'];

/** The stamp of the program where builds usually are: its build id must be that of the profile. `null`: it is not here. */
export async function findStamp(program: NamedProgram, search: ProgramSearch): Promise<VcsStamp | null> {
  const name = baseName(program.file.replaceAll('\\', '/'));
  if (name === '') return null;
  const { folder, installed } = search;
  const below = [...usualFolders, path.join('cmd', name)].map((each) => path.join(folder, each));
  for (const file of [program.file, ...[...below, ...installed].map((each) => path.join(each, name))]) {
    if (!path.isAbsolute(file)) continue;
    const stamp = await stampOf(file, program, search);
    if (stamp.ok) return stamp.value;
  }
  return null;
}

/** The stamp of a program. Problems: `not-a-binary`, `other-build`, `no-stamp`, and those of `NamedFiles.program`. */
export async function stampOf(
  file: string,
  { buildId }: NamedProgram,
  { files, go }: Pick<ProgramSearch, 'files' | 'go'>,
): Promise<Result<VcsStamp>> {
  const allowed = files.program(file, mostBytes);
  if (!allowed.ok) return allowed;
  const read = await readExecutable(allowed.value.place);
  if (!read.ok) return read;
  if (read.value.buildId !== buildId) {
    return fail('other-build', '{0} is another build than the one that ran (build id {1}).', [file, buildId]);
  }
  const stamp = await vcsStamp(go, allowed.value.place);
  return stamp === null
    ? fail(
        'no-stamp',
        '{0} does not say its commit: it was built with -buildvcs=false or outside a repository.',
        [file],
      )
    : ok(stamp);
}
