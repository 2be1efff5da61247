/** The hover of a benchmark's name, and its menu: in full what the lenses say in a few words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { property } from '../../../src/base/outsideValues.ts';
import type { RecordedBenchmark } from '../../../src/go/results/runRecord.ts';
import { benchmarkHover } from '../../../src/server/hovers/benchmarkHover.ts';
import { benchmarkMenu } from '../../../src/server/lenses/benchmarkMenu.ts';
import { codeLenses } from '../../../src/server/lenses/lenses.ts';
import type { LensSources } from '../../../src/server/lenses/lensState.ts';
import { document, measured, otherEditor, ourEditor, scanner, sources, twelve, uri } from './lensFixture.ts';

const hover = (from: LensSources, name: string, options = ourEditor) =>
  (benchmarkHover(document, name, from, options) ?? '').replaceAll(/[\u00a0\u2060]+/g, ' ');

test('the hover of the name has every metric, also without anything to compare with', () => {
  const text = hover(sources([measured({ 'ns/op': 1000, 'B/op': 480, 'p99-ns/op': 7 })]), 'BenchmarkA');
  assert.match(
    text,
    /^\*\*BenchmarkA\*\*\n\n.*now.*\n.*\n\| ns\/op \| +1µs ±0% \|\n\| B\/op \| +480 B \|\n\| p99-ns\/op \| +7 \|/,
  );
  assert.match(text, /\[What can be done\]\(command:pprofLens\.benchmarkMenu\?/);
  assert.equal(hover(sources([]), 'BenchmarkA'), '');
});

test('the hover of a benchmark with sub-benchmarks has all of them, and says where the rest is', () => {
  const many = Array.from({ length: 75 }, (_, i) => ({
    ...measured({ 'ns/op': 5 + i, 'allocs/op': i }),
    name: `BenchmarkB/n|${i}`,
  }));
  const later = many.slice(0, 12).map((part) => ({ ...part, ...measured({ 'ns/op': 50, 'allocs/op': 9 }) }));
  const text = hover(sources([...many, ...later]), 'BenchmarkB');
  const rows = text.split('\n').filter((line) => line.startsWith('| n\\|'));
  assert.equal(rows.length, 60);
  assert.match(rows[0] ?? '', /^\| n\\\|0 \| +50ns ±0% \| +0 → 9 \| +\+900% \|/);
  assert.match(rows[59] ?? '', /^\| n\\\|59 \| +64ns ±0% \| +59 \| +\|/);
  assert.match(text, /And 15 more, which the table of all results has\./);
  assert.match(text, /\[All results\]\(command:pprofLens\.showResults\?/);
  assert.doesNotMatch(hover(sources(many), 'BenchmarkB', otherEditor), /command:/);
});

test('the hover of sub-benchmarks says of a time that it is CPU time', () => {
  const waiting = (time: number) => ({
    measurements: [0, 1, 2, 3, 4, 5].map((i) => ({
      iterations: 10,
      metrics: { 'ns/op': time + i },
      core: { running: 0.5, waiting: 0.5 },
    })),
    name: 'BenchmarkB/a',
  });
  const text = hover(sources([waiting(1000), { ...waiting(800), inTurns: { with: 'r0' } }]), 'BenchmarkB');
  assert.match(text, /^\| a \| +401ns CPU \| +−20% \|/m);
});

test('measurements in turns are offered where the machine hides changes that matter, and nowhere else', () => {
  const spread = (by: number) => ({
    measurements: [0, 1, 2, 3, 4, 5].map((i) => ({ iterations: 10, metrics: { 'ns/op': 1000 + by * i } })),
  });
  const offered = (by: number) =>
    codeLenses(document, scanner, sources([spread(by), spread(by)]), ourEditor).some(
      ({ command }) => command?.title === 'measure in turns',
    );
  assert.deepEqual([offered(1), offered(200)], [false, true]);
});

test('other layouts are offered where they may be all that a change comes from', () => {
  const offered = (now: number) =>
    codeLenses(
      document,
      scanner,
      sources([measured({ 'ns/op': 1000 }), measured({ 'ns/op': now })]),
      ourEditor,
    ).some(({ command }) => command?.title === 'check in other layouts');
  assert.deepEqual([offered(1000), offered(880), offered(1200), offered(500)], [false, true, true, false]);
});

test('the menu has the sentences of the lens, and everything that can be done', () => {
  const notes = [{ code: 'noise-busy', template: 'Busy.', args: [] }];
  const from = sources([
    { ...measured({ 'ns/op': 1000, 'p99-ns/op': 7 }), took: 3100 },
    { ...measured({ 'ns/op': 880, 'p99-ns/op': 7 }), notes, took: 2900 },
  ]);
  const menuOf = (benchmark: string | null, at = from) =>
    benchmarkMenu(document, { uri, benchmark }, scanner, at, ourEditor);
  const menu = menuOf('BenchmarkA');
  assert.equal(menu.title, 'BenchmarkA');
  const labels = menu.groups.flatMap(({ items }) =>
    items.map(({ label, description = '' }) => `${label} ${description}`.trim()),
  );
  assert.deepEqual(
    labels.slice(0, 6).map((label) => label.replace(/ of \d.*/, '')),
    [
      '880ns/op ±0% was 1µs/op, unsure: busy machine',
      '7 p99-ns/op as before',
      'Busy.',
      'Measure in turns with the run',
      'Profile again',
      'Measure 12 times',
    ],
  );
  assert.match(
    labels[3] ?? '',
    / of .* at most about 60 s$/,
    'forty short ones of each, twice, and the links',
  );
  const measurements = [0, 1, 2, 3, 4, 5].map(() => ({ iterations: 10, metrics: { 'ns/op': 1000 } }));
  const priceAfter = (part: Partial<RecordedBenchmark>) =>
    menuOf(
      'BenchmarkA',
      sources([
        { measurements, took: 3100 },
        { measurements, ...part },
      ]),
    )
      .groups.flatMap(({ items }) => items)
      .find(({ label }) => label.startsWith('Measure in turns'))?.description;
  const again = { takenAt: 2000, base: measurements, measurements, notes: [], took: 600 };
  assert.deepEqual(
    [
      priceAfter({ took: 600, inTurns: { with: 'r0' } }),
      priceAfter({ took: 3100, inTurns: { with: 'r0', again } }),
    ],
    Array.from({ length: 2 }, () => 'at most about 2 min'),
    'forty of each, twice, as long as they took in turns on this machine',
  );
  assert.match(labels[6] ?? '', /^Compare with the run of /);
  const ofA = codeLenses(document, scanner, from, ourEditor).flatMap(({ command }) =>
    command?.arguments?.some((each) => property(each, 'benchmark') === 'BenchmarkA') ? [command.title] : [],
  );
  const lensTitles = [
    '$(refresh)\u00a0profile again',
    'measure in turns',
    '1µs → 880ns/op, unsure: busy machine',
  ];
  assert.deepEqual(ofA.slice(0, 3), lensTitles);
  assert.match(hover(from, 'BenchmarkA'), /unsure \| +busy machine \|\n.*\[Measure in turns\]\(command:/s);
  assert.deepEqual(
    menu.groups.map(({ heading }) => heading.replace(/ of .*/, '')),
    ['Result, compared with the run', 'Actions', 'Flame graph'],
  );
  const subs = menuOf('BenchmarkB', sources(twelve())).groups[0]?.items ?? [];
  assert.deepEqual(
    [subs.length, subs[11]?.label, subs[11]?.description],
    [12, 'size=100000000000', '3.10µs/op ±0%'],
  );
  const ofFile = menuOf(null, sources(twelve())).groups[0]?.items ?? [];
  assert.deepEqual(
    ofFile.map(({ label, description }) => [label, description]),
    [
      ['BenchmarkA', 'not profiled yet'],
      ['BenchmarkB', '12 sub-benchmarks · 5.30ns to 3.10µs/op'],
    ],
  );
});

test('why a time has not changed for certain stands in the row of the time, also below a change that is certain', () => {
  const spread = (bytes: number) => ({
    measurements: [0, 1, 2, 3, 4, 5].map((i) => ({
      iterations: 10,
      metrics: { 'ns/op': 1000 + 300 * i, 'B/op': bytes },
    })),
  });
  const menu = benchmarkMenu(
    document,
    { uri, benchmark: 'BenchmarkA' },
    scanner,
    sources([spread(64), spread(0)]),
    ourEditor,
  );
  const [memory, time] = menu.groups[0]?.items ?? [];
  assert.deepEqual([memory?.label, memory?.detail], ['0 B/op', undefined]);
  assert.match(`${time?.label} ${time?.detail}`, /^1\.75µs\/op .*Too noisy/);
});
