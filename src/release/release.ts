/** Makes the packages of a commit, in a folder of their own, and checks them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { property } from '../base/outsideValues.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { billOfMaterials, type Published, type ShippedWork } from './billOfMaterials.ts';
import { checkListing, checkOwner, checkPackage, npmContents, vsixContents } from './checks.ts';
import { type Commit, checkedOut, dateOfChanges, type Version, versionOf } from './commit.ts';
import { writeNpmPackage } from './npmPackage.ts';
import { copySources, filesBelow } from './staging.ts';
import { writeVsix } from './vsix.ts';

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
