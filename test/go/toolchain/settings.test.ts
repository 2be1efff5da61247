// Our settings merged with those of the Go extension.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counterGoflags, sortFlags, withoutSpoilingFlags } from '../../../src/go/toolchain/flags.ts';
import {
  expandVariables,
  mergeSettings,
  parseEnvFile,
  readGoExtensionSettings,
} from '../../../src/go/toolchain/settings.ts';

const none = { flags: null, env: {} };
const noFolder = { workspaceFolder: null, home: '/home/me', env: {} };
/** A variable as it is written in settings. */
const variable = (name: string) => `$\{${name}}`;

describe('merging', () => {
  const merged = (section: unknown, own: Parameters<typeof mergeSettings>[0] = none, envFile = '') =>
    mergeSettings(own, readGoExtensionSettings(section, noFolder), envFile);

  test('environment: tools, then the env file, then the test variables, then ours', () => {
    const section = { toolsEnvVars: { A: 'tools', B: 'tools', C: 'tools' }, testEnvVars: { C: 'test' } };
    assert.deepEqual(merged(section, none, 'B=file\nC=file').env, { A: 'tools', B: 'file', C: 'test' });
    const own = { flags: null, env: { C: 'own', D: 'own' } };
    assert.deepEqual(merged(section, own, 'B=file').env, { A: 'tools', B: 'file', C: 'own', D: 'own' });
  });

  test('tags: those for tests, else those for builds; an empty text counts as set', () => {
    assert.equal(merged({ testTags: 'a,b', buildTags: 'c' }).tags, 'a,b');
    assert.equal(merged({ testTags: null, buildTags: 'c' }).tags, 'c');
    assert.equal(merged({ testTags: '', buildTags: 'c' }).tags, '');
  });

  test('flags: those for tests, else those for builds, without those that spoil a benchmark', () => {
    assert.deepEqual(merged({ testFlags: ['-race', '-mod=mod'], buildFlags: ['-x'] }).flags, ['-mod=mod']);
    assert.deepEqual(merged({ testFlags: null, buildFlags: ['-ldflags=-s', '-v'] }).flags, ['-ldflags=-s']);
  });

  test('our flags are used as they are, even an empty list', () => {
    assert.deepEqual(merged({ testFlags: ['-mod=mod'] }, { flags: ['-race'], env: {} }).flags, ['-race']);
    assert.deepEqual(merged({ testFlags: ['-mod=mod'] }, { flags: [], env: {} }).flags, []);
  });

  test('malformed settings count as not set', () => {
    for (const section of [undefined, null, 3, 'x', [], { testFlags: 'x', toolsEnvVars: [1], testTags: 7 }]) {
      assert.deepEqual(merged(section), { env: {}, tags: '', flags: [] });
    }
  });

  test('without a workspace folder its variable stays as it is', () => {
    const text = `${variable('workspaceFolder')}/.env`;
    assert.equal(expandVariables(text, noFolder), text);
  });

  test('variables are expanded', () => {
    const variables = { workspaceFolder: '/w', home: '/home/me', env: { X: 'x' } };
    const text = [variable('workspaceFolder'), variable('env:X'), variable('env:Y'), variable('other')].join(
      '/',
    );
    assert.equal(expandVariables(text, variables), `/w/x//${variable('other')}`);
    assert.equal(expandVariables('~/go', variables), '/home/me/go');
    assert.equal(expandVariables('a~', variables), 'a~');
    const section = { testEnvFile: `${variable('workspaceFolder')}/.env`, testEnvVars: { D: '~/d', N: 3 } };
    const read = readGoExtensionSettings(section, variables);
    assert.equal(read.testEnvFile, '/w/.env');
    assert.deepEqual(read.testEnvVars, { D: '/home/me/d', N: '3' });
  });
});

test('an env file', () => {
  const text = '# comment\nA=1\r\nexport B = two words \nC="x\\ny"\nD=\'x\\ny\'\nE=\nnonsense\nF=a=b';
  const expected = { A: '1', B: 'two words', C: 'x\ny', D: 'x\\ny', E: '', F: 'a=b' };
  assert.deepEqual(parseEnvFile(text), expected);
});

describe('flags', () => {
  test('flags that spoil a benchmark are removed in every spelling, with their values', () => {
    const words =
      '-race --cover -covermode atomic -count=1 -test.run X -timeout 30s -bench . -json -v -short';
    assert.deepEqual(withoutSpoilingFlags(words.split(' ')), ['-short']);
  });

  test('other flags keep their values, and the arguments of the test stay', () => {
    const words = ['-ldflags', '-X main.race=-race', '-gcflags=-N', '-args', '-race'];
    assert.deepEqual(withoutSpoilingFlags(words), words);
  });

  test('what follows a flag of the test file is for the test file, as for go test', () => {
    const words = ['./package', '-size', '10', '-mod', 'mod', 'more', '-args', '-last'];
    assert.deepEqual(sortFlags(words), {
      build: ['-mod', 'mod'],
      binary: ['-size', '10', 'more', '-last'],
    });
  });

  test('the build and the test binary each get their own flags', () => {
    const words = [
      '-tags=a',
      '-short',
      '-parallel',
      '2',
      '-mod',
      'mod',
      '-mine=1',
      '-cpuprofile=x',
      '-args',
      'y',
    ];
    assert.deepEqual(sortFlags(words), {
      build: ['-tags=a', '-mod', 'mod'],
      binary: ['-test.short', '-test.parallel', '2', '-mine=1', 'y'],
    });
  });

  test('a detector in GOFLAGS is switched off, unless the flags ask for it too', () => {
    assert.deepEqual(counterGoflags('-mod=mod -race', []), ['-race=false']);
    assert.deepEqual(counterGoflags('-race -cover=true', ['-race']), ['-cover=false']);
    assert.deepEqual(counterGoflags('-trimpath -race=false', []), []);
  });
});
