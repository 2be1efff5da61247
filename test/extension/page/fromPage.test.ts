/** What a page sends is checked, and its questions are answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageAnswers, replyTo } from '../../../src/extension/page/fromPage.ts';
import { fromPage } from '../../../src/protocol.ts';

test('messages of the page are taken as they are, without other properties', () => {
  const good = [
    { type: 'ready' },
    { type: 'focused' },
    { type: 'saved', view: { tab: 'top' } },
    { type: 'offer', chosen: 'openAsText' },
    { type: 'open', file: 'a.go', line: 3 },
    { type: 'sampleType', sampleType: 2 },
    { type: 'save', name: 'a.svg', bytes: new Uint8Array(3) },
    { type: 'ask', id: 2 ** 47, kind: 'growth', question: null },
    { type: 'showResult', runId: 'r' },
    { type: 'ask', id: 3, kind: 'results', question: null },
    { type: 'ask', id: 0, kind: 'source', question: { file: 'a.go' } },
    { type: 'ask', id: 1, kind: 'assembly', question: { functionName: 'main.f' } },
  ];
  for (const message of good) assert.deepEqual(fromPage({ ...message, more: 1 }), message);
});

test('anything else is refused', () => {
  const bad = [
    'ready',
    null,
    { type: 'launch' },
    { type: 'saved', view: 'top' },
    { type: 'offer', chosen: 'format the disk' },
    { type: 'open', file: 'a.go', line: -3 },
    { type: 'open', line: 3 },
    { type: 'sampleType', sampleType: '2' },
    { type: 'showResult', path: '/etc/passwd' },
    { type: 'ask', id: 1, kind: 'secrets', question: null },
    { type: 'ask', id: 1, kind: 'source', question: { functionName: 'main.f' } },
    { type: 'ask', kind: 'growth', question: null },
    { type: 'savePage', name: 'a.html', page: { title: 'a' } },
  ];
  for (const message of bad) assert.equal(fromPage(message), undefined, JSON.stringify(message));
});

const answers: PageAnswers = {
  growth: () => Promise.reject(new Error('the server rejects the command')),
  times: async () => null,
  results: async () => null,
  graphviz: async () => 'script',
  source: async ({ file }, sessionId) => ({ text: `${file} of ${sessionId}` }),
  assembly: () => {
    throw new Error('thrown at once');
  },
};

test('a question gets the answer about the session that the page shows', async () => {
  const question = { type: 'ask', id: 3, kind: 'source', question: { file: 'a.go' } } as const;
  assert.deepEqual(await replyTo(question, 's1', answers, String), {
    type: 'answer',
    id: 3,
    answer: { text: 'a.go of s1' },
  });
});

test('a rejected question gets a failure with a sentence: nothing is left waiting', async () => {
  const failed = (kind: string, error: unknown) => `${kind}: ${error}`;
  const growth = { type: 'ask', id: 4, kind: 'growth', question: null } as const;
  assert.deepEqual(await replyTo(growth, 's1', answers, failed), {
    type: 'failure',
    id: 4,
    message: 'growth: Error: the server rejects the command',
  });
  const assembly = { type: 'ask', id: 5, kind: 'assembly', question: { functionName: 'f' } } as const;
  assert.deepEqual(await replyTo(assembly, 's1', answers, failed), {
    type: 'failure',
    id: 5,
    message: 'assembly: Error: thrown at once',
  });
});
