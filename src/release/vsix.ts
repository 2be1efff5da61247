/** The extension as users install it. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { plainModes } from './staging.ts';

const require = createRequire(import.meta.url);

export interface VsixOptions {
  /** Seconds since 1970, for every file in it. */
  readonly date: number;
  readonly isPreRelease: boolean;
  /** The tag or commit whose pictures the README in it shows. */
  readonly ref: string;
}

/**
 * Makes a VSIX of the built extension in a folder. What is the same there is the same in it, byte for byte.
 *
 * @throws what vsce has printed, if it refuses
 */
export function writeVsix(folder: string, out: string, { date, isPreRelease, ref }: VsixOptions): void {
  plainModes(folder);
  const args = ['package', '--no-dependencies', '--githubBranch', ref, '--out', out];
  if (isPreRelease) args.push('--pre-release');
  const vsce = require.resolve('@vscode/vsce/vsce');
  // Zip files have local time. With a date, vsce also sorts what it packs.
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C', SOURCE_DATE_EPOCH: String(date) };
  execFileSync(process.execPath, [vsce, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}
