import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { mostProfileBytes } from '../../../src/base/model.ts';
import { usualMaxBytes } from '../../../src/go/profiles/mostBytes.ts';
import { goVariables, readLensSettings } from '../../../src/server/client/settings.ts';
import { servedModule } from '../servedModule.ts';

// Written so that JavaScript does not expand it.
const variable = (name: string) => `$\{${name}}`;

test('the workspace folder of a file is the innermost one that contains it', () => {
  const top = path.resolve('/w');
  const nested = path.join(top, 'nested');
  const folderOf = (file: string | null) => goVariables([top, nested], file).workspaceFolder;
  assert.equal(folderOf(path.join(nested, 'a.go')), nested);
  assert.equal(folderOf(path.join(top, 'a.go')), top);
  assert.equal(folderOf(path.resolve('/elsewhere/a.go')), top, 'the first, for a file in none');
  assert.equal(folderOf(null), top);
  assert.equal(goVariables([], path.join(top, 'a.go')).workspaceFolder, null);
  assert.equal(goVariables([], null).home, homedir());
});

/** Settings as they are read while no folder is open. */
const read = (section: unknown) => readLensSettings(section, goVariables([], null));

test('malformed settings count as not set', () => {
  const defaults = read(undefined);
  assert.deepEqual(defaults.kinds, ['cpu', 'mem']);
  assert.equal(defaults.benchtime, '500ms');
  const malformed = {
    kinds: 'cpu',
    count: 0,
    benchtime: '5 s',
    codeLens: 'no',
    env: ['A=1'],
    pathMappings: [],
    history: 7,
  };
  assert.deepEqual(read(malformed), defaults);
  const mappings = { '/build': '/home/me', '/other': 3 };
  assert.deepEqual(read({ pathMappings: mappings }).pathMappings, { '/build': '/home/me' });
  const inFolder = readLensSettings(
    { pathMappings: { '/b': `${variable('workspaceFolder')}/b` } },
    goVariables(['/w'], null),
  );
  assert.deepEqual(inFolder.pathMappings, { '/b': '/w/b' });
});

test('a profile larger than the page can show is not opened either, whatever the setting says', () => {
  const limit = (maxProfileBytes: number) => read({ maxProfileBytes }).maxProfileBytes;
  assert.equal(limit(1000), 1000);
  assert.equal(limit(2 * mostProfileBytes), mostProfileBytes);
  assert.equal(read(undefined).maxProfileBytes, usualMaxBytes);
  assert.equal(limit(0), usualMaxBytes);
});

test('variables and arguments of both extensions reach the build, the timing and the profile', async (t) => {
  const source = `//go:build own

package m

import (
	"flag"
	"os"
	"os/exec"
	"testing"
)

var size = flag.Int("size", 1, "")

func BenchmarkOwn(b *testing.B) {
	if _, err := exec.LookPath("go"); err != nil {
		b.Fatal("PATH lost what it was: " + os.Getenv("PATH"))
	}
	if os.Getenv("FROM_FILE") != "1" {
		b.Fatal("the env file was not read")
	}
	if os.Getenv("DATA") != os.Getenv("PWD")+"/data" || os.Getenv("N") != "own" || *size != 10 || flag.Arg(0) != "rest" {
		b.Fatalf("DATA=%s N=%s size=%d %q", os.Getenv("DATA"), os.Getenv("N"), *size, flag.Args())
	}
	for b.Loop() {
	}
}
`;
  const settings = {
    count: 1,
    benchtime: '10x',
    kinds: ['mem'],
    env: { DATA: `${variable('workspaceFolder')}/data`, N: 'own', GOFLAGS: '-tags=own' },
    flags: ['-size', '10', '-args', 'rest'],
  };
  const goSettings = {
    testEnvFile: `${variable('workspaceFolder')}/.env`,
    testEnvVars: { PATH: `${variable('env:PATH')}${path.delimiter}/x`, N: 'of the Go extension' },
  };
  const files = { 'm_test.go': source, '.env': 'FROM_FILE=1\n' };
  const served = await servedModule(t, files, settings, { goSettings });
  assert.equal((await served.profile('BenchmarkOwn')).length, 1);
  assert.match(served.client.output, /BenchmarkOwn\S*\s+10\s/);
  assert.doesNotMatch(served.client.output, /\/data|GOFLAGS/, 'variables can be secrets: no log has them');
});
