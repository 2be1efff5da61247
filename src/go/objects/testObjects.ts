/** Finds the object files that a test binary is linked from, in the go command's cache. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overlayFile } from '../build/changedTesting.ts';
import { buildFlags, type GoBuildRequest } from '../build/goBuild.ts';
import { captureProcess } from '../toolchain/process.ts';
import { minorVersion } from '../toolchain/toolchain.ts';
import { type PackageObjects, readArchive } from './archive.ts';
import { benchmarkCodes, type TestObjects } from './benchmarkCodes.ts';

/** Of another Go, object files may look alike and mean something else. */
const newestKnown = 27;

const format = '{{.ImportPath}}\t{{.ForTest}}\t{{.Standard}}\t{{.Export}}\t{{.DefaultGODEBUG}}';

/** Of a build that is still in its folder; see `benchmarkCodes`. `null` where its object files are not known, or damaged. */
export async function codesOf(built: GoBuildRequest): Promise<ReadonlyMap<string, string> | null> {
  const objects = await testObjects(built);
  try {
    return objects === null ? null : benchmarkCodes(objects);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * `null` where they are not known: with another Go than we know, and with code of C outside of the standard library. The package must
 * not have changed since it was built in this folder.
 */
export async function testObjects(built: GoBuildRequest): Promise<TestObjects | null> {
  const { toolchain, directory, folder, env, signal } = built;
  if (minorVersion(toolchain.version) > newestKnown) return null;
  const overlay = join(folder, overlayFile);
  const flags = [...built.flags, ...(existsSync(overlay) ? [`-overlay=${overlay}`] : [])];
  const listed = await captureProcess({
    command: toolchain.command,
    args: ['list', '-deps', '-test', '-export', `-f=${format}`, ...buildFlags(built, flags), '.'],
    directory,
    env: { ...env, GOTMPDIR: env.GOTMPDIR ?? folder },
    signal,
  });
  return listed.ok && listed.value.exitCode === 0 ? readObjects(listed.value.stdout) : null;
}

async function readObjects(listed: string): Promise<TestObjects | null> {
  const all = listed
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , , file = '']) => file !== '')
    .map(([path = '', forTest = '', standard = '', file = '', settings = '']) => ({
      path,
      forTest,
      standard,
      file,
      settings,
    }));
  const main = all.filter(({ path }) => path.endsWith('.test')).at(-1);
  if (main === undefined) return null;
  const tested = main.path.slice(0, -'.test'.length);
  const packages = new Map<string, PackageObjects>();
  // A package that is compiled anew for the tests, because it has some or imports one that has, stands in its own place.
  const inProgram = all.filter(({ path, forTest }) => {
    const isOtherMain = path.endsWith('.test') && path !== main.path;
    return (
      !isOtherMain &&
      (forTest !== '' || !all.some((each) => each.forTest !== '' && programPath(each) === path))
    );
  });
  for (const each of inProgram) {
    const objects = readArchive(each.file, await readFile(each.file).catch(() => Buffer.alloc(0)));
    if (objects === null || (objects.hasForeign && each.standard !== 'true')) return null;
    packages.set(each === main ? 'main' : programPath(each), objects);
  }
  const standard = new Set(all.filter((each) => each.standard === 'true').map(programPath));
  return { packages, standard, settings: main.settings, tested: [tested, `${tested}_test`] };
}

/** `m [m.test]` is `m` in the program. */
function programPath({ path }: { readonly path: string }): string {
  return path.replace(/ \[.*\]$/, '');
}
