/** Runs that wait, are clicked twice or are cancelled: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../../eventually.ts';
import { goModule } from '../../../go/goModule.ts';
import { processesNaming } from '../../../processes.ts';
import type { Ending } from '../../client.ts';
import { type ServedModule, servedModule } from '../../servedModule.ts';

const files = {
  'm_test.go': `package m

import (
	"strconv"
	"testing"
	"time"
)

var kept []byte

// It takes time, which these tests need, and no processor.
func work(n int) {
	for range n {
		kept = make([]byte, 512) // here
	}
	time.Sleep(100 * time.Microsecond)
}

func BenchmarkLong(b *testing.B) {
	for b.Loop() {
		work(100)
	}
}

func BenchmarkShort(b *testing.B) {
	for b.Loop() {
		work(10)
	}
}

func BenchmarkSizes(b *testing.B) {
	for n := 1; n < 4; n++ {
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) {
			if n > 1 {
				time.Sleep(time.Hour) // until it is cancelled
			}
			for b.Loop() {
				work(n)
			}
		})
	}
}
`,
};

/** Each test has a server and a storage of its own, and what is built once serves all of them. */
const { directory } = goModule(files);
const served = (t: Ending, settings: Readonly<Record<string, unknown>>) =>
  servedModule(t, files, settings, { directory, storagePath: mkdtempSync(`${directory}-storage`) });

/** The titles of the lenses above a benchmark. */
async function lenses({ client, uri, directory }: ServedModule, name: string): Promise<string[]> {
  const text = readFileSync(path.join(directory, 'm_test.go'), 'utf8').split('\n');
  const line = text.findIndex((each) => each.startsWith(`func ${name}(`));
  return (await client.allLenses(uri))
    .filter(({ range }) => range.start.line === line)
    .map(({ command }) => command?.title ?? '');
}

/** Waits for a lens above a benchmark. The server tells of new lenses at most once a second. */
async function lensThat(module: ServedModule, name: string, pattern: RegExp): Promise<string[]> {
  let titles: string[] = [];
  return eventually(
    () => `a lens of ${name} that is ${pattern}, but ${titles.join(' | ')}`,
    async () => {
      titles = await lenses(module, name);
      return titles.some((title) => pattern.test(title)) && titles;
    },
  );
}

const runningIn = (directory: string) => processesNaming(path.dirname(directory));

test('what was measured before a cancel is kept, is said to be partial, and is compared with nothing', async (t) => {
  // go says which programs it runs.
  const settings = { count: 50, benchtime: '100ms', kinds: ['cpu', 'mem'], flags: ['-x'] };
  const module = await served(t, settings);
  const { client, uri, directory, storagePath } = module;
  const run = client.execute('run', { uri, benchmark: 'BenchmarkLong' });
  const shown = await lensThat(module, 'BenchmarkLong', /^~\S+\/op · \u2007?(?:[4-9]|[1-4]\d) of 53/);
  assert.match(shown[0] ?? '', /^~\S+\/op · (?:\u2007\d|\d\d) of 53 · (?:about \d+ s|a few seconds)$/);
  assert.deepEqual(shown.slice(1), ['cancel']);
  assert.equal(await client.execute('cancelRun', { uri, benchmark: 'BenchmarkLong' }), true);
  const outcome = await run;
  assert.deepEqual(outcome, { status: 'cancelled', sessionIds: [] });
  const [lens] = await lenses(module, 'BenchmarkLong');
  assert.match(lens ?? '', /[µm]s\/op( ±\d+%)? · partial: \d+ of 50 · .* allocs\/op$/);
  assert.deepEqual(runningIn(directory), [], 'no process is left');

  const [kept] = client.history.runs;
  assert.match(kept?.result ?? '', / · \d+ of 50 measured, cancelled$/);
  assert.ok(
    kept?.details.some(({ name, value }) => name === 'Cancelled' && /^\d+ of 50 measured/.test(value)),
  );
  const storage = path.join(storagePath, 'runs');
  const [folder = ''] = readdirSync(storage);
  const record: unknown = JSON.parse(readFileSync(path.join(storage, folder, 'run.json'), 'utf8'));
  const [benchmark] = (record as { benchmarks: { partial: unknown; runs: unknown[] }[] }).benchmarks;
  assert.deepEqual(benchmark?.partial, { count: 50, kinds: ['cpu', 'mem'] });
  assert.ok((benchmark?.runs.length ?? 0) >= 3);

  const linked = /\/(?:compile|link)(?:\.exe)?"? /;
  assert.match(client.output, linked);
  client.output = '';
  const again = { uri, benchmark: 'BenchmarkLong', count: 4, kinds: ['mem'] } as const;
  assert.equal((await client.execute('run', again)).status, 'done');
  const [whole] = await lenses(module, 'BenchmarkLong');
  assert.match(client.output, / test -c /);
  assert.doesNotMatch(client.output, linked, 'nothing has changed, so nothing is built');
  assert.doesNotMatch(whole ?? '', /→|~|partial/, 'the cancelled run is nothing to compare with');
});

