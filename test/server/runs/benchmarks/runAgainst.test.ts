/** A benchmark against a git ref: the bundled language server over real JSON-RPC, with real git and the real Go. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { URI } from 'vscode-uri';
import { goRepository } from '../../../go/git/repository.ts';
import { testFolder } from '../../../testFolder.ts';
import { type Ending, startedServer } from '../../client.ts';

/** Makes `n` objects in each operation. */
function source(n: number): string {
  return `package m

import "testing"

var kept *[64]byte

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		for range ${n} {
			kept = new([64]byte) // here
		}
	}
}
`;
}

const settings = { count: 5, benchtime: '2000x', kinds: ['mem'], threshold: 0.5 };

async function started(t: Ending, files: Readonly<Record<string, string>>) {
  const repository = goRepository(files);
  const client = await startedServer(t, {
    folder: repository.directory,
    settings,
    initializationOptions: { storagePath: testFolder(), decorations: true },
  });
  return { repository, client };
}

test('the lens and the lines say what has changed since the ref, and the repository stays as it was', async (t) => {
  const { repository, client } = await started(t, { 'm_test.go': source(400) });
  repository.write({ 'm_test.go': `// A new line.\n${source(4)}` });
  const before = repository.state();
  const uri = await client.open(path.join(repository.directory, 'm_test.go'));
  const [sessionId] = await client.run({ uri, benchmark: 'BenchmarkWork', against: 'main' });
  assert.deepEqual(repository.state(), before);
  const [lens] = await client.lenses(uri);
  assert.match(lens?.title ?? '', /\/op −(?:9\d|100)% · .* · 400 → 4 allocs\/op$/);
  assert.match(
    lens?.tooltip ?? '',
    /→ .* −(?:9\d|100)% \(p=0\.008 n=[\d+]+(?:, CPU time)?\) · .* · 400 → 4 allocs\/op$/m,
  );
  assert.deepEqual(
    client.sessions.sessions.map((session) => session.title.replace(/\(.*\)/, '(...)')),
    ['BenchmarkWork · Memory', 'BenchmarkWork · Memory · main (...)'],
  );
  assert.equal(client.sessions.active?.sessionId, sessionId, 'the working tree’s is shown');
  const line = 10; // `// here`, of the text with the new line
  await client.until('a line with its cost before', () =>
    client.costs(uri).some((each) => each.line === line),
  );
  assert.equal(client.history.runs.length, 2, 'both are kept');
});

test('over layouts, the lens says so, the runs keep their layouts, and the view has the same words', async (t) => {
  const { repository, client } = await started(t, { 'm_test.go': source(400) });
  repository.write({ 'm_test.go': source(4) });
  const uri = await client.open(path.join(repository.directory, 'm_test.go'));
  await client.run({ uri, benchmark: 'BenchmarkWork', against: 'main', layouts: 4, kinds: [] });
  const [lens] = await client.lenses(uri);
  assert.match(lens?.title ?? '', /\/op −(?:9\d|100)% \(p=0\.029, 4 layouts(?:, CPU time)?\) · /);
  assert.match(
    lens?.tooltip ?? '',
    /→ .* −(?:9\d|100)% \(p=0\.029, 4 layouts(?:, CPU time)?\) · .* · 400 → 4 allocs\/op$/m,
  );
  await client.until('both are kept', () => client.history.runs.length === 2);
  const [kept] = client.history.runs;
  assert.match(kept?.change ?? '', /^−(?:9\d|100)% \(p=0\.029, 4 layouts(?:, CPU time)?\)$/);
  assert.deepEqual(client.messages, []);
});

test('what one layout says is checked over others, which say it instead', async (t) => {
  const reporting = (time: number) =>
    source(4).replace('for b.Loop()', `defer b.ReportMetric(${time}, "ns/op")\n\tfor b.Loop()`);
  const { repository, client } = await started(t, { 'm_test.go': reporting(100) });
  repository.write({ 'm_test.go': reporting(110) });
  const uri = await client.open(path.join(repository.directory, 'm_test.go'));
  await client.run({ uri, benchmark: 'BenchmarkWork', against: 'main', kinds: [] });
  const [lens] = await client.lenses(uri);
  assert.match(lens?.title ?? '', /\/op \+10% \(p[=<]0\.\d+, \d+ layouts\)/);
  await client.until('both are kept', () => client.history.runs.length === 2);
  const [kept] = client.history.runs;
  assert.match(kept?.change ?? '', /\d+ layouts/);
});

test('a ref that does not build gives one message, which does not blame the working tree', async (t) => {
  const { repository, client } = await started(t, { 'm_test.go': 'package m\n\nvar x = y\n' });
  repository.write({ 'm_test.go': source(1) });
  const uri = await client.open(path.join(repository.directory, 'm_test.go'));
  const request = { uri, benchmark: 'BenchmarkWork', against: 'HEAD' };
  const outcome = await client.execute('run', request);
  assert.equal(outcome.status, 'failed');
  assert.match(
    client.messages.join(),
    /^The benchmark does not build at HEAD \(.*\): m_test\.go:3: undefined: y$/,
  );
  assert.deepEqual(
    [...client.diagnostics.values()].flatMap(({ diagnostics }) => diagnostics),
    [],
  );
});

test('the refs to choose from', async (t) => {
  const { repository, client } = await started(t, { 'm_test.go': source(1) });
  repository.git('branch', 'feature/x');
  repository.git('tag', 'v1');
  const file = path.join(repository.directory, 'm_test.go');
  const refs = await client.execute('refs', { uri: URI.file(file).toString() });
  const short = repository.git('rev-parse', '--short', 'HEAD').trim();
  assert.deepEqual(
    refs?.map(({ kind, name }) => `${kind} ${name}`),
    ['head HEAD', 'branch main', 'branch feature/x', 'tag v1', `commit ${short}`],
  );
  const outside = URI.file(path.join(testFolder(), 'x_test.go')).toString();
  assert.equal(await client.execute('refs', { uri: outside }), null);
  assert.match(client.messages.join(), /is not in a git repository, so there is no other version of it\.$/);
});
