/** Runs that somebody else has written, and messages of a page: what is not as we write it is refused, and leads nowhere. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Result, sentence } from '../../src/base/result.ts';
import { readRecord, recordText } from '../../src/go/results/runRecord.ts';
import { fromPage } from '../../src/protocol.ts';
import { History } from '../../src/server/history/history.ts';
import { within } from '../eventually.ts';
import { recordedBenchmark, runRecord } from '../server/history/runs.ts';
import { testFolder } from '../testFolder.ts';
import { succeeded } from '../why.ts';
import { canaryText, controlSigns } from './signs.ts';

type Json = { [key: string]: unknown };

const written = (): Json & { benchmarks: Json[] } =>
  JSON.parse(recordText(runRecord())) as Json & { benchmarks: Json[] };

/** A record with other values. */
const withRun = (part: Json) => JSON.stringify({ ...written(), ...part });
const withBenchmark = (part: Json) =>
  JSON.stringify({ ...written(), benchmarks: written().benchmarks.map((each) => ({ ...each, ...part })) });
const profileAt = (file: unknown) => withBenchmark({ profiles: [{ kind: 'cpu', file, operations: 1 }] });

const refusedRecords: Readonly<Record<string, string>> = {
  nothing: '',
  'a number': '1',
  'a list': '[]',
  'an end in the middle': recordText(runRecord()).slice(0, 400),
  'lists in lists': '['.repeat(100_000),
  'objects in objects': '{"version":'.repeat(100_000),
  'a version that is a text': withRun({ version: '1' }),
  'a version below zero': withRun({ version: -1 }),
  'half a version': withRun({ version: 0.5 }),
  'a version without end': withRun({ version: 1 }).replace('"version":1', '"version":1e999'),
  'no benchmarks': withRun({ benchmarks: [] }),
  'benchmarks that are an object': withRun({ benchmarks: { length: 1, 0: written().benchmarks[0] } }),
  'a benchmark of nothing': withRun({ benchmarks: [null] }),
  'half a processor': withRun({ cores: 1.5 }),
  'processors below zero': withRun({ cores: -1 }),
  'flags that are no texts': withRun({ settings: { ...Object(written().settings), flags: [1] } }),
  'a kind that is none': withRun({ settings: { ...Object(written().settings), kinds: ['evil'] } }),
  'a commit that is a text': withRun({ commit: 'HEAD' }),
  'a time that is a text': withBenchmark({ takenAt: '1' }),
  'a metric that is a list': withBenchmark({ runs: [{ iterations: 1, metrics: { 'ns/op': [1] } }] }),
  'iterations below zero': withBenchmark({ runs: [{ iterations: -1, metrics: {} }] }),
  'a profile elsewhere': profileAt('../cpu.pprof'),
  'a profile elsewhere, in the middle': profileAt('a/../../cpu.pprof'),
  'a profile in many folders above': profileAt(`${'../'.repeat(50)}etc/passwd`),
  'a profile at the root': profileAt('/etc/passwd'),
  'a profile on a drive': profileAt('C:/Windows/win.ini'),
  'a stream of a file': profileAt('cpu.pprof:stream'),
  'a share': profileAt('\\\\evil.example\\share\\cpu.pprof'),
  'dots alone': profileAt('.../cpu.pprof'),
  'a name with an end': profileAt('cpu.pprof\0.txt'),
  'a folder without a name': profileAt('a//cpu.pprof'),
  'a profile that is a list': profileAt(['cpu.pprof']),
  'a kind of profile that is inherited': withBenchmark({
    profiles: [{ kind: 'constructor', file: 'a', operations: 1 }],
  }),
  'a note that is a function': withBenchmark({ notes: [{ code: 'a', template: {}, args: [] }] }),
};

