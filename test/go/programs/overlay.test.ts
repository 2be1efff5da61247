// The overlay adds one file to the program's package, and replaces nothing.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { writeOverlay } from '../../../src/go/programs/overlay.ts';
import { checkRecorder, recorderSource } from '../../../src/go/programs/recorder.ts';
import { programFlags } from '../../../src/go/toolchain/flags.ts';
import { goModule, installedGo } from '../goModule.ts';

const module = goModule({
  'main.go': 'package main\n\nfunc main() {}\n',
  '0pprof_lens.go': 'package main\n',
});
const folder = join(dirname(module.directory), 'ours');
mkdirSync(folder);

function overlayOf(flags: readonly string[] = [], goflags = '') {
  const { directory } = module;
  const written = writeOverlay({
    packageDirectory: directory,
    directory,
    flags,
    goflags,
    folder,
    sources: [recorderSource, 'package main\n'],
  });
  if (!written.ok) return sentence(written.problem);
  const { Replace } = JSON.parse(readFileSync(written.value.file, 'utf8'));
  const [itself = ''] = written.value.added;
  return { added: basename(itself), replaced: Replace, itself };
}

test('it adds a file under a name that is not taken, which Go compiles first', () => {
  const overlay = overlayOf();
  assert.ok(typeof overlay !== 'string');
  assert.equal(overlay.added, '1pprof_lens.go');
  assert.deepEqual(
    Object.keys(overlay.replaced).map((path) => basename(path)),
    ['1pprof_lens.go', '2pprof_lens.go'],
  );
  assert.equal(readFileSync(overlay.replaced[overlay.itself], 'utf8'), recorderSource);
});

test("the overlay of the user's flags stays, that of the command line before that of GOFLAGS", () => {
  const users = (name: string, replace: object) =>
    writeFileSync(join(module.directory, name), JSON.stringify({ Replace: replace }));
  users('flags.json', { 'main.go': 'other.go', '1pprof_lens.go': 'x.go' });
  users('goflags.json', { 'main.go': '' });
  const own = overlayOf(['-overlay', 'flags.json'], '-overlay=goflags.json');
  assert.ok(typeof own !== 'string');
  assert.equal(own.added, '2pprof_lens.go');
  assert.equal(own.replaced['main.go'], 'other.go');
  const environment = overlayOf([], "-v '-overlay=goflags.json'");
  assert.ok(typeof environment !== 'string');
  assert.equal(environment.replaced['main.go'], '');
  assert.match(
    String(overlayOf(['-overlay=gone.json'])),
    /^The overlay .*gone\.json of your build flags cannot be read/,
  );
});

test('Go must be new enough for it', async () => {
  const go = await installedGo();
  assert.ok(checkRecorder(go).ok);
  const old = checkRecorder({ ...go, version: 'go1.22.5' });
  assert.ok(!old.ok && old.problem.code === 'go-too-old');
  assert.ok(checkRecorder({ ...go, version: 'devel +abc' }).ok);
});

test('of flags for tests, a program gets those of go build', () => {
  const flags = '-race -count=1 -tags a,b -v -vet=off -run X -ldflags=-s -args x'.split(' ');
  assert.deepEqual(programFlags(flags), ['-race', '-tags', 'a,b', '-v', '-ldflags=-s']);
});
