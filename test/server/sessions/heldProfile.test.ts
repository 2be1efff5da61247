// A profile that nobody looks at gives its memory back, and is read again when somebody asks for it.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProfileFileAgain } from '../../../src/go/profiles/profileFile.ts';
import { encode } from '../../../src/pprof/encode.ts';
import { HeldProfile } from '../../../src/server/sessions/heldProfile.ts';
import type { SessionSource } from '../../../src/server/sessions/session.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { eventually } from '../../eventually.ts';
import { profileOf } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { sessionSource } from '../builders.ts';

const folder = testFolder();

/** A file with a profile of `cost` nanoseconds. */
function written(name: string, cost: number): string {
  const file = path.join(folder, name);
  const profile = profileOf({
    sampleTypes: ['cpu/nanoseconds'],
    samples: [{ values: [cost], stack: [`p.F /p/${name}.go:3`, 'p.G /p/g.go:2'] }],
  });
  writeFileSync(file, encode(profile));
  return file;
}

function opened(file: string): SessionSource {
  const read = readProfileFileAgain(file, 1e6);
  assert(read.ok);
  const held = new HeldProfile(read.value, () => readProfileFileAgain(file, 1e6));
  return sessionSource(read.value, { title: path.basename(file), profilePath: file, held });
}

const nothing = { mostUnseenBytes: 0, mostBytes: 1e9, lastStaysMs: 0 };

function flatOf(store: SessionStore, id: string): number {
  const session = store.get(id);
  assert(session);
  const file = session.fileIndex(`/p/${session.title}.go`);
  return Number(session.lines.lines(file, 0)[0]?.flat ?? -1);
}

test('what is not looked at is let go, and shows the same when it is asked for', async () => {
  const store = new SessionStore(() => true, nothing);
  const [a, b, c] = ['a', 'b', 'c'].map((name, i) => store.addFile(opened(written(name, 10 + i))));
  assert(a && b && c);
  assert.deepEqual(
    [a, b, c].map(({ id }) => flatOf(store, id)),
    [10, 11, 12],
  );
  store.show({ sessionId: b.id, sampleType: 0 });
  assert.equal(a.held.bytes, 0);
  assert.equal(b.held.bytes, 0, 'the lines show it, but nobody has asked for it');
  assert.equal(c.held.bytes > 0, true, 'it was asked for last');
  assert.deepEqual(
    [c, b, a].map(({ id }) => flatOf(store, id)),
    [12, 11, 10],
  );
  assert.equal(b.held.bytes > 0, true, 'the lines show it');
  assert.equal(a.summary().sampleTypes.length, 1);
  assert.equal(c.held.bytes, 0);
  await eventually('the last one does not stay for long', () => a.held.bytes === 0);
  store.dispose();
});

test('without an open document, nobody looks at what the lines show', async () => {
  let isOpen = true;
  const store = new SessionStore(() => isOpen, nothing);
  const session = store.addFile(opened(written('closed', 5)));
  const other = store.addFile(opened(written('unseen', 6)));
  store.show({ sessionId: session.id, sampleType: 0 });
  assert.equal(flatOf(store, session.id), 5);
  assert.equal(flatOf(store, other.id), 6);
  await eventually('what nobody looks at is let go', () => other.held.bytes === 0);
  assert.equal(session.held.bytes > 0, true);
  isOpen = false;
  store.tidy();
  await eventually('it is let go', () => session.held.bytes === 0);
  assert.deepEqual(store.active, { sessionId: session.id, sampleType: 0 });
  assert.equal(flatOf(store, session.id), 5);
  store.dispose();
});

test('together they stay below a bound, also if somebody looks at all of them', () => {
  const store = new SessionStore(() => true, { ...nothing, mostBytes: 1 });
  const run = ['cpu', 'memory'].map((name, i) => ({
    ...opened(written(name, 20 + i)),
    origin: { from: 'benchmark', runId: 'r', benchmark: 'BenchmarkX', kind: 'cpu' } as const,
  }));
  const [cpu, memory] = store.add(run);
  assert(cpu && memory);
  store.show({ sessionId: cpu.id, sampleType: 0 });
  assert.deepEqual([flatOf(store, cpu.id), flatOf(store, memory.id), flatOf(store, cpu.id)], [20, 21, 20]);
  assert.equal(memory.held.bytes, 0);
  store.dispose();
});

for (const { what, change, code } of [
  { what: 'gone', change: (file: string) => rmSync(file), code: 'cannot-read' },
  { what: 'another', change: () => written('another', 8), code: 'changed' },
  { what: 'noProfile', change: (file: string) => writeFileSync(file, 'text'), code: 'not-a-profile' },
]) {
  test(`a file that is ${what} meanwhile: a sentence, and its costs are gone`, async () => {
    const store = new SessionStore(() => true, nothing);
    const lost: string[] = [];
    store.onLost = ({ title }, problem) => lost.push(title, problem.code);
    const file = written(what, 7);
    const session = store.addFile(opened(file));
    const other = store.addFile(opened(written('other', 9)));
    store.show({ sessionId: other.id, sampleType: 0 });
    assert.equal(session.held.bytes, 0);
    change(file);
    store.show({ sessionId: session.id, sampleType: 0 });
    assert.equal(flatOf(store, session.id), -1, 'nothing of another file is shown');
    await sleep(0);
    assert.deepEqual(lost, [what, code]);
    assert.deepEqual([store.all, store.active], [[other], null]);
    store.dispose();
  });
}

test('a profile that a comparison shares stays known when its file is opened again', () => {
  const store = new SessionStore(() => true, nothing);
  const file = written('shared', 7);
  const first = store.addFile(opened(file));
  const base = { profilePath: '/base.pprof', operations: null };
  const [compared] = store.add([{ ...opened(file), held: first.held, base }]);
  assert(compared);
  assert.equal(flatOf(store, compared.id), 7);
  const again = store.addFile(opened(file));
  assert.equal(flatOf(store, again.id), 7);
  assert.equal(compared.held.bytes, 0, 'nobody looks at it');
  assert.equal(flatOf(store, compared.id), 7);
  store.remove(() => true);
  store.dispose();
});
