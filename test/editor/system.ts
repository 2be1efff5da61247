/** What the machine has, and what may be added to it without asking. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A failure that the user can do something about; shown without a stack. */
export class InstallError extends Error {}

/** Path of a program on PATH, or undefined. */
export function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Whether the lists of packages are those of now. */
let isUpToDate = false;

/**
 * Installs Debian packages where that is possible without asking: as root, with apt.
 *
 * @returns whether they are installed now
 */
export function aptInstall(packages: readonly string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || onPath('apt-get') === undefined)
    return false;
  console.error(`Installing ${packages.join(', ')} with apt-get...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '-qq', '-o', 'Acquire::Retries=3'];
  const install = ['install', ...options, '--no-install-recommends', ...packages];
  for (const args of [...(isUpToDate ? [] : [['update', ...options]]), install]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (run.status === 0) continue;
    console.error(`apt-get ${args.join(' ')} failed:\n${`${run.stdout}${run.stderr}`.slice(-4000)}`);
    return false;
  }
  isUpToDate = true;
  return true;
}

/** Ends the process with the sentence of an expected failure, or with the stack of another. */
export function exitWith(error: unknown): never {
  console.error(error instanceof InstallError ? error.message : error);
  process.exit(1);
}
