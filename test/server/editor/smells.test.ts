/** Hints about benchmarks, while they are written and after runs: over JSON-RPC and with the real Go toolchain. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { CodeActionRequest, type Diagnostic, type TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { testFolder, writeFiles } from '../../testFolder.ts';
import { type Client, startedServer } from '../client.ts';
import { type ServedModule, serveModule } from '../servedModule.ts';

const source = `package m

import (
	"strings"
	"testing"
)

var sink any

func BenchmarkOwnAllocation(b *testing.B) {
	for b.Loop() {
		words := make([]string, 4, 8+len(source)%2)
		text = strings.Join(words, ",")
	}
}

var source, text = "x", ""

func BenchmarkAllocates(b *testing.B) {
	for b.Loop() {
		sink = new([64]byte)
	}
}
`;

let served: ServedModule;
let client: Client;
let uri = '';
before(async () => {
  const settings = { count: 1, benchtime: '1000x', kinds: ['mem'] };
  served = await serveModule({ 'm_test.go': source }, settings);
  ({ client, uri } = served);
});
after(() => served.close());

const smells = (of = uri): readonly Diagnostic[] =>
  (client.diagnostics.get(of)?.diagnostics ?? []).filter((each) => each.source === 'pprof Lens');

/** `code line` of each hint, the line by its text. */
function told(text: string): string[] {
  return smells().map(({ code, range }) => `${code}: ${text.split('\n')[range.start.line]?.trim()}`);
}

async function fixAt(line: number): Promise<{ title: string; edits: TextEdit[] } | undefined> {
  const position = { line, character: 4 };
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });
  const found = (actions ?? []).find((action) => 'kind' in action && action.kind === 'quickfix');
  return found && 'edit' in found
    ? { title: found.title, edits: found.edit?.changes?.[uri] ?? [] }
    : undefined;
}

test('after a run, the benchmark’s own line that allocates has a hint until it is changed', async () => {
  await served.profile(null);
  await client.until('a hint', () => smells().length > 0);
  // BenchmarkAllocates has none: its loop calls nothing, so it measures the allocation.
  assert.deepEqual(told(source), ['own-allocation: words := make([]string, 4, 8+len(source)%2)']);
  assert.match(String(smells()[0]?.message), /itself allocates: 1 of the 2 allocs\/op/);

  const shifted = `// one more line\n${source}`;
  await client.change(uri, shifted);
  await client.until(
    'the hint to move',
    () => told(shifted)[0]?.endsWith('words := make([]string, 4, 8+len(source)%2)') === true,
  );

  const edited = source.replace('make([]string, 4, 8+len(source)%2)', 'shared');
  await client.change(uri, edited);
  await client.until('no hint about an edited line', () => smells().length === 0);
});

test('a fault that the source shows has a hint while typing, with a fix that the editor can apply', async () => {
  const once = 'package m\n\nimport "testing"\n\nfunc BenchmarkOnce(b *testing.B) {\n\tadd(1, 2)\n}\n';
  await client.change(uri, once);
  await client.until('the hint', () => smells().some(({ code }) => code === 'n-unused'));
  assert.deepEqual(told(once), ['n-unused: func BenchmarkOnce(b *testing.B) {']);
  const fix = await fixAt(4);
  assert.equal(fix?.title, 'Repeat the body b.N times');
  const fixed = TextDocument.applyEdits(TextDocument.create(uri, 'go', 1, once), fix?.edits ?? []);
  assert.equal(
    fixed,
    'package m\n\nimport "testing"\n\nfunc BenchmarkOnce(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tadd(1, 2)\n\t}\n}\n',
  );
  await client.change(uri, fixed);
  await client.until('no hint', () => smells().length === 0);
});

test('a file can have a compiler’s error and a hint at once', async () => {
  const file = path.join(served.directory, 'm_test.go');
  const broken =
    'package m\n\nimport "testing"\n\nfunc BenchmarkOnce(b *testing.B) {\n\tmissing()\n}\n\nfunc BenchmarkX(b *testing.B) {}\n';
  writeFileSync(file, broken);
  await client.change(uri, broken);
  await client.until('the hint', () => smells().length === 1);
  await client.execute('run', { uri, benchmark: 'BenchmarkX' });
  const all = () => client.diagnostics.get(uri)?.diagnostics ?? [];
  await client.until('both', () => all().length === 2);
  assert.deepEqual(
    all().map(({ source }) => source),
    ['pprof Lens', 'go build (pprof Lens)'],
  );
});

test('no hints if the setting turns them off, and none outside test files', async (t) => {
  const text = 'package m\n\nimport "testing"\n\nfunc BenchmarkOnce(b *testing.B) {\n\tprintHello()\n}\n';
  const elsewhere = testFolder({ 'off_test.go': text });
  const quiet = await startedServer(t, { folder: elsewhere, settings: { benchmarkHints: false } });
  await quiet.open(path.join(elsewhere, 'off_test.go'));
  writeFiles(served.directory, { 'plain.go': text, 'late_test.go': text });
  const plain = await client.open(path.join(served.directory, 'plain.go'));
  // By the time that this test file has its hint, the other files would have theirs.
  const late = await client.open(path.join(served.directory, 'late_test.go'));
  await client.until('the hint in the test file', () => smells(late).length === 1);
  assert.equal(smells(plain).length, 0);
  assert.equal(quiet.diagnostics.size, 0);
});
