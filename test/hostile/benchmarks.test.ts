/** A benchmark that says hostile things wherever a benchmark can, and a compiler that repeats them: over JSON-RPC. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { InlayHintRequest } from 'vscode-languageserver/node';
import { type ServedModule, serveModule } from '../server/servedModule.ts';
import { controlSigns, iconSigns, markdownSigns, messageSigns } from './signs.ts';
import { hostileTexts, type Text } from './texts.ts';

/** A text as a literal of Go. */
function literal(text: Text): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
}

/** Long names and lines are in one place only: they come back in each answer. */
const texts = Object.entries(hostileTexts).flatMap(([group, all]) => (group === 'long' ? [] : all));

const source = `package m

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

var texts = []string{
${texts.map((text) => `\t${literal(text)},`).join('\n')}
}

func BenchmarkNames(b *testing.B) {
	for i, text := range texts {
		if i%3 != 0 {
			continue
		}
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
			}
		})
	}
}

func BenchmarkSays(b *testing.B) {
	for i, text := range texts {
		fmt.Println(text)
		fmt.Fprintln(os.Stderr, text)
		unit := strings.Map(func(r rune) rune {
			if r <= ' ' || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029 {
				return -1
			}
			return r
		}, text)
		b.ReportMetric(float64(i+1), unit+"/op")
		b.Attr(fmt.Sprint("key", i), strings.NewReplacer("\\n", " ", "\\r", " ").Replace(text))
	}
	b.ReportMetric(1, strings.Repeat("(", 100000))
	fmt.Println(strings.Repeat("[x](", 25000))
	b.Log(strings.Join(texts, "\\n"))
	for b.Loop() {
	}
}

func BenchmarkSkips(b *testing.B) {
	b.Skip(strings.Join(texts, " "))
}

func BenchmarkFails(b *testing.B) {
	b.Fatal(strings.Join(texts, "\\n"))
}
`;

const ending = `
func BenchmarkPanics(b *testing.B) {
	panic(strings.Join(texts, "\\n"))
}
`;

/** A compiler error for each text, in files that are called as the text. */
const broken = `package m

import "testing"

func BenchmarkNames(b *testing.B) {
${texts
  .slice(0, 8)
  .map((text) => `\tvar _ int = ${literal(text)}`)
  .join('\n')}
//line [x](command:evil.run?%5B%5D)$(evil).go:1
	evil()
}
`;

let served: ServedModule;
before(async () => {
  served = await serveModule(
    { 'a_test.go': source },
    { count: 1, benchtime: '1x', kinds: ['cpu'], threshold: 0 },
  );
});
after(() => served.close());

function assertPlain(what: string, said: readonly (string | undefined)[]): void {
  for (const text of said) {
    assert.deepEqual(controlSigns(text ?? '', '\n'), [], what);
    assert.ok((text ?? '').length < 20_000, `${what}: ${text?.length} characters`);
  }
}

/** What the editor shows of the file now. */
async function checkFile(): Promise<void> {
  const { client, uri, directory } = served;
  for (const message of client.messages.splice(0)) assert.deepEqual(messageSigns(message), []);
  for (const { title, tooltip } of await client.lenses(uri)) {
    assert.deepEqual(iconSigns(title, /^\$\((refresh|error|beaker|pulse|flame|debug-stop)\)$/), []);
    assertPlain('a lens', [title, tooltip]);
  }
  for (const [line, text] of source.split('\n').entries()) {
    if (!text.startsWith('func ')) continue;
    const value = await client.hover(uri, line, 7);
    assert.deepEqual(markdownSigns(value, directory), [], value.slice(0, 2000));
    assert.ok(value.length < 1_000_000, `a hover of ${value.length} characters`);
  }
  for (const { annotations } of client.annotations.values()) {
    assertPlain(
      'a line',
      annotations.flatMap(({ text, mark }) => [text, mark]),
    );
  }
  for (const { diagnostics } of client.diagnostics.values()) {
    assertPlain(
      'a diagnostic',
      diagnostics.map(({ message }) => message.toString()),
    );
  }
  assertPlain('the status bar', [client.sessions.activeTitle]);
  assert.deepEqual(controlSigns(client.output, '\n\t'), []);
  const range = { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } };
  await client.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
}

test('names, lines, units, attributes and reasons', { timeout: 180_000 }, async () => {
  const { client, uri } = served;
  const outcome = await client.execute('run', { uri, benchmark: null });
  assert.equal(outcome.status, 'done', client.messages.join());
  await checkFile();
  assert.ok(client.sessions.sessions.length > texts.length / 3, 'each benchmark has a profile');
  for (const { id } of client.sessions.sessions) {
    const table = await client.execute('results', { sessionId: id });
    assert.ok(table !== null && table.rows.length > texts.length / 3, 'each benchmark has a row');
    await client.execute('growth', { sessionId: id });
  }
  assert.ok(client.history.runs.length > 0, 'the run is kept');
  await client.execute('explainFailure', { uri, benchmark: 'BenchmarkFails' });
  await checkFile();
});

test('a panic', { timeout: 120_000 }, async () => {
  const { client, uri } = served;
  await client.change(uri, source + ending);
  const file = `${served.directory}/a_test.go`;
  writeFileSync(file, source + ending);
  await client.execute('run', { uri, benchmark: 'BenchmarkPanics' });
  await checkFile();
});

test('errors of the compiler', { timeout: 120_000 }, async () => {
  const { client, uri } = served;
  writeFileSync(`${served.directory}/a_test.go`, broken);
  await client.change(uri, broken);
  await client.execute('run', { uri, benchmark: null });
  assert.ok([...client.diagnostics.values()].some(({ diagnostics }) => diagnostics.length > 0));
  await checkFile();
});
