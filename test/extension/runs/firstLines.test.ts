import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfFunction, onFirstLines } from '../../../src/extension/runs/firstLines.ts';
import type { SessionSummary } from '../../../src/protocol.ts';
import { sessionSummary } from '../sessionSummary.ts';

test('the page is opened once, with the first profile that a run shows, and not by what was there or is no benchmark', () => {
  const ofRun = (id: string) =>
    sessionSummary(id, [], {
      origin: { from: 'benchmark', runId: id, benchmark: 'BenchmarkA', kind: 'cpu' },
    });
  const listeners = new Set<() => void>();
  let activeSession: SessionSummary | undefined;
  let opened = 0;
  const sessions = {
    all: [ofRun('older')],
    get activeSession() {
      return activeSession;
    },
    onDidChange: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  onFirstLines(sessions, () => opened++);
  const opens = [undefined, ofRun('older'), sessionSummary('file'), ofRun('new'), ofRun('newer')].map(
    (each) => {
      activeSession = each;
      for (const listener of listeners) listener();
      return opened;
    },
  );
  assert.deepEqual(opens, [0, 0, 0, 1, 1]);
  assert.equal(listeners.size, 0);
});

test('a function is found with its last line, also where that is its first', () => {
  const code = 'package a\n\nfunc B(b *T) {\n\tfor {\n\t}\n}\n\nfunc C() {}\n';
  assert.deepEqual(linesOfFunction(code, 'B'), { first: 2, last: 5 });
  assert.deepEqual(linesOfFunction(code, 'C'), { first: 7, last: 7 });
  assert.equal(linesOfFunction(code, 'D'), null);
});
