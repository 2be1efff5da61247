/** The extension packaged as users install it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeVsix } from '../../src/release/release.ts';
import { installFolder, repository } from './install.ts';

/** Path of the VSIX, packaged anew where something it holds has changed since. */
export function packagedExtension(): string {
  const vsix = join(installFolder, 'pprof-lens.vsix');
  if (existsSync(vsix) && modified(vsix) > newestInput()) return vsix;

  mkdirSync(installFolder, { recursive: true });
  // Renamed at the end: two test files may package at the same time.
  const draft = `${vsix}.${process.pid}`;
  const folder = copyWithoutTests();
  writeVsix(folder, draft, { date: Date.now() / 1000, isPreRelease: false, ref: 'HEAD' });
  rmSync(folder, { recursive: true });
  renameSync(draft, vsix);
  return vsix;
}

/** A copy of the project without what is never shipped: vsce would ask of each of its 30,000 files whether it is. */
function copyWithoutTests(): string {
  const copy = mkdtempSync(join(tmpdir(), 'pprof-lens-vsix-'));
  const left = ['.git', '.tests', '.vscode-test', 'node_modules', 'src', 'test'];
  for (const name of readdirSync(repository).filter((each) => !left.includes(each))) {
    cpSync(join(repository, name), join(copy, name), { recursive: true });
  }
  return copy;
}

function modified(path: string): number {
  return statSync(path).mtimeMs;
}

function newestInput(): number {
  const inputs = ['package.json', '.vscodeignore', 'README.md', 'CHANGELOG.md', 'package.nls.json'];
  for (const folder of ['dist', 'media']) {
    if (!existsSync(join(repository, folder))) continue;
    const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
    inputs.push(...files.map((file) => join(folder, file)));
  }
  const present = inputs.map((path) => join(repository, path)).filter((path) => existsSync(path));
  return Math.max(...present.map(modified));
}
