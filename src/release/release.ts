/** Makes the packages of a commit, in a folder of their own, and checks them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { property } from '../base/outsideValues.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { billOfMaterials, type Published, type ShippedWork } from './billOfMaterials.ts';
import { checkListing, checkOwner, checkPackage, npmContents, vsixContents } from './checks.ts';
import { type Commit, checkedOut, dateOfChanges, type Version, versionOf } from './commit.ts';
import { copySources, copyTo, filesBelow, plainModes } from './staging.ts';

export interface ReleaseOptions {
  /** The folder of what is made. */
  readonly out: string;
  /** Where a folder is made to build in, and removed. */
  readonly scratch: string;
  /** Whether files may differ from the commit. */
  readonly withChanges: boolean;
}

export interface Release {
  readonly version: Version;
  readonly out: string;
  readonly published: readonly Published[];
  readonly bill: string;
  /** What only a person can do before it is published. */
  readonly missing: readonly string[];
  /** Why it must not be published. */
  readonly wrong: readonly string[];
}

/** Makes and checks what the commit that is checked out would publish. */
export function makeRelease(repository: string, options: ReleaseOptions): Result<Release> {
  const commit = checkedOut(repository);
  if (commit.changed.length > 0 && !options.withChanges)
    return fail('changed', 'Commit what has changed: {0}', [commit.changed.join(', ')]);
  const source = readFileSync(join(repository, 'package.json'), 'utf8');
  const tags = options.withChanges ? [] : commit.tags;
  const version = versionOf(String(property(JSON.parse(source), 'version')), { ...commit, tags });
  if (!version.ok) return version;
  if (!version.value.isPreRelease) {
    const dated = dateOfChanges(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), version.value.text);
    if (!dated.ok) return dated;
  }
  const scratch = mkdtempSync(join(options.scratch, 'pprof-lens-release-'));
  try {
    return ok(madeIn(scratch, repository, commit, version.value, options.out));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function madeIn(scratch: string, repository: string, commit: Commit, version: Version, out: string): Release {
  const folder = join(scratch, 'extension');
  copySources(repository, folder);
  const sources = new Set(filesBelow(folder));
  const manifest = {
    ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    version: version.text,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  build(folder, repository);

  const file = (ending: string) => `${manifest.name}-${version.text}.${ending}`;
  const ref = version.isPreRelease ? commit.hash : `v${version.text}`;
  const staging = join(scratch, 'package');
  mkdirSync(staging);
  writeNpmPackage(folder, manifest, staging, join(out, file('tgz')));
  writeVsix(folder, join(out, file('vsix')), { ...version, date: commit.date, ref });

  const vsix = readFileSync(join(out, file('vsix')));
  const tgz = readFileSync(join(out, file('tgz')));
  const published = [
    { file: file('vsix'), bytes: vsix, contents: vsixContents(vsix) },
    { file: file('tgz'), bytes: tgz, contents: npmContents(tgz) },
  ];
  const works: readonly ShippedWork[] = JSON.parse(readFileSync(join(folder, 'dist/works.json'), 'utf8'));
  const bill = billOfMaterials(published, works, {
    name: manifest.name,
    version: version.text,
    licence: manifest.license,
    home: manifest.homepage.replace(/#.*/, ''),
    commit: commit.hash,
    date: commit.date,
  });
  writeFileSync(join(out, file('spdx.json')), `${JSON.stringify(bill, null, 2)}\n`);

  const readme = Buffer.from(published[0]!.contents.get('readme.md') ?? []).toString('utf8');
  const missing = checkOwner(manifest);
  const wrong = [
    ...published.flatMap((each) => checkPackage(each.file, each.bytes, each.contents, [scratch, repository])),
    ...checkListing(readme, sources, ref),
    ...(version.isPreRelease ? [] : missing),
  ];
  return { version, out, published, bill: file('spdx.json'), missing, wrong };
}

/** Builds for users, and leaves only what was built beside the sources' texts and pictures. */
function build(folder: string, repository: string): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const name of ['node_modules', 'src', 'esbuild.mjs', 'tsconfig.json'])
    rmSync(join(folder, name), { recursive: true });
}

const require = createRequire(import.meta.url);

interface VsixOptions {
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

const commandLine = 'dist/cli.js';

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
function writeNpmPackage(folder: string, manifest: unknown, staging: string, out: string): void {
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyTo(join(folder, file), join(staging, file));
  for (const file of filesBelow(join(folder, 'dist')).filter(isOfCommandLine))
    copyTo(join(folder, 'dist', file), join(staging, 'dist', file));
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(npmManifest(manifest), null, 2)}\n`);
  plainModes(staging);
  chmodSync(join(staging, commandLine), 0o755);

  const packed = join(staging, '..', 'packed');
  mkdirSync(packed);
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed];
  const isWindows = process.platform === 'win32';
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd: staging, stdio: 'pipe', shell: isWindows });
  copyTo(join(packed, basename(filesBelow(packed)[0]!)), out);
}
