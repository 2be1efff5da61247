/** Measure, change, measure: the bundled language server over real JSON-RPC, with the real Go toolchain. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { clientCommandId, type OpenOutcome } from '../../../src/protocol.ts';
import { testFolder } from '../../testFolder.ts';
import { type Client, type Ending, startedServer } from '../client.ts';

const slow = `package m

import "strconv"

// Digits writes the numbers below n in a row.
func Digits(n int) string {
	digits := ""
	for i := range n {
		digits += strconv.Itoa(i)
	}
	return digits
}
`;

const fast = `package m

import "strconv"

// Digits writes the numbers below n in a row,
// into one buffer.
func Digits(n int) string {
	digits := make([]byte, 0, 4*n)
	for i := range n {
		digits = strconv.AppendInt(digits, int64(i), 10)
	}
	return string(digits)
}
`;

const benchmark = `package m

import "testing"

var sink string

func BenchmarkDigits(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = Digits(400)
	}
}
`;

/**
 * Long enough for the slow version to do hundreds of operations on a busy machine: what thirty allocate could as well be
 * allocated once, and supports no change.
 */
const settings = { count: 5, benchtime: '250ms', kinds: ['cpu', 'mem'], threshold: 0.5 };

const folder = testFolder({
  'go.mod': 'module example.com/m\n\ngo 1.24\n',
  'digits.go': slow,
  'digits_test.go': benchmark,
});
const storagePath = path.join(folder, 'storage');

function startClient(t: Ending): Promise<Client> {
  return startedServer(t, {
    folder,
    initializationOptions: {
      clientCommands: [clientCommandId('showFlameGraph')],
      decorations: true,
      storagePath,
    },
    settings,
  });
}

function lineOf(text: string, part: string): number {
  const line = text.split('\n').findIndex((each) => each.includes(part));
  assert.notEqual(line, -1, `no line has ${part}`);
  return line;
}

/** The lens with the result: its title, without a doubt that depends on the machine, and its tooltip. */
async function resultLens(client: Client, uri: string): Promise<{ title: string; tooltip: string }> {
  const { title = '', tooltip = '' } = (await client.lenses(uri))[0] ?? {};
  return { title: title.replace(/ · (?:noisy|waits)/, ''), tooltip };
}

/**
 * Another program may have disturbed one of the two runs. Then nothing is claimed until both are measured in turns. Answers
 * whether that was so.
 */
async function settled(client: Client, uri: string): Promise<boolean> {
  const click = (await client.lenses(uri)).find(({ title }) => title === 'measure in turns');
  if (click === undefined) return false;
  const outcome = await client.send(click.command, ...(click.arguments ?? []));
  assert.deepEqual(outcome, { status: 'done', sessionIds: [] }, client.messages.join());
  return true;
}

async function hover(client: Client, uri: string, line: number): Promise<string> {
  return (await client.hover(uri, line, 6)).replaceAll(/[\u00a0\u2060]+/g, ' ');
}

/** What a line says about one sample type of the newest run. */
async function annotation(client: Client, uri: string, line: number, type: string): Promise<string> {
  const session = client.sessions.sessions.find(({ sampleTypes }) =>
    sampleTypes.some((each) => each.type === type),
  );
  assert.ok(session, `a session has ${type}`);
  client.annotations.delete(uri);
  await client.execute('show', {
    sessionId: session.id,
    sampleType: session.sampleTypes.findIndex((each) => each.type === type),
  });
  const shown = () =>
    (client.annotations.get(uri)?.annotations.find((each) => each.line === line)?.text ?? '').replaceAll(
      '\u00a0',
      ' ',
    );
  // What was shown before may come once more.
  const unit = { cpu: /^\S+s\/op/, alloc_space: /B\/op/, alloc_objects: /allocs\/op/ }[type] ?? /./;
  await client.until(`a cost in ${unit}`, () => unit.test(shown()));
  return shown();
}

