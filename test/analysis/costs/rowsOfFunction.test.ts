import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { reportRows, rowsOfFunction } from '../../../src/analysis/costs/reportRows.ts';
import { lineRowOptions } from '../../../src/analysis/lines/functionLines.ts';
import { profileOf } from '../../pprof/builder.ts';

const profile = profileOf({
  samples: [
    // Recursive: line 4 twice on one stack, and line 5.
    { values: [1], stack: ['walk a.go:4', 'walk a.go:5', 'walk a.go:4', 'main a.go:9'] },
    // Inlined into main, and something into it.
    { values: [20], stack: [['min a.go:1', 'walk a.go:4', 'main a.go:9']] },
    { values: [300], stack: ['min a.go:1', 'walk a.go:5', 'main a.go:9'] },
    // A function of the same name in another file.
    { values: [4000], stack: ['walk b.go:4', 'main a.go:9'] },
    { values: [50_000], stack: ['other a.go:4', 'main a.go:9'] },
    { values: [0], stack: ['walk a.go:6', 'main a.go:9'] },
  ],
});

test('the lines of one function cost what they cost among all', () => {
  const found = rowsOfFunction(profile, 0, 'walk', lineRowOptions);
  assert.deepEqual(found.map(({ info, flat, cum }) => [`${info.file}:${info.line}`, flat, cum]).sort(), [
    ['a.go:4', 1, 21],
    ['a.go:5', 0, 301],
    ['b.go:4', 4000, 4000],
  ]);
});

test('every function has the rows that the table of all functions has', () => {
  for (const options of [lineRowOptions, { granularity: 'filefunctions' }] as const) {
    const all = reportRows(new ProfileCosts(profile), 0, options);
    for (const name of ['walk', 'min', 'main', 'other', 'nobody']) {
      const costs = (rows: typeof all) => rows.map(({ info, flat, cum }) => ({ info, flat, cum }));
      const byPlace = (rows: typeof all) =>
        rows.sort((a, b) => a.info.file.localeCompare(b.info.file) || a.info.line - b.info.line);
      assert.deepEqual(
        costs(byPlace(rowsOfFunction(profile, 0, name, options))),
        costs(byPlace(all.filter(({ info }) => info.name === name))),
        name,
      );
    }
  }
});
