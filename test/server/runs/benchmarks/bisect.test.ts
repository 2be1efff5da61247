/** The search for the commit of a change: the bundled language server over real JSON-RPC, with real git and the real Go. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type ShowDocumentParams,
  ShowDocumentRequest,
  ShowMessageRequest,
  type ShowMessageRequestParams,
} from 'vscode-languageserver-protocol/node';
import { eventually } from '../../../eventually.ts';
import { source } from '../../../go/compare/against.ts';
import { assertNothingLeft, goRepository } from '../../../go/git/repository.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

test('the commit of a change, its line and its differences are found between two refs that the user chooses', async (t) => {
  const repository = goRepository({ 'm_test.go': source(10) });
  repository.git('tag', 'v1');
  const commits = [10, 15, 15].map((n, i) => repository.commit({ 'm_test.go': source(n), 'go.txt': `${i}` }));
  const short = commits[1]!.slice(0, 7);
  // The line stands one below its place in the commit.
  repository.write({ 'm_test.go': `// A new line.\n${source(15)}` });
  const client = await startedServer(t, {
    folder: repository.directory,
    settings: { benchtime: '100x' },
    initializationOptions: { storagePath: testFolder(), asks: true },
  });
  const shown: ShowDocumentParams[] = [];
  const offered: string[] = [];
  let pressed = 'Show Line';
  client.connection.onRequest(ShowDocumentRequest.type, (params) => {
    shown.push(params);
    return { success: true };
  });
  client.connection.onRequest(
    ShowMessageRequest.method,
    ({ message, actions = [] }: ShowMessageRequestParams) => {
      offered.push([message, ...actions.map(({ title }) => title)].join(' | '));
      return actions.find(({ title }) => title === pressed) ?? null;
    },
  );
  client.answer = (question) =>
    question.kind === 'pick' && question.title.includes('still good')
      ? { chosen: [], typed: 'v1' }
      : { chosen: ['HEAD'] };
  const uri = await client.open(path.join(repository.directory, 'm_test.go'));
  await client.execute('run', { uri, benchmark: 'BenchmarkWork' });
  assert.match(client.sessions.activeTitle, /· CPU time$/);
  const before = repository.state();
  const outcome = await client.execute('bisect', { uri, benchmark: 'BenchmarkWork' });
  assert.equal(outcome.status, 'done', client.messages.join());
  await eventually('the line', () => shown.length === 1);
  assert.match(
    offered.filter((text) => text.startsWith('The change')).join(),
    new RegExp(
      `^The change of BenchmarkWork came with ${short} commit \\(\\d{4}-\\d\\d-\\d\\d\\): 10 → 15 allocs/op \\(\\+50%\\)\\. It is counted exactly\\. \\| Show Line \\| Show Commit \\| Show Output$`,
    ),
  );
  assert.deepEqual([shown[0]?.uri, shown[0]?.selection?.start.line], [uri, 9]);
  assert.match(client.sessions.activeTitle, /· Allocated objects$/);
  assert.match(client.output, /^BenchmarkWork, allocs\/op: 10 → 15/m);
  assert.match(client.output, new RegExp(`^The change came with ${short} commit`, 'm'));
  assert.match(client.output, /^ {4}\+5 allocs\/op {2}m\/m_test\.go:9 /m);
  assert.match(client.output, /^Tried \d of 3 commits: .*\n.*nothing was left to chance\.$/ms);

  pressed = 'Show Commit';
  await client.execute('bisect', { uri, benchmark: 'BenchmarkWork', good: commits[0]!, bad: commits[1]! });
  await eventually('the commit', () => shown.length === 2);
  const patch = readFileSync(fileURLToPath(shown[1]!.uri), 'utf8');
  assert.match(patch, new RegExp(`^commit ${commits[1]}$[\\s\\S]*^\\+.*15`, 'm'));
  assert.equal(client.history.runs.length, 1, 'no other run is kept');
  assert.deepEqual(repository.state(), before);
  assertNothingLeft(repository);
});