test('a profile is opened as soon as it is there, the first with its lines, and stays after a cancel', async (t) => {
  const module = await served(t, { count: 1, benchtime: '2s', kinds: ['mem', 'cpu', 'block'] });
  const { client, uri } = module;
  const run = client.execute('run', { uri, benchmark: 'BenchmarkShort' });
  await client.until('the lines of the first profile', () => client.sessions.active !== null);
  const [result] = await lensThat(module, 'BenchmarkShort', /allocs\/op/);
  assert.match(result ?? '', /^3 of 5 · /, 'the run still goes on');
  const { active } = client.sessions;
  await client.until('the second profile', () => client.sessions.sessions.length === 2);
  assert.deepEqual(client.sessions.active, active, 'what is shown stays');
  assert.equal(await client.execute('cancelRun', null), true);
  const outcome = await run;
  assert.equal(outcome.status, 'cancelled');
  assert.deepEqual(
    client.sessions.sessions.map(({ id, title }) => [id, title]),
    [
      [outcome.sessionIds[1], 'BenchmarkShort · CPU'],
      [outcome.sessionIds[0], 'BenchmarkShort · Memory'],
    ],
  );
  assert.ok(client.sessions.sessions[1]?.operations, 'costs are per operation');
  const [lens] = await lenses(module, 'BenchmarkShort');
  assert.match(lens ?? '', / · partial · .*10 allocs\/op$/);
  await client.until('costs on the lines', () => client.costs(uri).length > 0);
});

test('of several sub-benchmarks, each result is shown as soon as it is there, and kept', async (t) => {
  const module = await served(t, { count: 2, benchtime: '500ms', kinds: ['cpu'] });
  const { client, uri } = module;
  const run = client.execute('run', { uri, benchmark: 'BenchmarkSizes' });
  await lensThat(module, 'BenchmarkSizes', /^measuring$/);
  await lensThat(module, 'BenchmarkSizes', /^1 so far · .*\/op/);
  await client.execute('cancelRun', { uri, benchmark: 'BenchmarkSizes' });
  assert.equal((await run).status, 'cancelled');
  const titles = await lenses(module, 'BenchmarkSizes');
  assert.ok(
    titles.some((title) => /^1 sub-benchmark · .*\/op · partial$/.test(title)),
    titles.join(' | '),
  );
});

test('a benchmark that waits says for which, a second click on either is no second run, and it can be cancelled', async (t) => {
  const module = await served(t, { count: 1, benchtime: '1s', kinds: ['mem'] });
  const { client, uri, directory } = module;
  const first = client.execute('run', { uri, benchmark: 'BenchmarkLong' });
  const second = client.execute('run', { uri, benchmark: 'BenchmarkShort' });
  assert.deepEqual(await lensThat(module, 'BenchmarkShort', /^waits/), ['waits for BenchmarkLong', 'cancel']);
  assert.deepEqual(client.progressTokens.length, 1, 'only the one that runs has a progress bar');
  for (const benchmark of ['BenchmarkLong', 'BenchmarkShort']) {
    assert.deepEqual(await client.execute('run', { uri, benchmark }), { status: 'running', sessionIds: [] });
  }
  assert.equal(client.messages.length, 2, 'an editor without our extension is told what runs');
  assert.match(
    client.messages[0] ?? '',
    /^(?:Building the benchmark|BenchmarkLong: (?:starting|measurement))/,
  );
  assert.equal(await client.execute('cancelRun', { uri, benchmark: 'BenchmarkShort' }), true);
  assert.deepEqual(await second, { status: 'cancelled', sessionIds: [] });
  assert.deepEqual(await lenses(module, 'BenchmarkShort'), ['profile this benchmark']);
  assert.equal((await first).status, 'done');
  assert.equal(client.history.runs.length, 1, 'what was cancelled never starts');
  assert.equal(await client.execute('cancelRun', null), false);
  assert.deepEqual(runningIn(directory), []);
});

test('the lens of a file is the progress of all its benchmarks, and cancels them', async (t) => {
  const module = await served(t, { count: 2, benchtime: '500ms', kinds: [] });
  const { client, uri } = module;
  const single = client.execute('run', { uri, benchmark: 'BenchmarkLong' });
  await lensThat(module, 'BenchmarkLong', /^(?:building|\d of)/);
  const all = client.execute('run', { uri, benchmark: null });
  const ofFile = async () =>
    (await client.allLenses(uri)).flatMap(({ range, command }) =>
      range.start.line < 10 ? (command?.title ?? '') : [],
    );
  await lensThat(module, 'BenchmarkShort', /^waits for BenchmarkLong$/);
  assert.deepEqual(await ofFile(), ['waits for BenchmarkLong', 'cancel']);
  assert.equal((await single).status, 'done', 'the other run in the folder goes on');
  await lensThat(module, 'BenchmarkShort', /^(?:\d of|measuring)/);
  assert.match((await ofFile())[0] ?? '', /^(?:[\d\u2007]+ of|measuring)/);
  assert.equal(await client.execute('cancelRun', { uri, benchmark: null }), true);
  assert.equal((await all).status, 'cancelled');
  assert.doesNotMatch((await ofFile()).join(), /cancel/);
});
