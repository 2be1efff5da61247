import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { judge } from '../../../src/bench/verdicts/gate.ts';
import { isSettled, mostLooked } from '../../../src/bench/verdicts/looks.ts';
import { levelOfLooks } from '../../../src/go/bisect/question.ts';

test('what settles the looks at both ends is a change among all units, however small the level of a search is', () => {
  for (const alpha of [0.05 / 3, 0.05 / 20]) {
    const sides: [Measurement[], Measurement[]] = [[], []];
    const looks = { comparisons: 1, level: levelOfLooks(alpha) };
    while (!isSettled(...sides, looks) && sides[0].length < mostLooked) {
      const pair = sides[0].length;
      const varies = 1 + pair / 1000;
      for (const [i, side] of sides.entries()) {
        const metrics = {
          'ns/op': (1 + 2 * i) * 1000 * varies,
          'B/op': 100 + pair,
          'allocs/op': 7 + (pair % 2),
        };
        side.push({ iterations: 1000, metrics, pair });
      }
    }
    const [base, measurements] = sides;
    const pairs = [{ base, measurements, circumstances: inTurns, facts: {}, rounds: [] }];
    const found = judge(pairs, { alpha, threshold: 0.05 }).verdicts[0]?.find(
      ({ change }) => change.unit === 'ns/op',
    );
    assert.equal(found?.verdict, 'changed', `alpha ${alpha}, ${base.length} pairs`);
  }
});
