// The verdicts of `bench --against` in words, and in JSON: which changes would not have been found, and what would find them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { judge } from '../../../src/bench/verdicts/gate.ts';
import { compareWithBase, comparisonJson } from '../../../src/cli/bench/benchComparison.ts';
import { verdictsMarkdown, verdictsText } from '../../../src/cli/bench/verdictText.ts';
import { resultOf } from '../../server/builders.ts';
import { succeeded } from '../../why.ts';

type Values = readonly (readonly number[])[];

/** Three equal measurements of each layout, or without layouts a measurement for each value. */
function timed(values: readonly number[], hasLayouts: boolean): Measurement[] {
  return values.flatMap((time, layout) => {
    const one = { iterations: 1, metrics: { 'ns/op': time } };
    return hasLayouts ? [1, 2, 3].map(() => ({ ...one, layout })) : [one];
  });
}

/** The first line, of benchmarks of these values in both versions. */
function firstLine(benchmarks: Values, { threshold = 0.05, hasLayouts = true } = {}): string {
  const pairs = benchmarks.map((values) => ({
    base: timed(values, hasLayouts),
    measurements: timed(
      values.map((value) => value + 0.01),
      hasLayouts,
    ),
    circumstances: inTurns,
    facts: {},
    rounds: [],
  }));
  const outcome = judge(pairs, { alpha: 0.05, threshold });
  const verdicts = outcome.verdicts.flatMap((units, i) =>
    units.map((each) => ({ ...each, name: `Benchmark${i}` })),
  );
  const [line = ''] = verdictsText(verdicts, outcome, { threshold }).split('\n');
  const [markdown = ''] = verdictsMarkdown(verdicts, outcome, { threshold }).split('\n');
  assert.equal(markdown.replaceAll('\\', ''), line);
  return line;
}

describe('what would not have been found', () => {
  const calm = [998, 999, 1000, 1001, 1002];
  const wide = [920, 960, 1000, 1040, 1080];

  test('is said with the number of layouts that would find it', () => {
    assert.equal(
      firstLine([calm, wide]),
      'Verdicts over all benchmarks and metrics together: 2 same. Changes of the time below these would not be found here: Benchmark1 13%. --layouts=28 would find 5%.',
    );
  });

  test('is not said where all is found that the threshold asks for', () => {
    assert.equal(firstLine([calm]), 'Verdicts over all benchmarks and metrics together: 1 same.');
    assert.doesNotMatch(firstLine([wide], { threshold: 0.2 }), /found/);
  });

  test('names three, the worst first, and says where nothing helps', () => {
    const wild = [300, 600, 1000, 1500, 2500];
    assert.match(
      firstLine([wide, wide, wild, wide, wide]),
      /here: Benchmark2 \d+%, Benchmark0 13%, Benchmark1 13% and 2 more\. Nothing that can be asked for would find 5%/,
    );
  });

  test('without layouts is a matter of measurements', () => {
    const values = [900, 920, 940, 960, 980, 1000, 1020, 1040, 1060, 1080];
    assert.match(
      firstLine([values], { hasLayouts: false }),
      /Benchmark0 \S+%\. --count=\d+ would find 5%\.$/,
    );
  });
});

test('the JSON says over how many layouts, also of what was measured again', () => {
  const [older, now] = [1, 10].map((factor) =>
    resultOf({
      measurements: timed(
        [1000, 1001, 1002, 1003, 1004].map((time) => time * factor),
        true,
      ),
    }),
  );
  assert.ok(older && now);
  const base = {
    title: 'HEAD',
    benchmarks: [older],
    rounds: new Map([[now.runId, [{ base: older.measurements, measurements: now.measurements }]]]),
    problems: [],
    isCut: false,
    textOf: () => null,
  };
  const compared = succeeded(compareWithBase([now], base, { alpha: 0.05, threshold: 0.05 }));
  const { layouts, verdicts } = JSON.parse(JSON.stringify(comparisonJson(compared)));
  assert.equal(layouts, 5);
  assert.deepEqual([verdicts[0].n, verdicts[0].again.map(({ n }: { n: number }) => n)], [5, [5]]);
});
