/** The lenses of a test file: short enough to be read, with the sentences in their tooltips. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { clientCommandId, serverCommandId } from '../../../src/protocol.ts';
import { lensTitle } from '../../../src/server/client/lensCommand.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { numbersSoFar } from '../../../src/server/lenses/benchmarkNews.ts';
import type { LensOptions } from '../../../src/server/lenses/lensCommands.ts';
import { codeActions, codeLenses } from '../../../src/server/lenses/lenses.ts';
import { type LensSources, noNews } from '../../../src/server/lenses/lensState.ts';
import { testLenses } from '../../../src/server/runs/tests/testLenses.ts';
import { TestResults } from '../../../src/server/runs/tests/testResults.ts';
import {
  document,
  lenses,
  measured,
  otherEditor,
  ourEditor,
  row,
  scanner,
  shown,
  sources,
  titles,
  twelve,
  uri,
} from './lensFixture.ts';

test('before a run there is one lens for the file, where it is seen first, and one for each benchmark', () => {
  const all = lenses(sources([]));
  assert.deepEqual(
    all.map(({ range, command }) => [range.start.line, command?.title, command?.command]),
    [
      [3, 'profile both benchmarks', serverCommandId('run')],
      [5, 'profile this benchmark', serverCommandId('run')],
      [7, 'profile this benchmark', serverCommandId('run')],
      [7, 'profile this benchmark', serverCommandId('run')],
    ],
  );
  assert.deepEqual(all[0]?.command?.arguments, [{ uri, benchmark: null }]);
  assert.match(all[0]?.command?.tooltip ?? '', /BenchmarkA, BenchmarkB$/);
  assert.deepEqual(lenses(sources([]), otherEditor).length, 4, 'every editor has them');
});

test('of a benchmark that waits, the lens goes on to offer a profile of what it waits for', () => {
  const waits = {
    ...measured({ 'ns/op': 1000 }),
    notes: [{ code: 'waited', template: 'It waited.', args: [] }],
  };
  const lensOf = (options: LensOptions) =>
    row(lenses(sources([waits]), options), 'BenchmarkA').find(({ title }) => title === 'profile waiting');
  for (const options of [ourEditor, otherEditor]) {
    assert.deepEqual(lensOf(options)?.arguments, [{ uri, benchmark: 'BenchmarkA', kinds: ['wait', 'cpu'] }]);
    assert.equal(lensOf(options)?.tooltip, 'It waited.');
  }
});

test('of tests only the file has a lens, and those that ran alone; if it is wanted, each has one', () => {
  const tests = new DocumentText(
    '/m/b_test.go',
    'package m\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n\nfunc TestB(t *testing.T) {}\n',
  );
  const results = new TestResults();
  const of = (file: DocumentText, all: boolean) =>
    testLenses(file, scanner, { ...otherEditor, results, entries: [], all }).map(
      ({ command }) => command?.title,
    );
  const first = ['profile this test', 'profile this test'];
  assert.deepEqual(
    [of(tests, false), of(tests, true)],
    [['profile both tests'], ['profile both tests', ...first]],
  );
  const one = new DocumentText(tests.path, tests.text.replace('func TestB', 'func helper'));
  assert.deepEqual([of(one, false), of(one, true)], [['profile TestA'], ['profile this test']]);
  const ran = (...names: string[]) => {
    const facts = {
      directory: '/m',
      importPath: 'm',
      outcome: 'pass',
      seconds: 1,
      runs: 1,
      seen: '',
      place: null,
    } as const;
    const each = names.map((name) => ({ ...facts, name, cpu: null, memory: { value: 1024, total: 2048 } }));
    results.put({ runId: names.join(), title: '', takenAt: 1, results: each, cost: null });
  };
  ran('TestA', 'TestB');
  assert.deepEqual(of(tests, false), ['profile both tests', 'list by cost']);
  ran('TestB');
  assert.deepEqual(of(tests, false), ['profile both tests', 'profile again', '1024 B allocated']);
});

test('a file without benchmarks has no lens', () => {
  const none = new DocumentText(
    '/m/a_test.go',
    'package m\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
  );
  assert.deepEqual(codeLenses(none, scanner, sources([]), ourEditor), []);
});

test('the result, the doubt and the memory stand apart, and each has its action', () => {
  const notes = [
    { code: 'noise-busy', template: 'Other processes kept {0} of {1} cores busy.', args: ['1.6', 2] },
  ];
  const profiles = [
    { kind: 'cpu' as const, file: 'a.cpu.pprof', operations: 10 },
    { kind: 'mem' as const, file: 'a.mem.pprof', operations: 10 },
  ];
  const part = { ...measured({ 'ns/op': 1_050_000, 'B/op': 480, 'allocs/op': 3 }), notes, profiles };
  const commands = row(lenses(sources([part])), 'BenchmarkA');
  assert.equal(
    shown(commands),
    '$(refresh)\u00a0profile again | 1.05ms/op ±0% · noisy | 480 B/op · 3 allocs/op | flame graph',
  );
  assert.deepEqual(
    commands.map(({ command, arguments: args }) => [command, args?.[0]]),
    [
      [serverCommandId('run'), { uri, benchmark: 'BenchmarkA' }],
      [clientCommandId('benchmarkMenu'), { uri, benchmark: 'BenchmarkA' }],
      [clientCommandId('showFlameGraph'), { profilePath: path.join('/runs/run-1', 'a.mem.pprof') }],
      [clientCommandId('showFlameGraph'), { profilePath: path.join('/runs/run-1', 'a.cpu.pprof') }],
    ],
  );
  assert.equal(commands[0]?.tooltip, 'Profile BenchmarkA again', 'an icon has words');
  assert.match(commands[1]?.tooltip ?? '', /^1\.05ms\/op .*\nOther processes kept 1\.6 of 2 cores busy\.\n/);
});

test('metrics of the benchmark’s own do not make the lens long; its tooltip has them', () => {
  const own = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`a-metric-with-a-long-name-${i}/op`, i]),
  );
  const part = measured({ 'ns/op': 1_050_000, 'B/op': 48_000, 'allocs/op': 1234, 'MB/s': 3, ...own });
  const commands = row(lenses(sources([part])), 'BenchmarkA');
  assert.ok(shown(commands).length <= 85, shown(commands));
  assert.match(commands[1]?.tooltip ?? '', /a-metric-with-a-long-name-7/);
});

test('that the code has changed comes before every other doubt', () => {
  const notes = [{ code: 'noise-busy', template: 'Busy.', args: [] }];
  const news = { ...noNews, codeChanged: () => true };
  const commands = row(lenses(sources([{ ...measured({ 'ns/op': 5 }), notes }], { news })), 'BenchmarkA');
  assert.equal(commands[1]?.title, '5ns/op ±0% · code changed');
  assert.match(commands[1]?.tooltip ?? '', /The code has changed since\.\nBusy\./);
});

test('while it runs, the lenses are those of its progress', () => {
  const progress = { title: lensTitle('3 of 12 · about 40 s'), command: 'cancel' };
  const news = (since: number): LensSources['news'] => ({
    ...noNews,
    running: (_, name) => (name === 'BenchmarkA' ? { lenses: [progress], since, soFar: '~5ns/op' } : null),
  });
  const known = [measured({ 'ns/op': 5 })];
  assert.deepEqual(row(lenses(sources(known, { news: news(2000) })), 'BenchmarkA'), [progress]);
  assert.deepEqual(
    numbersSoFar(document, scanner, { news: news(2000) }).map(({ line, text, mark }) => [line, text, mark]),
    [[5, '~5ns/op', '']],
  );
  const soFar = row(lenses(sources(known, { news: news(500) })), 'BenchmarkA');
  assert.deepEqual(titles(soFar), [progress.title, '5ns/op ±0%'], 'what this run has measured already');
});

test('sub-benchmarks are one summary: how many, from where to where', () => {
  const from = sources(twelve());
  const commands = row(lenses(from), 'BenchmarkB');
  assert.equal(
    shown(commands),
    '$(refresh)\u00a0profile again | 12 sub-benchmarks · 5.30ns to 3.10µs/op · show | flame graph of size=100000000000 | profile this benchmark',
    'the written one has its own lens at its place',
  );
  assert.deepEqual(commands[1]?.arguments, [{ uri, benchmark: 'BenchmarkB' }]);
  assert.deepEqual(commands[2]?.command, clientCommandId('showFlameGraph'));
});

test('the summary says how many have become slower and faster, and of which the lines show the costs', () => {
  const later = twelve(1.5).map((part, i) => ({ ...part, runId: `later ${i}`, takenAt: 5000 + i }));
  const from = sources([...twelve(), ...later], { shownRunId: 'later 3' });
  const commands = row(lenses(from), 'BenchmarkB');
  assert.equal(commands[1]?.title, '12 sub-benchmarks · 7.95ns to 3.10µs/op · 4 slower · show');
  assert.equal(commands[2]?.title, 'lines show size=1000');
});

test('the summary counts the sub-benchmarks that have failed, not those that skip themselves', () => {
  const from = sources(twelve());
  const [known] = from.results.latest;
  assert.ok(known);
  for (const code of ['benchmark-failed', 'skipped']) {
    const problems = [{ code, template: 'No disk.', args: [] }];
    const name = `BenchmarkB/${code}`;
    from.results.put({ ...known, name, runId: code, measurements: [], problems }, []);
  }
  const commands = row(lenses(from), 'BenchmarkB');
  assert.equal(commands[1]?.title, '12 sub-benchmarks · 1 failed · 5.30ns to 3.10µs/op · show');
});

test('a benchmark that has measured nothing says whether it has failed or skips itself', () => {
  const title = (code: string) => {
    const news = { ...noNews, failure: () => ({ code, template: 'No disk.', args: [] }) };
    return titles(row(lenses(sources([], { news })), 'BenchmarkA'))[0];
  };
  assert.equal(title('benchmark-failed'), lensTitle('failed: see why', 'error'));
  assert.equal(title('skipped'), lensTitle('skipped: see why', 'debug-step-over'));
});

test('the summary says what became of the memory, and that all have run the same code', () => {
  const summary = (allocs: number, codeHash: string) => {
    const runs = [
      { 'ns/op': 100, 'allocs/op': 5 },
      { 'ns/op': 102, 'allocs/op': allocs },
    ];
    const parts = runs.map((metrics, i) => ({
      ...measured(metrics),
      name: 'BenchmarkB/a',
      ...(i === 0 ? { codeHash: 'c' } : { codeHash }),
    }));
    return row(lenses(sources(parts)), 'BenchmarkB').find(({ title }) => /1 sub/.test(title))?.title;
  };
  assert.equal(summary(0, 'd'), '1 sub-benchmark · 102ns/op · 1 allocates less, 1 unsure · show');
  assert.equal(summary(5, 'c'), '1 sub-benchmark · 102ns/op · same code · show');
});

test('a long name of a sub-benchmark is shortened at its beginning, where names are alike', () => {
  const name = `BenchmarkB/${'the-same-long-beginning/'.repeat(4)}size=10`;
  const commands = row(lenses(sources([{ ...measured({ 'ns/op': 5 }), name }])), 'BenchmarkB');
  assert.equal(commands[1]?.title, '1 sub-benchmark · 5ns/op · show');
  assert.match(commands[2]?.title ?? '', /^flame graph of …\/size=10$/);
});

test('sub-benchmarks with different units have no range', () => {
  const parts = [
    { ...measured({ 'ns/op': 5 }), name: 'BenchmarkB/a' },
    { ...measured({ 'widgets/s': 7 }), name: 'BenchmarkB/b' },
  ];
  assert.equal(row(lenses(sources(parts)), 'BenchmarkB')[1]?.title, '2 sub-benchmarks · show');
});

test('the lens of the file says what has come of profiling all', () => {
  const some = row(lenses(sources([measured({ 'ns/op': 5 })])), null);
  assert.deepEqual(titles(some), [
    '$(refresh)\u00a0profile both benchmarks',
    '1 of 2 benchmarks profiled · show',
  ]);
  const all = row(lenses(sources([measured({ 'ns/op': 5 }), ...twelve()])), null);
  assert.deepEqual(titles(all), ['$(refresh)\u00a0profile both benchmarks', '2 benchmarks profiled · show']);
  assert.deepEqual(all[1]?.arguments, [{ uri, benchmark: null }]);
});

test('an editor without our menu and icons gets words, and every lens runs a command of the server', () => {
  const notes = [{ code: 'noise-busy', template: 'Busy.', args: [] }];
  const from = sources([{ ...measured({ 'ns/op': 5, 'B/op': 0, 'allocs/op': 0 }), notes }, ...twelve()]);
  const all = lenses(from, otherEditor);
  assert.deepEqual(titles(row(all, 'BenchmarkA')), ['5ns/op ±0% · noisy · 0 allocs/op', 'measure 12 times']);
  assert.deepEqual(titles(row(all, 'BenchmarkB')).slice(0, 1), ['12 sub-benchmarks · 5.30ns to 3.10µs/op']);
  for (const { command } of all) {
    assert.match(command?.command ?? '', /^pprofLens\.server\./);
    assert.doesNotMatch(command?.title ?? '', /\$\(/);
  }
});

test('an editor without our menu has actions for the sub-benchmarks that have no lens', () => {
  const range = { start: { line: 7, character: 0 }, end: { line: 7, character: 0 } };
  const names = (options: LensOptions) =>
    codeActions(document, scanner, sources(twelve()), { options, range }).map(({ title }) => title);
  assert.deepEqual(names(ourEditor), ['Profile BenchmarkB', 'Profile BenchmarkB/written']);
  assert.equal(names(otherEditor).length, 14);
});

test('names of sub-benchmarks draw no icon, and long ones have an end', () => {
  for (const name of ['BenchmarkA/$(trash)', `BenchmarkA/${'x'.repeat(100_000)}$(trash)`]) {
    const from = sources([{ name, ...measured({ 'ns/op': 5, '$(trash)/op': 3 }) }], { shownRunId: 'r0' });
    for (const options of [ourEditor, otherEditor]) {
      for (const { command } of lenses(from, options)) {
        const texts = `${command?.title} ${command?.tooltip ?? ''}`;
        assert.doesNotMatch(texts, /\$\((?!refresh\))/);
        assert.ok(texts.length < 3000, String(texts.length));
      }
    }
    const shown = titles(row(lenses(from), 'BenchmarkA')).find((title) => /lines show/.test(title)) ?? '';
    assert.ok(shown.endsWith('$\u2060(trash)'), shown);
  }
});
