/** Two runs at two times, then both in turns: the bundled server over real JSON-RPC, with the real Go toolchain. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { testBinary } from '../../../../src/go/build/testBinary.ts';
import { recordFile } from '../../../../src/go/results/runRecord.ts';
import { testFolder } from '../../../testFolder.ts';
import { type Ending, startedServer } from '../../client.ts';
import { servedModule } from '../../servedModule.ts';

/** An operation that waits about a tenth as many times a millisecond: its CPU time says nothing. */
function source(size: number): string {
  return `package m

import (
	"testing"
	"time"
)

var sink int

func sum(n int) (total int) {
	for i := range n {
		total += i * i % 7
	}
	return total
}

func BenchmarkWork(b *testing.B) {
	time.Sleep(time.Microsecond) // The first one of a goroutine allocates a timer.
	for b.Loop() {
		sink += sum(${size} * 400)
		for range ${size / 10} {
			time.Sleep(100 * time.Microsecond)
		}
	}
}
`;
}

/** Long enough for the machine to be judged. */
const settings = { count: 4, benchtime: '150ms', kinds: ['cpu'], threshold: 0.5 };
const nameLine = source(1)
  .split('\n')
  .findIndex((line) => line.includes('func BenchmarkWork'));

const folder = testFolder();

/**
 * A module whose benchmark has been profiled, made twenty times as fast, which no disturbance hides, and profiled again while the
 * machine was busy. The tests follow one another: the last one settles the difference.
 */
const busyWhile = path.join(folder, 'busy');
const served = await servedModule({ after }, { 'm_test.go': source(200) }, settings, { busyWhile });
const { client, uri } = served;
await served.profile('BenchmarkWork');
writeFileSync(path.join(served.directory, 'm_test.go'), source(10));
await client.change(uri, source(10));
writeFileSync(busyWhile, '');
await served.profile('BenchmarkWork');
unlinkSync(busyWhile);

const hover = () => client.hover(uri, nameLine, 6);

test('measurements in turns that are cancelled leave the results as they are', async () => {
  const running = client.execute('measureInTurns', { uri, benchmark: 'BenchmarkWork' });
  await client.untilLens(uri, 'cancel');
  assert.equal(await client.execute('cancelRun', { uri, benchmark: 'BenchmarkWork' }), true);
  assert.equal((await running).status, 'cancelled');
  assert.match((await client.lensTitles(uri)).join(), /unsure: busy machine/);
});

test('without the binary of an older run, a sentence says what to do instead', async (t) => {
  const runs = path.join(served.storagePath, 'runs');
  const binaries = readdirSync(runs).map((id) => path.join(runs, id, testBinary));
  for (const binary of binaries) renameSync(binary, `${binary}.away`);
  t.after(() => {
    for (const binary of binaries) renameSync(`${binary}.away`, binary);
  });
  const outcome = await client.execute('measureInTurns', { uri, benchmark: 'BenchmarkWork' });
  assert.equal(outcome.status, 'failed');
  assert.match(
    client.messages.join(),
    /The test binary of the run of BenchmarkWork .* Compare with a Git Ref/,
  );
  assert.match((await client.lensTitles(uri)).join(), /unsure: busy machine/);
  const none = await client.execute('measureInTurns', { uri, benchmark: 'BenchmarkNone' });
  assert.equal(none.status, 'failed');
  assert.match(client.messages.at(-1) ?? '', /no earlier run of BenchmarkNone/);
});

test('a difference of two runs on a busy machine is unsure; one click settles it, everywhere and for good', async (t) => {
  const lenses = await client.lenses(uri);
  // A stray byte of the runtime, which is counted, may stand before it.
  assert.match(lenses[0]?.title ?? '', /(?:^|\s)[\d.]+ → [\d.]+ms\/op, unsure: busy machine/);
  assert.doesNotMatch(lenses.map(({ title, tooltip }) => `${title} ${tooltip}`).join(), /p=|[−+]\d/);
  const unsure = await hover();
  assert.match(unsure, /the machine was busy during one of them/);
  // Counted rows, such as B/op's, are as sure on a busy machine, and say their p.
  const timed = unsure.split('\n').filter((row) => row.includes('ns/op'));
  assert.ok(timed.length > 0, unsure);
  assert.doesNotMatch(timed.join('\n'), /p=/);
  await client.until('the second run', () => client.history.runs.length === 2);
  const [now, before] = client.history.runs;
  assert.deepEqual([now?.change, now?.verdict], ['unsure: busy machine', 'same']);
  const pair = { runId: now?.runId ?? '', baseId: before?.runId ?? '' };
  await client.execute('compareRuns', pair);
  await client.until('the comparison', () => client.output.includes('vs base'));
  assert.match(client.output, /~ \(p=0\.\d+ n=4\)/);
  assert.match(client.output, /ns\/op: [\d.]+ms → [\d.]+ms\/op, unsure: busy machine\. The two runs/);

  const click = lenses.find(({ title }) => title === 'measure in turns');
  assert.ok(click, 'one click settles it');
  const outcome = await client.send(click.command, ...(click.arguments ?? []));
  assert.deepEqual(outcome, { status: 'done', sessionIds: [] }, client.messages.join());

  const titles = await client.lensTitles(uri);
  assert.match(titles.join(), /[\d.]+ms\/op −\d+%/);
  assert.doesNotMatch(titles.join(), /ms\/op[^,·]*unsure|in turns/);
  assert.match(await hover(), /Measured again in turns with the run of/);
  const runs = path.join(served.storagePath, 'runs');
  const kept = readdirSync(runs).map((id) => readFileSync(path.join(runs, id, recordFile), 'utf8'));
  assert.match(kept.join(), /"level": [^,]+,\s*"took": \d/, 'the next price is that of these turns');
  await client.until('the change in the list of runs', () => client.history.runs[0]?.verdict === 'better');
  // Forty are planned. A look settles it.
  assert.match(client.history.runs[0]?.change ?? '', /^−\d+% \(p[=<]0\.0\d+ n=[12]\d\)$/);
  client.output = '';
  await client.execute('compareRuns', pair);
  await client.until('the comparison', () => client.output.includes('vs base'));
  assert.match(client.output, /-\d+\.\d+% \(p=0\.00\d n=\d+\)/);
  // What is allocated once is shared by few operations, and so B/op may be unsure.
  assert.doesNotMatch(client.output, /ns\/op: .*unsure/);
  assert.deepEqual(readdirSync(path.join(served.storagePath, 'runs')).length, 2, 'no other folder is left');
  await inAnotherWindow(t);
});

async function inAnotherWindow(t: Ending): Promise<void> {
  const client = await startedServer(t, {
    folder: served.directory,
    initializationOptions: { decorations: true, storagePath: served.storagePath },
    settings,
  });
  const uri = await client.open(path.join(served.directory, 'm_test.go'));
  await client.untilLens(uri, '−');
}

test('no kept binary runs in a workspace that is not trusted', async (t) => {
  const client = await startedServer(t, { folder, initializationOptions: { trusted: false } });
  const outcome = await client.execute('measureInTurns', { uri: 'file:///m/m_test.go', benchmark: null });
  assert.equal(outcome.status, 'failed');
  assert.match(client.messages.join(), /this workspace is not trusted/);
});
