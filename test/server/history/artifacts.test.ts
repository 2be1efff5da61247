/** What benchmarks say of themselves and leave: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type ShowDocumentParams, ShowDocumentRequest } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { clientCommands } from '../../../src/protocol.ts';
import { type GoModule, goModule } from '../../go/goModule.ts';
import { Client } from '../client.ts';

let module: GoModule;
let client: Client;
let uri: string;
const shown: ShowDocumentParams[] = [];
let canShow = true;

before(async () => {
  module = goModule({
    'go.mod': 'module example.com/m\n\ngo 1.26\n',
    'm_test.go': `package m

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkOne(b *testing.B) {
	b.Attr("input", "[x](command:evil) \\x1b[31m")
	os.WriteFile(filepath.Join(b.ArtifactDir(), "one.txt"), nil, 0o644)
	for b.Loop() {
	}
}

func BenchmarkTwo(b *testing.B) {
	for _, name := range []string{"1.txt", "2.txt"} {
		os.WriteFile(filepath.Join(b.ArtifactDir(), name), nil, 0o644)
	}
	for b.Loop() {
		time.Sleep(time.Millisecond)
	}
}
`,
  });
  client = await Client.start({
    folder: module.directory,
    initializationOptions: {
      clientCommands: Object.values(clientCommands),
      decorations: true,
      storagePath: path.dirname(module.output),
    },
    settings: { kinds: ['cpu', 'times'], benchtime: '10x', count: 1 },
  });
  client.connection.onRequest(ShowDocumentRequest.type, (params) => {
    shown.push(params);
    return { success: canShow };
  });
  uri = await client.open(path.join(module.directory, 'm_test.go'));
  await client.run({ uri, benchmark: null });
});

after(() => client.stop());

const runOf = (name: string) => {
  const found = client.history.runs.find(({ benchmark }) => benchmark === name);
  assert.ok(found);
  return found;
};

test('the hover shows attributes as text, and opens the artifacts', async () => {
  const text = await client.hover(uri, 9, 8);
  assert.match(text, /`input=\[x\]\(command:evil\) \ufffd\[31m`/);
  assert.match(text, /\[Open artifacts\]\(command:pprofLens\.server\.openArtifacts/);
});

test('the hover says how long single operations took', async () => {
  const text = (await client.hover(uri, 16, 8)).replace(/[\u00a0\u2060 ]+/g, ' ');
  assert.match(text, /^\| one operation \| p50 \| p90 \| longest \| [\d.]+ms to [\d.]+ms \|$/m);
  assert.match(text, /^\| now \| [\d.]+ms \| [\d.]+ms \| [\d.]+ms \| [▁▂▃▄▅▆▇█]{24} \|$/m);
  assert.match(text, /10 operations, with [\d.]+[nµ]s for the clock in each/);
});

test('the page gets the same times, to draw them', async () => {
  const two = client.sessions.sessions.find(({ title }) => title.startsWith('BenchmarkTwo'));
  const report = await client.execute('times', { sessionId: two?.id ?? '' });
  assert.equal(report?.of, 'operation');
  const [now, ...others] = report.versions;
  assert.ok(now !== undefined && others.length === 0);
  assert.deepEqual(
    [now.name, now.counts.reduce((sum, count) => sum + count, 0), now.quantiles.map(({ label }) => label)],
    ['now', 10, ['p50', 'p90', 'longest']],
  );
  const longest = now.quantiles.at(-1)?.time?.value ?? 0;
  assert.ok(longest >= 1e6 && report.to === longest && report.from >= 1e6, `${report.from} to ${longest}`);
});

test('the table of results and the Profiles view have them', async () => {
  const [session] = client.sessions.sessions;
  const table = await client.execute('results', { sessionId: session!.id });
  const attributes = Object.fromEntries(table!.rows.map((row) => [row.name, row.attributes]));
  assert.deepEqual(attributes, { BenchmarkOne: 'input=[x](command:evil) \ufffd[31m', BenchmarkTwo: '' });
  const details = runOf('BenchmarkOne').details.map(({ name }) => name);
  assert.ok(details.includes('Attributes') && details.includes('Artifacts'));
});

test('a single file is opened as text, several as a folder; a client that cannot gets the path', async () => {
  assert.equal(await client.execute('openArtifacts', { runId: runOf('BenchmarkOne').runId }), true);
  assert.equal(await client.execute('openArtifacts', { runId: runOf('BenchmarkTwo').runId }), true);
  const [one, two] = shown.map(({ uri: document }) => URI.parse(document).fsPath);
  assert.equal(path.basename(one!), 'one.txt');
  assert.deepEqual([shown[0]!.external, shown[1]!.external], [undefined, true]);
  assert.deepEqual(readdirSync(two!).sort(), ['1.txt', '2.txt']);
  canShow = false;
  assert.equal(await client.execute('openArtifacts', { runId: runOf('BenchmarkTwo').runId }), false);
  await client.until('the path', () => client.messages.some((message) => message.includes(two!)));
});

test('artifacts are gone with their run, and a message says so when they are', async () => {
  const one = runOf('BenchmarkOne');
  const folder = URI.parse(shown[0]!.uri).fsPath;
  assert.ok(existsSync(folder));
  const two = URI.parse(shown[1]!.uri).fsPath;
  rmSync(two, { recursive: true });
  assert.equal(await client.execute('openArtifacts', { runId: runOf('BenchmarkTwo').runId }), false);
  await client.until('the problem', () =>
    client.messages.some((each) => each.includes('no longer on the disk')),
  );
  const all = client.history.runs.map(({ runId }) => runId);
  assert.ok(all.includes(one.runId));
  assert.equal(await client.execute('deleteRuns', { runIds: all }), true);
  assert.equal(existsSync(folder), false);
});
