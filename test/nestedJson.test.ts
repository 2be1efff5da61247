/** JSON from outside can be nested so deep that what walks through it overflows the stack. Each reader still answers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dictionary, list, object, text } from '../src/base/outsideValues.ts';
import { writeOverlay } from '../src/go/programs/overlay.ts';
import { readRecord } from '../src/go/results/runRecord.ts';
import { readGoExtensionSettings } from '../src/go/toolchain/settings.ts';
import { readGoEnv } from '../src/go/toolchain/toolchain.ts';
import { decode } from '../src/pprof/decode.ts';
import { goVariables, readLensSettings } from '../src/server/client/settings.ts';
import { KeptServers } from '../src/server/remote/live/keptServers.ts';
import { TextFile } from '../src/server/remote/shared/keptText.ts';
import { KeptStores } from '../src/server/remote/stores/keptStores.ts';
import { ProfileFiles } from '../src/server/remote/stores/profileFiles.ts';
import { programOf, versionsIn } from '../src/server/remote/stores/ranProgram.ts';
import { readSavedView } from '../src/webview/view/savedView.ts';
import { profileBytes } from './pprof/builder.ts';
import { succeeded } from './why.ts';

/** A call takes at least a hundred bytes of the stack, which has one megabyte. */
const depth = 30_000;
const arrays = `${'['.repeat(depth)}${']'.repeat(depth)}`;
const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Nested without end, or only where the names of an object lead. */
function nested(...names: readonly string[]): string[] {
  const entries = (value: string) => names.map((name) => `${JSON.stringify(name)}:${value}`).join();
  return [arrays, objects, `{${entries(arrays)}}`, `{${entries(objects)}}`, `{${entries(`[${objects}]`)}}`];
}

const variables = goVariables([], null);

const readers: Readonly<Record<string, { readonly names: readonly string[]; read(json: string): unknown }>> =
  {
    'forms of values': {
      names: ['a', 'b'],
      read: (json) => object({ a: list(text) }, { b: dictionary(text) })(JSON.parse(json)),
    },
    'a kept run': {
      names: ['version', 'benchmarks', 'settings', 'takenAt'],
      read: (json) => readRecord('1', json),
    },
    settings: {
      names: ['goPath', 'env', 'flags', 'kinds', 'count', 'compare', 'pathMappings', 'history'],
      read: (json) => readLensSettings(JSON.parse(json), variables),
    },
    'settings of the Go extension': {
      names: ['testFlags', 'buildFlags', 'testEnvVars', 'toolsEnvVars', 'alternateTools', 'goroot'],
      read: (json) => readGoExtensionSettings(JSON.parse(json), variables),
    },
    'the saved view of a page': {
      names: ['view', 'filters', 'sampleType', 'path', 'table', 'focus'],
      read: (json) => readSavedView(JSON.parse(json)),
    },
    'what the go command knows': { names: ['GOROOT', 'GOVERSION'], read: readGoEnv },
  };

for (const [what, { names, read }] of Object.entries(readers)) {
  test(what, () => {
    for (const json of nested(...names)) assert.doesNotThrow(() => read(json));
  });
}

test('build ids: Pyroscope writes JSON into them, and nothing long is read as such', () => {
  const versionsOf = (buildId: string) => {
    const samples = [{ values: [1], stack: ['main'] }];
    const profile = succeeded(decode(profileBytes({ samples, binary: '/shop', buildId })));
    assert.equal(programOf(profile), null);
    return versionsIn(profile);
  };
  const named = (rest: string) => `{"git_ref":"v1","build_id":"x","a":${rest}}`;
  assert.deepEqual(versionsOf(named('1')), ['v1']);
  assert.deepEqual(versionsOf(named('['.repeat(4000) + ']'.repeat(4000))), ['v1']);
  for (const rest of [arrays, objects, `[${'{},'.repeat(100_000)}1]`])
    assert.deepEqual(versionsOf(named(rest)), []);
  for (const json of nested('git_ref', 'build_id')) assert.deepEqual(versionsOf(json), []);
});

test('files of the storage folder, and the overlay of the user', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pprof-lens-nested-'));
  try {
    const profile = path.join(folder, `${'0'.repeat(24)}.pb.gz`);
    for (const json of nested('stores', 'servers', 'Replace', 'store', 'query')) {
      const file = path.join(folder, 'kept.json');
      writeFileSync(file, json);
      writeFileSync(profile.replace('.pb.gz', '.json'), json);
      assert.deepEqual([...new KeptStores(new TextFile(file)).all, ...new KeptServers(file).all], []);
      new ProfileFiles(folder).provenanceOf(profile);
      const overlay = writeOverlay({
        packageDirectory: folder,
        directory: folder,
        flags: ['-overlay=kept.json'],
        goflags: '',
        folder,
        sources: [],
      });
      if (!overlay.ok) assert.equal(overlay.problem.code, 'bad-overlay');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