test('that a version is faster stands in the lens, on the line, and in the hovers', async (t) => {
  const client = await startClient(t);
  const testFile = await client.open(path.join(folder, 'digits_test.go'));
  const codeFile = await client.open(path.join(folder, 'digits.go'));
  const profile = async () => {
    const request = { uri: testFile, benchmark: 'BenchmarkDigits' };
    const outcome = await client.execute('run', request);
    assert.equal(outcome.status, 'done', client.messages.join());
  };
  const call = lineOf(benchmark, 'Digits(400)');
  const name = lineOf(benchmark, 'func BenchmarkDigits');

  await profile();
  assert.match((await resultLens(client, testFile)).title, /^[\d.]+[nµm]s\/op ±\d+% · /);
  assert.doesNotMatch(await annotation(client, testFile, call, 'cpu'), /was/);
  assert.doesNotMatch(await hover(client, testFile, name), /Compared with/);

  writeFileSync(path.join(folder, 'digits.go'), fast);
  await client.change(codeFile, fast);
  await profile();
  const isInTurns = await settled(client, testFile);
  const { title, tooltip } = await resultLens(client, testFile);
  assert.match(title, /^[\d.]+[nµm]s(?: CPU)?\/op −\d+% · [\d.]+ → [\d.]+ kB\/op · \d+ → 2 allocs\/op$/);
  assert.match(
    tooltip,
    /^Profile BenchmarkDigits again\n[\d.]+[nµm]s → [\d.]+[nµm]s(?: CPU)?\/op {2}−\d+% \(p[=<]0\.\d+ n=[\d+]+(?:, CPU time)?\) · [\d.]+ → [\d.]+ kB\/op · \d+ → 2 allocs\/op\n.* with the run of \d/,
  );
  const cpu = await annotation(client, testFile, call, 'cpu');
  // The profiles are of two times, so measurements in turns say nothing of their lines.
  // So are those of a busy machine, though what it cannot explain of the whole is certain.
  const isBusy = (await hover(client, testFile, call)).includes('machine was busy');
  const was = isInTurns || isBusy ? '' : ' was ~?[\\d.]+([nµm]s)?';
  // Where other programs take the time, few samples are left, and a cost is said to be about so much.
  assert.match(cpu, new RegExp(`^~?[\\d.]+[nµm]s/op${was} (cum )?· `));
  assert.match(
    await annotation(client, testFile, call, 'alloc_objects'),
    /^2 allocs\/op was 4\d\d · cum · \d+%$/,
  );
  assert.match(
    await annotation(client, testFile, call, 'alloc_space'),
    /^[\d.]+ kB\/op was [\d.]+ · cum · \d+%$/,
  );

  assert.deepEqual(client.annotations.get(testFile)?.news, [{ line: name, isBetter: true, isMore: false }]);
  assert.match(client.sessions.activeNews, /^[\d.]+[nµm]s(?: CPU)?\/op −\d+%$/);
  const table = await hover(client, testFile, name);
  assert.match(table, / with the run of \d{4}-\d\d-\d\d \d\d:\d\d/);
  assert.match(
    table,
    /\| ns(?: CPU)?\/op \| +[\d.]+[µm]s ± .* \| +[\d.]+[µm]s ± .* \| +−[\d.]+% \| +p(?:=|\\<)0\.\d+ n=[\d+]+(?:, CPU time)? \|/,
  );
  assert.match(
    table,
    /\| B\/op \| +[\d.]+ kB.* \| +[\d.]+ kB.* \| +−98.*\n\| allocs\/op \| +\d+.* \| +2 \| +−99/,
  );
  const change = isInTurns || isBusy ? 'machine was busy' : '−[\\d.]+%';
  assert.match(
    await hover(client, testFile, call),
    new RegExp(`\\[CPU time\\]\\([^)]*\\) .*\\scum .*, was \\\\?~?[\\d.]+[µm]s \\(${change}\\)`),
  );

  await annotation(client, codeFile, lineOf(fast, 'AppendInt'), 'cpu');
  const gone = await hover(client, codeFile, lineOf(fast, 'func Digits'));
  assert.match(gone, /Changed or gone since the run before/);
  assert.match(gone, /- (?:\\~)?[\d.]+[µm]s\/op `digits \+= strconv\.Itoa\(i\)`/);

  const compare = (await client.lenses(testFile)).find(({ title }) => title === 'compare');
  assert.ok(compare, 'a lens compares');
  const outcome = (await client.send(compare.command, ...(compare.arguments ?? []))) as OpenOutcome;
  assert.equal(outcome.status, 'opened');
  const shown = client.sessions.sessions.find(({ id }) => id === client.sessions.active?.sessionId);
  assert.ok(shown?.base, 'the flame graph has what to show the difference from');
  await client.until('the output', () => client.output.includes('vs base'));
  assert.match(await annotation(client, testFile, call, 'alloc_space'), /op was /);
});

test('after a restart, the profiles of the earlier run are opened from the history to compare lines', async (t) => {
  const client = await startClient(t);
  const testFile = await client.open(path.join(folder, 'digits_test.go'));
  const lenses = await client.lenses(testFile);
  assert.match(lenses[0]?.title ?? '', /\/op −\d+% · .* → .* → /);
  // Its lines can be compared even if the machine was busy.
  const memory = client.history.runs[0]?.profiles.find(({ kind }) => kind === 'mem');
  await client.execute('openProfile', { path: memory?.path ?? '' });
  await client.until('what the lines cost before', () =>
    (client.annotations.get(testFile)?.annotations ?? []).some(({ text }) => text.includes('op was')),
  );
});

test('the same code is not called different, even if the machine is slower the second time', async (t) => {
  // The newest run is of this code already.
  const client = await startClient(t);
  const testFile = await client.open(path.join(folder, 'digits_test.go'));
  await client.execute('run', { uri: testFile, benchmark: 'BenchmarkDigits' });
  const { title, tooltip } = await resultLens(client, testFile);
  assert.equal(client.sessions.activeNews, 'same code');
  assert.match(title, /^[\d.]+[µm]s\/op, same code · [\d.]+ kB\/op · 2 allocs\/op$/);
  assert.match(tooltip, /, same code \(p=[01]\.\d+ n=5\) · /);
  assert.match(tooltip, /^Both runs ran the same machine code, so/m);
  for (const type of ['cpu', 'alloc_objects', 'alloc_space']) {
    const line = lineOf(benchmark, 'Digits(400)');
    // Few samples, of a busy machine, make it `~`, and one of them may be of the line itself.
    const cost = /^~?[\d.]+ ?[^ ]+\/op cum (?:· ~?[\d.]+ ?[^ ]+ flat )?· \d+%$/;
    assert.match(await annotation(client, testFile, line, type), cost);
  }
});
