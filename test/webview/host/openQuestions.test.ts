/** The page's questions to the editor, and which reply belongs to which. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageQuestions } from '../../../src/protocol.ts';
import { type Ask, OpenQuestions } from '../../../src/webview/host/openQuestions.ts';

function questionsOfPage(firstId?: number) {
  const sent: Ask<PageQuestions>[] = [];
  const questions = new OpenQuestions<PageQuestions>((message) => sent.push(message), firstId);
  return { sent, questions };
}

test('answers out of order reach those who asked', async () => {
  const { questions } = questionsOfPage(1);
  const first = questions.ask('source', { file: 'a.go' });
  const second = questions.ask('source', { file: 'b.go' });
  questions.receive({ type: 'answer', id: 2, answer: { text: 'b' } });
  questions.receive({ type: 'answer', id: 1, answer: { text: 'a' } });
  assert.deepEqual(await first, { ok: true, value: { text: 'a' } });
  assert.deepEqual(await second, { ok: true, value: { text: 'b' } });
});

test('a reply to no open question does no harm', async () => {
  const { questions } = questionsOfPage(1);
  questions.receive({ type: 'answer', id: 1, answer: { text: 'too early' } });
  const asked = questions.ask('source', { file: 'a.go' });
  questions.receive({ type: 'answer', id: 1, answer: { text: 'a' } });
  questions.receive({ type: 'failure', id: 1, message: 'once more' });
  assert.deepEqual(await asked, { ok: true, value: { text: 'a' } });
});

test('a reply to the page before a reload is not taken for one of this page', () => {
  const ids = [questionsOfPage(), questionsOfPage()].map(({ sent, questions }) => {
    void questions.ask('growth', null);
    return sent[0]?.id;
  });
  assert.notEqual(ids[0], ids[1]);
});

test('when another profile comes, nothing is left waiting', async () => {
  const { questions } = questionsOfPage();
  const asked = [questions.ask('growth', null), questions.ask('assembly', { functionName: 'main.f' })];
  questions.endAll('Another profile is shown.');
  for (const end of await Promise.all(asked)) {
    assert.deepEqual(end, { ok: false, message: 'Another profile is shown.' });
  }
});
