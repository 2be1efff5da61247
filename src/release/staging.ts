/** Folders from which packages are made: only what belongs to them, with the same modes on every machine. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the build and the packages are made of. */
const needed = [
  'package.json',
  'package.nls*.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.vscodeignore',
  'esbuild.mjs',
  'tsconfig.json',
  'src',
  'media',
];

/** Copies what git knows of, or would, to another folder. */
export function copySources(repository: string, folder: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...needed];
  const listed = execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });
  for (const file of new Set(listed.split('\0').filter(Boolean)))
    copyTo(join(repository, file), join(folder, file));
}

export function copyTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** The files below a folder, with `/` on every system, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** Zip files and archives keep modes, which depend on who has checked the files out. */
export function plainModes(folder: string): void {
  for (const file of filesBelow(folder)) chmodSync(join(folder, file), 0o644);
}
