/** A click on a benchmark in a file that Go leaves out of the build. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRequest } from '../../../../src/protocol.ts';
import { remedies } from '../../../../src/server/runs/benchmarks/runs.ts';
import { servedModule } from '../../servedModule.ts';

const benchmark =
  'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
const settings = { count: 1, benchtime: '10x', kinds: ['mem'], tags: 'other' };

test('it says which tag the file needs, and runs with it', async (t) => {
  const served = await servedModule(
    t,
    { 'm_test.go': `//go:build bench && other\n\n${benchmark}`, 'n_test.go': 'package m\n' },
    settings,
  );
  const request: RunRequest = { uri: served.uri, benchmark: 'BenchmarkX' };
  assert.equal((await served.client.execute('run', request)).status, 'failed');
  assert.deepEqual(served.client.messages, ['m_test.go is built only with the build tag bench.']);
  const again = await served.client.execute('run', { ...request, addTags: 'bench' });
  assert.equal(again.status, 'done', served.client.messages.join());
});

test('a file for another system says so, even if a file for this one has a benchmark of the same name', async (t) => {
  const served = await servedModule(
    t,
    { 'm_plan9_test.go': benchmark, 'm_other_test.go': `//go:build !plan9\n\n${benchmark}` },
    settings,
  );
  const outcome = await served.client.execute('run', { uri: served.uri, benchmark: 'BenchmarkX' });
  assert.equal(outcome.status, 'failed');
  assert.match(
    served.client.messages.join(),
    /^m_plan9_test\.go is not part of a build for this system \(.*\)\. It is for: plan9\.$/,
  );
});

test('the buttons run with the tag, once or always, and open the setting', () => {
  const done: unknown[] = [];
  const request: RunRequest = { uri: 'file:///m_test.go', benchmark: null };
  const actions = {
    setting: (params: unknown) => void done.push(params),
    openPage: (address: string) => void done.push(address),
    runAgain: (again: unknown) => void done.push(again),
  };
  const of = (code: string, args: string[] = []) => remedies({ code, template: '', args }, request, actions);
  const [once, always] = of('needs-tags', ['m_test.go', 'bench', 'a,bench']);
  once?.run();
  assert.deepEqual(done.splice(0), [{ ...request, addTags: 'bench' }]);
  always?.run();
  assert.deepEqual(done.splice(0), [
    { name: 'tags', uri: request.uri, value: 'a,bench' },
    { ...request, addTags: 'bench' },
  ]);
  for (const { run } of [...of('wrong-go-path'), ...of('no-go')]) run();
  const goPath = { name: 'goPath', uri: request.uri };
  assert.deepEqual(done, [goPath, 'https://go.dev/dl/', goPath]);
  assert.deepEqual(of('build-failed'), []);
});