/** Left out where they stand, or kept as the text that they are. */
const harmlessRecords: Readonly<Record<string, (json: string) => string>> = {
  'keys of all objects': (json) =>
    json.replace('{', '{"__proto__":{"evil":true},"constructor":{"prototype":{"evil":true}},'),
  'a binary elsewhere': (json) => json.replace('"runId"', '"binary":"../../bin/sh","runId"'),
  'artifacts elsewhere': (json) => json.replace('"runId"', '"artifacts":"/etc","runId"'),
  'attributes of all objects': (json) => json.replace('"runId"', '"attributes":{"__proto__":"evil"},"runId"'),
  'ten thousand unknown keys': (json) =>
    json.replace('{', `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":[${i}],`).join('')}`),
  'the same key a thousand times': (json) =>
    json.replace('"runId"', `${'"label":"evil",'.repeat(1000)}"runId"`),
};

function assertRefused(read: Result<unknown>, what: string): void {
  assert.ok(!read.ok, what);
  const said = sentence(read.problem);
  assert.match(said, /^[A-Z].*\.$/s);
  assert.ok(said.length < 1000, `${said.length} characters`);
  assert.deepEqual(controlSigns(said), []);
}

describe('the record of a run', () => {
  for (const [what, json] of Object.entries(refusedRecords)) {
    test(`${what}: refused`, () => assertRefused(readRecord('run-1', json), what));
  }
  for (const [what, change] of Object.entries(harmlessRecords)) {
    test(`${what}: left out`, () => {
      const read = succeeded(readRecord('run-1', change(recordText(runRecord()))));
      assert.equal(Reflect.get({}, 'evil'), undefined);
      assert.deepEqual(Object.keys(read).sort(), Object.keys(runRecord()).sort());
      const [benchmark] = read.benchmarks;
      assert.equal(benchmark?.binary, undefined);
      assert.equal(benchmark?.artifacts, undefined);
      assert.equal(Object.getPrototypeOf(benchmark?.attributes ?? {}), Object.prototype);
    });
  }
});

describe('a folder with a run of somebody else', { skip: process.platform === 'win32' }, () => {
  const root = testFolder();
  const secret = join(root, 'secret');
  mkdirSync(secret);
  writeFileSync(join(secret, 'cpu.pprof'), canaryText);
  const pipe = (file: string) => void execFileSync('mkfifo', [file]);
  const huge = (file: string) => {
    const descriptor = openSync(file, 'w');
    // It takes no room on the disk.
    ftruncateSync(descriptor, 2 ** 32);
    closeSync(descriptor);
  };

  /** What stands in the place of the record. */
  const records: Readonly<Record<string, (file: string) => void>> = {
    'a pipe': pipe,
    'a device without end': (file) => symlinkSync('/dev/zero', file),
    'a terminal': (file) => symlinkSync('/dev/tty', file),
    'a folder': (file) => mkdirSync(file),
    'a circle': (file) => symlinkSync(file, file),
    'a huge file': huge,
    'no UTF-8': (file) => writeFileSync(file, Uint8Array.of(0xff, 0xfe, 0x7b)),
  };
  /** What stands in the place of its profile `sub/cpu.pprof`. */
  const profiles: Readonly<Record<string, (folder: string) => void>> = {
    'a pipe': (folder) => pipe(join(inSub(folder), 'cpu.pprof')),
    'a device without end': (folder) => symlinkSync('/dev/zero', join(inSub(folder), 'cpu.pprof')),
    'a link to a private file': (folder) =>
      symlinkSync(join(secret, 'cpu.pprof'), join(inSub(folder), 'cpu.pprof')),
    'a folder that is elsewhere': (folder) => symlinkSync(secret, join(folder, 'sub')),
    'a folder': (folder) => mkdirSync(join(inSub(folder), 'cpu.pprof')),
    'a circle': (folder) => symlinkSync(join(folder, 'sub'), join(folder, 'sub')),
  };
  function inSub(folder: string): string {
    mkdirSync(join(folder, 'sub'));
    return join(folder, 'sub');
  }

  let made = 0;
  const folderOf = () => {
    const folder = join(root, `run-${++made}`);
    mkdirSync(folder);
    return { folder, kept: join(root, `kept-${made}`) };
  };
  const opened = (from: string, kept: string) =>
    within(
      'the end of reading',
      new History(kept).import(from, () => '/m'),
    );

  for (const [what, make] of Object.entries(records)) {
    test(`${what} for a record: refused`, async () => {
      const { folder, kept } = folderOf();
      make(join(folder, 'run.json'));
      assertRefused(await opened(folder, kept), what);
    });
  }

  for (const [what, make] of Object.entries(profiles)) {
    test(`${what} for a profile: left out`, async () => {
      const { folder, kept } = folderOf();
      make(folder);
      const benchmark = recordedBenchmark({
        profiles: [{ kind: 'cpu', file: 'sub/cpu.pprof', operations: 10 }],
      });
      writeFileSync(join(folder, 'run.json'), recordText(runRecord({ benchmarks: [benchmark] })));
      const imported = succeeded(await opened(folder, kept));
      assert.deepEqual(imported[0]?.benchmark.profiles, []);
      const [copy = ''] = readdirSync(kept);
      assert.deepEqual(readdirSync(join(kept, copy)), ['run.json']);
      assert.ok(!readFileSync(join(kept, copy, 'run.json'), 'utf8').includes(canaryText));
    });
  }
});

describe('a message of a page', () => {
  const bytes = new Uint8Array(1);
  const page = { title: 't', profileBytes: bytes, firstPicture: bytes, sampleType: 0, operations: null };
  const refused: Readonly<Record<string, unknown>> = {
    nothing: null,
    'a text': 'ready',
    'a list': [{ type: 'ready' }],
    'an unknown type': { type: 'run' },
    'a type that is inherited': { type: 'constructor' },
    'a command': { type: 'command', command: 'evil.run' },
    'a file that is no text': { type: 'open', file: ['/etc/passwd'], line: 1 },
    'a line below zero': { type: 'open', file: 'a.go', line: -1 },
    'half a line': { type: 'open', file: 'a.go', line: 1.5 },
    'a line without end': { type: 'open', file: 'a.go', line: Infinity },
    'a run that is no text': { type: 'showResult', runId: { toString: () => 'r1' } },
    'a question that nobody answers': { type: 'ask', id: 1, kind: 'evil', question: null },
    'a question of another kind': { type: 'ask', id: 1, kind: 'growth', question: { file: '/etc/passwd' } },
    'a source without a name': { type: 'ask', id: 1, kind: 'source', question: {} },
    'an id below zero': { type: 'ask', id: -1, kind: 'growth', question: null },
    'an offer of its own': { type: 'offer', chosen: 'evil' },
    'a file of text': { type: 'save', name: 'a', bytes: 'x' },
    'a page without a picture': { type: 'savePage', name: 'a', page: { ...page, firstPicture: 'x' } },
    'a page of no sample type': { type: 'savePage', name: 'a', page: { ...page, sampleType: NaN } },
    'a view that is a text': { type: 'saved', view: '<script>' },
    'a cost of nothing': { type: 'show', cost: {} },
  };
  for (const [what, message] of Object.entries(refused)) {
    test(`${what}: nothing`, () => assert.equal(fromPage(message), undefined));
  }

  test('more than it should say: left out', () => {
    const message = fromPage({
      type: 'open',
      file: 'a.go',
      line: 1,
      command: 'evil.run',
      __proto__: { evil: 1 },
    });
    assert.deepEqual(message, { type: 'open', file: 'a.go', line: 1 });
    const saved = fromPage({ type: 'savePage', name: 'a', page: { ...page, script: 'evil()', view: 'x' } });
    assert.deepEqual(saved, { type: 'savePage', name: 'a', page });
  });
});
