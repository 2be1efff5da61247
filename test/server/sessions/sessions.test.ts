import assert from 'node:assert/strict';
import test from 'node:test';
import { Session, type SessionSource } from '../../../src/server/sessions/session.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { sessionSource } from '../builders.ts';

function source(profilePath: string): SessionSource {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [{ values: [1, 10], stack: ['p.F /p/f.go:1', 'p.G /p/g.go:2'] }],
  });
  return sessionSource(profile, { profilePath });
}

test('a session made from another shares what is derived from the profile', () => {
  const first = new Session('s1', source('/a.pprof'));
  assert.equal(new Session('s2', first).costs, first.costs);
});

test('the index of a document is that of its file in the profile', () => {
  const session = new Session('s1', source('/a.pprof'));
  assert.equal(session.lines.files[session.fileIndex('/p/g.go')], '/p/g.go');
  assert.equal(session.fileIndex('/p/other.go'), -1);
});

test('a file that is opened again replaces its session, and the lines show the new one', () => {
  const store = new SessionStore();
  let changes = 0;
  store.onChange(() => changes++);
  const first = store.addFile(source('/a.pprof'));
  const other = store.addFile(source('/b.pprof'));
  assert.equal(store.show({ sessionId: first.id, sampleType: 0 }), true);
  const again = store.addFile(source('/a.pprof'));
  assert.deepEqual(store.all, [again, other]);
  assert.deepEqual(store.active, { sessionId: again.id, sampleType: 0 });
  assert.equal(changes, 4);
});

test('the lines cannot show a session or a sample type that is not there', () => {
  const store = new SessionStore();
  const { id } = store.addFile(source('/a.pprof'));
  assert.equal(store.show({ sessionId: 'unknown', sampleType: 0 }), false);
  assert.equal(store.show({ sessionId: id, sampleType: 2 }), false);
  assert.equal(store.active, null);
});

test('which samples are of operations, of a session and of the one that it is compared with', () => {
  const inTesting = 'testing.(*B).runN testing.go:219';
  const of = (profilePath: string, lines: readonly number[], base?: string): SessionSource => {
    const samples = lines.map((line) => ({
      values: [1],
      stack: [`p.BenchmarkX /p/x_test.go:${line}`, inTesting],
    }));
    return {
      ...sessionSource(profileOf({ samples }), { profilePath }),
      timedFiles: [{ file: '/p/x_test.go', loops: [[4, 5]], functions: [[1, 9]] }],
      ...(base === undefined ? {} : { base: { profilePath: base, operations: 1 } }),
    };
  };
  const store = new SessionStore();
  store.addFile(of('/base.pprof', [4, 2]));
  const compared = store.addFile(of('/now.pprof', [2, 4, 5], '/base.pprof'));
  const plain = store.addFile(source('/plain.pprof'));
  assert.deepEqual(store.timedSamples(compared.id), { own: [1, 2], base: [0, 1, 1] });
  assert.deepEqual(store.timedSamples(plain.id), { own: null, base: null });
});

test('what was opened only to be compared with goes with the last comparison that needs it', () => {
  const store = new SessionStore();
  const compare = (profilePath: string, basePath: string) =>
    store.addFile({ ...source(profilePath), base: { profilePath: basePath, operations: null } });
  const shown = store.addFile(source('/now'));
  const base = store.addFile({ ...source('/base'), isOnlyBase: true });
  const own = store.addFile(source('/own'));
  const first = compare('/now', '/base');
  const second = compare('/other', '/base');
  const third = compare('/now', '/own');
  store.remove((session) => session === first);
  assert.deepEqual(store.all, [third, second, own, base, shown]);
  // Opened again, a comparison needs the same.
  const again = compare('/other', '/base');
  assert.deepEqual(store.all, [again, third, own, base, shown]);
  store.remove((session) => session === again || session === third);
  assert.deepEqual(store.all, [own, shown]);
});

test('what is compared with is the session that is open, unless its file holds another profile now', () => {
  const store = new SessionStore();
  const of = (value: number) =>
    sessionSource(profileOf({ samples: [{ values: [value], stack: ['f'] }] }), { profilePath: '/base' });
  const open = store.addFile(of(1));
  assert.equal(store.openBase(of(1)), open);
  const other = store.openBase(of(2));
  assert.deepEqual(store.all, [other]);
});

test('what was opened only to be compared with stays while the lines show it', () => {
  const store = new SessionStore();
  const base = store.addFile({ ...source('/base'), isOnlyBase: true });
  const compared = store.addFile({ ...source('/now'), base: { profilePath: '/base', operations: null } });
  store.show({ sessionId: base.id, sampleType: 0 });
  store.remove((session) => session === compared);
  assert.deepEqual(store.all, [base]);
});
