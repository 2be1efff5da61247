// Every verdict on every surface: one word for one thing, the surest news first. A row for each verdict.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtTexts, verdictWords } from '../../../src/bench/verdicts/changeWords.ts';
import { cases } from './verdictCases.ts';
import { type Said, said } from './verdictSurfaces.ts';

const table: Readonly<Record<string, Partial<Said>>> = {
  same: {
    lens: '5ns/op',
    tooltip: '5ns/op',
    hover: '| ns/op | 5ns | 5ns | = | |',
    profiles: '5ns/op ±0%  = · circle-outline',
    page: '5ns ±0% · =',
    text: '1 same',
    json: 'ns/op: same by time',
  },
  changed: {
    lens: '$(arrow-down)\u00a0880ns/op −12% | 640 B/op · 5 → 3 allocs/op | check in other layouts',
    tooltip: '1µs → 880ns/op  −12% (p=0.002 n=6) · 5 → 3 allocs/op · 640 B/op',
    hover: '| ns/op | 1µs ± 0% | 880ns ± 0% | −12.00% | p=0.002 n=6 |',
    status: '880ns/op −12%',
    gutter: 'green ↓',
    profiles: '880ns/op ±0%  −12% (p=0.002 n=6) · 5 → 3 allocs/op · 640 B/op · arrow-down · charts.green',
    page: '880ns ±0% · −12% · p=0.002 n=6',
    text: '2 changed, 1 same / changed BenchmarkA allocs/op -40% It is counted exactly. / changed BenchmarkA ns/op -12% Significant among 1 comparisons (p=0.002 n=6).',
    json: 'ns/op: changed by time, B/op: same by allocations, allocs/op: changed by allocations',
  },
  'to zero': {
    lens: '$(arrow-down)\u00a060 → 0 B/op · 1 → 0 allocs/op | 1.00µs/op ~ · noisy',
    tooltip: '60 → 0 B/op · 1 → 0 allocs/op · 1µs → 1.00µs/op ~ (p=1.000 n=6)',
    hover: '| B/op | 60 B | 0 B | to 0 | p=0.002 n=6 |',
    status: '60 → 0 B/op',
    gutter: 'green ↓',
    profiles: '60 → 0 B/op · 1 → 0 allocs/op · 1.00µs/op ±5% ~ · arrow-down · charts.green',
    page: '1.00µs ±5% · 60 → 0 B/op · ns/op ~ · noisy',
    text: '2 changed, 1 same / changed BenchmarkA B/op 60 → 0 B/op It is counted exactly. / changed BenchmarkA allocs/op 1 → 0 allocs/op It is counted exactly.',
    json: 'ns/op: same by time, B/op: changed by allocations, allocs/op: changed by allocations',
  },
  'from zero': {
    lens: '$(arrow-up)\u00a00 → 60 B/op · 0 allocs/op | 1µs/op ~',
    tooltip: '0 → 60 B/op · 1µs → 1µs/op ~ (p=1.000 n=6) · 0 allocs/op',
    hover: '| B/op | 0 B | 60 B | from 0 | p=0.002 n=6 |',
    status: '0 → 60 B/op',
    gutter: 'red ↑',
    profiles: '0 → 60 B/op · 1µs/op ±0% ~ · 0 allocs/op · arrow-up · charts.red',
    page: '1µs ±0% · 0 → 60 B/op · ns/op ~',
    text: '1 changed, 2 same / changed BenchmarkA B/op 0 → 60 B/op It is counted exactly.',
    json: 'ns/op: same by time, B/op: changed by allocations, allocs/op: same by allocations',
  },
  noise: {
    lens: '1.00µs/op ~',
    tooltip: '1µs → 1.00µs/op ~ (p=0.699 n=6; over 100 measurements would show 0.1%)',
    hover: '| ns/op | 1µs ± 5% | 1.00µs ± 5% | \\~ | p=0.699 n=6 |',
    profiles: '1.00µs/op ±5%  ~ · circle-outline',
    page: '1.00µs ±5% · ~ · p=0.699 n=6; over 100 measurements would show 0.1%',
    text: '1 same',
    json: 'ns/op: same by time',
  },
  few: {
    lens: '501ns/op, too few runs',
    tooltip: '1.00µs → 501ns/op, too few runs (n=3; needs 4 of each)',
    hover: '| ns/op | 1.00µs ± ∞ | 501ns ± ∞ | too few runs | n=3; needs 4 of each |',
    status: 'too few runs',
    profiles: '501ns/op ±0%  too few runs · circle-outline',
    page: '501ns ±0% · too few runs · n=3; needs 4 of each',
    text: '1 too few runs',
    json: 'ns/op: too few runs by time',
  },
  'same-code': {
    lens: '1.10µs/op, same code',
    tooltip: '1µs → 1.10µs/op, same code (p=0.002 n=6)',
    hover: '| ns/op | 1µs ± 0% | 1.10µs ± 0% | same code | p=0.002 n=6 |',
    status: 'same code',
    profiles: '1.10µs/op ±0%  same code · circle-outline',
    page: '1.10µs ±0% · same code · p=0.002 n=6',
    output: 'ns/op: 1µs → 1.10µs/op, same code (p=0.002 n=6)',
    text: '1 same code',
    json: 'ns/op: same code by code',
  },
  drift: {
    lens: '1.10 → 1.15µs/op, unsure: the same code differs as much',
    tooltip: '1.10µs → 1.15µs/op, unsure: the same code differs as much',
    hover: '| ns/op | 1.10µs ± 0% | 1.15µs ± 0% | unsure | the same code differs as much |',
    status: 'unsure',
    profiles: '1.15µs/op ±0%  unsure: the same code differs as much · circle-outline',
    page: '1.15µs ±0% · unsure · the same code differs as much',
    output: 'ns/op: 1.10µs → 1.15µs/op, unsure: the same code differs as much',
    text: '1 unsure / unsure BenchmarkA ns/op +4.5% It cannot be told from the machine: small, and not in turns (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  busy: {
    lens: '1µs → 880ns/op, unsure: busy machine',
    tooltip: '1µs → 880ns/op, unsure: busy machine',
    hover: '| ns/op | 1µs ± 0% | 880ns ± 0% | unsure | busy machine |',
    status: 'unsure',
    profiles: '880ns/op ±0%  unsure: busy machine · circle-outline',
    page: '880ns ±0% · unsure · busy machine · noisy',
    output: 'ns/op: 1µs → 880ns/op, unsure: busy machine',
    text: '1 unsure / unsure BenchmarkA ns/op -12% It cannot be told from the machine: busy machine (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  processor: {
    lens: '1 → 1.30µs/op, unsure: another processor',
    tooltip: '1µs → 1.30µs/op, unsure: another processor',
    hover: '| ns/op | 1µs ± 0% | 1.30µs ± 0% | unsure | another processor |',
    status: 'unsure',
    profiles: '1.30µs/op ±0%  unsure: another processor · circle-outline',
    page: '1.30µs ±0% · unsure · another processor',
    output: 'ns/op: 1µs → 1.30µs/op, unsure: another processor',
    text: '1 unsure / unsure BenchmarkA ns/op +30% It cannot be told from the machine: another processor (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  small: {
    lens: '1 → 1.03µs/op, unsure: small, and not in turns',
    tooltip: '1µs → 1.03µs/op, unsure: small, and not in turns',
    hover: '| ns/op | 1µs ± 0% | 1.03µs ± 0% | unsure | small, and not in turns |',
    status: 'unsure',
    profiles: '1.03µs/op ±0%  unsure: small, and not in turns · circle-outline',
    page: '1.03µs ±0% · unsure · small, and not in turns',
    output: 'ns/op: 1µs → 1.03µs/op, unsure: small, and not in turns',
    text: '1 unsure / unsure BenchmarkA ns/op +3% It cannot be told from the machine: small, and not in turns (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  cpu: {
    lens: '1 → 1.60µs/op, unsure: CPU time did not change with it | flame graph',
    tooltip: '1µs → 1.60µs/op, unsure: CPU time did not change with it',
    hover: '| ns/op | 1µs ± 0% | 1.60µs ± 0% | unsure | CPU time did not change with it |',
    status: 'unsure',
    profiles: '1.60µs/op ±0%  unsure: CPU time did not change with it · circle-outline',
    page: '1.60µs ±0% · unsure · CPU time did not change with it',
    output: 'ns/op: 1µs → 1.60µs/op, unsure: CPU time did not change with it',
    text: '1 unsure / unsure BenchmarkA ns/op +60% It cannot be told from the machine: CPU time did not change with it (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  instructions: {
    lens: '1 → 1.30µs/op, unsure: same instructions and misses',
    tooltip: '1µs → 1.30µs/op, unsure: same instructions and misses',
    hover: '| ns/op | 1µs ± 0% | 1.30µs ± 0% | unsure | same instructions and misses |',
    status: 'unsure',
    profiles: '1.30µs/op ±0%  unsure: same instructions and misses · circle-outline',
    page: '1.30µs ±0% · unsure · same instructions and misses',
    output: 'ns/op: 1µs → 1.30µs/op, unsure: same instructions and misses',
    text: '1 unsure / unsure BenchmarkA ns/op +30% It cannot be told from the machine: same instructions and misses (p=0.002 n=6).',
    json: 'ns/op: unsure by time',
  },
  operations: {
    lens: '1µs/op | 200 allocs/op',
    tooltip: '1µs/op · 200 allocs/op',
    hover: '| ns/op | 1µs | 1µs | = | |',
    profiles: '1µs/op ±0%  = · 200 allocs/op · circle-outline',
    page: '1µs ±0% · =',
    output: 'allocs/op: 100 → 200 allocs/op, unsure: other number of operations',
    text: '1 unsure, 1 same / unsure BenchmarkA allocs/op +100% It cannot be told from the machine: other number of operations (p=0.002 n=6).',
    json: 'ns/op: same by time, allocs/op: unsure by allocations',
  },
  layout: {
    lens: '1.08µs/op ~ (differs by ±4% between layouts: perhaps not your edit)',
    tooltip: '1.00µs → 1.08µs/op ~ (differs by ±4% between layouts: perhaps not your edit)',
    hover:
      '| ns/op | 1.00µs ± 8% | 1.08µs ± 7% | \\~ | differs by ±4% between layouts: perhaps not your edit |',
    profiles: '1.08µs/op ±7%  differs by ±4% between layouts: perhaps not your edit · circle-outline',
    page: '1.08µs ±7% · ~ · differs by ±4% between layouts: perhaps not your edit',
    text: '1 same / same BenchmarkA ns/op +7.9% It differs by ±4% between layouts: perhaps not your edit.',
    json: 'ns/op: same by time',
  },
  'over layouts': {
    lens: '$(arrow-down)\u00a0972ns/op −3.2% (p=0.008, 5 layouts)',
    tooltip: '1.00µs → 972ns/op  −3.2% (p=0.008, 5 layouts)',
    hover: '| ns/op | 1.00µs ± 1% | 972ns ± 1% | −3.19% | p=0.008, 5 layouts |',
    status: '972ns/op −3.2%',
    gutter: 'green ↓',
    profiles: '972ns/op ±0%  −3.2% (p=0.008, 5 layouts) · arrow-down · charts.green',
    page: '972ns ±0% · −3.2% · p=0.008, 5 layouts',
    text: '1 changed / changed BenchmarkA ns/op -3.2% Significant among 1 comparisons (p=0.008, 5 layouts).',
    json: 'ns/op: changed by time',
  },
  work: {
    lens: '1.00µs/op ~ · −3% work (counted), time within ±8.8%',
    tooltip:
      '3,590 → 3,482 instructions/op −3% (counted) · 1µs → 1.00µs/op ~ (p=0.699 n=6; over 100 measurements would show 0.1%)',
    hover: '| instructions/op | 3,590 | 3,482 | −3.01% | counted |',
    status: '−3% work (counted), time within ±8.8%',
    profiles: '3,590 → 3,482 instructions/op · 1.00µs/op ±5% ~ · arrow-both',
    page: '1.00µs ±5% · −3% work (counted) · time within ±8.8%',
    output: 'instructions/op: 3,590 → 3,482 instructions/op  −3% (counted)',
    text: '1 changed, 1 same / changed BenchmarkA instructions/op -3% Work, which is counted; time within ±8.8%.',
    json: 'ns/op: same by time, instructions/op: changed by instructions',
  },
  'work and time': {
    lens: '$(arrow-down)\u00a0880ns/op −12% · −10% work (counted) | check in other layouts',
    tooltip: '1µs → 880ns/op  −12% (p=0.002 n=6) · 3,590 → 3,214 instructions/op −10% (counted)',
    hover: '| ns/op | 1µs ± 0% | 880ns ± 0% | −12.00% | p=0.002 n=6 |',
    status: '880ns/op −12%',
    gutter: 'green ↓',
    profiles: '880ns/op ±0%  −12% (p=0.002 n=6) · 3,590 → 3,214 instructions/op · arrow-down · charts.green',
    page: '880ns ±0% · −12% · p=0.002 n=6',
    output: 'instructions/op: 3,590 → 3,214 instructions/op  −10% (counted)',
    text: '2 changed / changed BenchmarkA instructions/op -10% Work, which is counted. / changed BenchmarkA ns/op -12% Significant among 1 comparisons (p=0.002 n=6).',
    json: 'ns/op: changed by time, instructions/op: changed by instructions',
  },
  'work within its spread': {
    lens: '1.00µs/op ~',
    tooltip: '1µs → 1.00µs/op ~ (p=0.699 n=6; over 100 measurements would show 0.1%) · 3,570 instructions/op',
    hover: '| ns/op | 1µs ± 5% | 1.00µs ± 5% | \\~ | p=0.699 n=6 |',
    profiles: '1.00µs/op ±5%  ~ · 3,570 instructions/op ±0.4% · circle-outline',
    page: '1.00µs ±5% · ~ · p=0.699 n=6; over 100 measurements would show 0.1%',
    output: 'instructions/op: 3,590 → 3,570 instructions/op ~ (counted, ±0.4%)',
    text: '2 same',
    json: 'ns/op: same by time, instructions/op: same by instructions',
  },
  'work, and simulated misses': {
    lens: '1.00µs/op ~ · −3% work (counted), time within ±8.8%',
    tooltip:
      '3,590 → 3,482 instructions/op −3% (counted) · 1µs → 1.00µs/op ~ (p=0.699 n=6; over 100 measurements would show 0.1%)',
    hover: '| instructions/op | 3,590 | 3,482 | −3.01% | counted |',
    status: '−3% work (counted), time within ±8.8%',
    profiles: '3,590 → 3,482 instructions/op · 1.00µs/op ±5% ~ · arrow-both',
    page: '1.00µs ±5% · −3% work (counted) · time within ±8.8%',
    output:
      'instructions/op: 3,590 → 3,482 instructions/op  −3% (counted) simulated-L1-misses/op: 1.25 → 64 simulated-L1-misses/op  +5000% (simulated)',
    text: '1 changed, 1 same / changed BenchmarkA instructions/op -3% Work, which is counted; time within ±8.8%.',
    json: 'ns/op: same by time, instructions/op: changed by instructions',
  },
  'CPU time': {
    lens: '$(arrow-down)\u00a0528ns CPU/op −20%',
    tooltip: '660ns → 528ns CPU/op  −20% (p=0.002 n=6, CPU time)',
    hover: '| ns CPU/op | 660ns ± 0% | 528ns ± 0% | −20.00% | p=0.002 n=6, CPU time |',
    status: '528ns CPU/op −20%',
    gutter: 'green ↓',
    profiles: '528ns CPU/op  −20% (p=0.002 n=6, CPU time) · arrow-down · charts.green',
    page: '528ns CPU · −20% · p=0.002 n=6, CPU time',
    text: '1 changed / changed BenchmarkA ns CPU/op -20% Significant among 1 comparisons (p=0.002 n=6, CPU time).',
    json: 'ns/op: changed by cpu-time',
  },
  waits: {
    lens: '$(arrow-down)\u00a0880ns/op −12% · waits',
    tooltip: '1µs → 880ns/op  −12% (p=0.002 n=6)',
    hover: '| ns/op | 1µs ± 0% | 880ns ± 0% | −12.00% | p=0.002 n=6 |',
    status: '880ns/op −12%',
    gutter: 'green ↓',
    profiles: '880ns/op ±0%  −12% (p=0.002 n=6) · arrow-down · charts.green',
    page: '880ns ±0% · −12% · p=0.002 n=6 · waits',
    text: '1 changed / changed BenchmarkA ns/op -12% Significant among 1 comparisons (p=0.002 n=6).',
    json: 'ns/op: changed by time',
  },
};

for (const [name, parts] of Object.entries(cases)) {
  test(`${name} is said alike on every surface`, () => assert.deepEqual(said(parts), table[name]));
}

test('after the next edit, nothing speaks of the same code', () => {
  for (const parts of Object.values(cases)) {
    const { lens = '', status = '' } = said(parts, true);
    assert.match(lens, / · code changed/);
    assert.doesNotMatch(`${lens}\n${status}`, /(?:^|, )same code/m);
  }
});

test('every verdict and every doubt has a row', () => {
  const all = Object.keys({ changed: '', ...verdictWords, ...doubtTexts });
  assert.deepEqual(
    all.filter((each) => each !== 'unsure' && !Object.hasOwn(table, each)),
    [],
  );
});
