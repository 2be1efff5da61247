/** The full names of files that `//line` comments name. */
import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { packageOf } from '../../analysis/names/functionName.ts';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import { withFiles } from '../../pprof/derive.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { namedFilesAt } from '../sources/namedFiles.ts';
import { isOfOthers, type SourceModule } from '../sources/sourcePaths.ts';
import { listModules } from '../sources/sourceRoots.ts';
import type { GoQuery } from '../toolchain/toolchain.ts';
import { readProfileFile } from './profileFile.ts';

/**
 * Reads a profile that was just taken. If its names are made full, it is written again. Problems: those of `readProfileFile`,
 * `cannot-write`.
 *
 * @param query of the package that was built
 */
export async function readTaken(file: string, query: GoQuery): Promise<Result<Profile | null>> {
  const read = await readProfileFile(file);
  if (!read.ok || read.value === null) return read;
  const profile = await withFullNames(read.value, query);
  try {
    if (profile !== read.value) await writeFile(file, encodeGzipped(profile));
    return ok(profile);
  } catch (error) {
    return fail('cannot-write', 'The file {0} cannot be written ({1}).', [
      file,
      errorCode(error) || String(error),
    ]);
  }
}

/**
 * A `//line` comment names its file relative to the folder of the Go file that it stands in. Before Go 1.27, profiles have that name as
 * it is. The profile that is returned has it in full, as newer ones, for packages of the user's modules; it is the same if nothing changes.
 *
 * @param query of package main, or of any package
 */
export async function withFullNames(profile: Profile, query: GoQuery): Promise<Profile> {
  const { functions, strings } = profile;
  const fileOf = (row: number) => strings.get(functions.filename[row]!);
  const packageAt = (row: number) => packageOf(strings.get(functions.name[row]!));
  const isShort = (row: number) => {
    const [file, of] = [fileOf(row), packageAt(row)];
    // C functions have no package. With -trimpath, names begin with it.
    if (of === '' || file === '' || file.startsWith(`${of}/`)) return false;
    return !path.isAbsolute(file) && !isOfOthers(file, query.toolchain.goroot);
  };
  const short = Array.from({ length: functions.count }, (_, row) => row).filter(isShort);
  if (short.length === 0) return profile;
  const modules = await listModules(query);
  const { exists } = namedFilesAt(modules.map(({ directory }) => directory));
  const full = new Map<number, string>();
  for (const row of short) {
    const folder = folderOf(packageAt(row), modules, query.directory);
    const file = folder === null ? null : path.join(folder, fileOf(row));
    if (file !== null && exists(file)) full.set(row, file);
  }
  return withFiles(profile, full);
}

/** Where a package of the modules is; `null` for those of others. */
function folderOf(name: string, modules: readonly SourceModule[], main: string): string | null {
  if (name === 'main') return main;
  const [of] = modules
    .filter((module) => name === module.path || name.startsWith(`${module.path}/`))
    .sort((a, b) => b.path.length - a.path.length);
  return of === undefined ? null : path.join(of.directory, name.slice(of.path.length));
}
