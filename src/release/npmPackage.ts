/** The command line and the language server as a package, with a manifest that is made from package.json. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { property } from '../base/outsideValues.ts';
import { copyTo, filesBelow, plainModes } from './staging.ts';

const program = 'dist/cli.js';

const description =
  'Go profiles in a terminal, in CI and for agents: benchmarks, tests, programs and servers with the cost of every line, ' +
  "pprof's reports, and whether a change helped.";

/** What the manifest has in common with that of the extension. */
const shared = ['name', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'type', 'bin'];

/** The manifest of the package. It has no dependencies: all is bundled. */
function npmManifest(manifest: unknown): Record<string, unknown> {
  return {
    ...Object.fromEntries(shared.map((name) => [name, property(manifest, name)])),
    version: property(manifest, 'version'),
    description,
    engines: { node: property(property(manifest, 'engines'), 'node') },
    files: ['dist', 'CHANGELOG.md'],
  };
}

/** Whether a built file runs outside of VS Code. Its own are CommonJS, and the worker of VS Code for the Web. */
function isOfCommandLine(file: string): boolean {
  return /\.(?:js|css|ttf|txt|wasm)$/.test(file) && file !== 'webServer.js';
}

/**
 * Packs what is built in a folder.
 *
 * @param manifest package.json there
 * @param staging an empty folder
 * @param out where the package is written
 */
export function writeNpmPackage(folder: string, manifest: unknown, staging: string, out: string): void {
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyTo(join(folder, file), join(staging, file));
  for (const file of filesBelow(join(folder, 'dist')).filter(isOfCommandLine))
    copyTo(join(folder, 'dist', file), join(staging, 'dist', file));
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(npmManifest(manifest), null, 2)}\n`);
  plainModes(staging);
  chmodSync(join(staging, program), 0o755);

  const packed = join(staging, '..', 'packed');
  mkdirSync(packed);
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed];
  const isWindows = process.platform === 'win32';
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd: staging, stdio: 'pipe', shell: isWindows });
  copyTo(join(packed, basename(filesBelow(packed)[0]!)), out);
}
