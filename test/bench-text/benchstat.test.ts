// The text is that of the real benchstat for the same files and options, byte for byte.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { tablesCsv } from '../../src/bench/benchstat/tablesCsv.ts';
import { tablesText } from '../../src/bench/benchstat/tablesText.ts';
import { readCompareArguments } from '../../src/cli/compare/compareOptions.ts';
import { installBenchstat } from './benchstat.ts';
import { type Scenario, scenario } from './randomBenchmarks.ts';
import { randomOptions } from './randomOptions.ts';

const benchstat = installBenchstat();
const skip = 'skip' in benchstat ? benchstat.skip : false;
const folder = mkdtempSync(join(tmpdir(), 'pprof-lens-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly text: string;
  readonly csv: string;
  /** Standard error of both: faults of the files, and the warnings for CSV. */
  readonly textErrors: string;
  readonly csvErrors: string;
}

/** What we print; `null` if the options are wrong. */
function ours({ files, options, inputs }: Scenario): Printed | null {
  const parsed = readCompareArguments([...options, ...inputs]);
  if (!parsed.ok) return null;
  const texts = parsed.value.inputs.map((input) => ({ ...input, text: files.get(input.path) ?? '' }));
  const { tables, faults } = parsed.value.compare(texts);
  const errors = faults.map(({ path, line, message }) => `${path}:${line}: ${message}\n`).join('');
  const { csv, warnings } = tablesCsv(tables);
  const csvErrors = errors + warnings.map((warning) => `${warning}\n`).join('');
  return { text: tablesText(tables), csv, textErrors: errors, csvErrors };
}

function theirs({ files, options, inputs }: Scenario): Printed | null {
  assert('run' in benchstat);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const text = benchstat.run(folder, ...options, ...inputs);
  if (text.stderr.startsWith('benchstat: ')) return null;
  const csv = benchstat.run(folder, '-format', 'csv', ...options, ...inputs);
  return { text: text.stdout, csv: csv.stdout, textErrors: text.stderr, csvErrors: csv.stderr };
}

/** The last digits of a geometric mean depend on the processor, and with them the sign of no change. */
function isClose(ours: string, theirs: string): boolean {
  const isUnchanged = [ours, theirs].every((text) => /^[+-]0\.00%$/.test(text));
  const [unit, other] = [ours, theirs].map((text) => text.replace(/^[\d.]+/, ''));
  return isUnchanged || (unit === other && Math.abs(parseFloat(ours) / parseFloat(theirs) - 1) < 1e-12);
}

/** What we print, with their number in the place of each that is close to it. */
function closeTo(ours: string, theirs: string): string {
  const words = (text: string) => text.split(/(?<=[\s,])|(?=[\s,])/);
  const expected = words(theirs);
  return words(ours)
    .map((word, i) => (isClose(word, expected[i] ?? '') ? (expected[i] ?? '') : word))
    .join('');
}

function assertEqual(compared: Scenario): void {
  const [own, judged] = [ours(compared), theirs(compared)];
  if (own === null || judged === null) assert.equal(own, judged);
  else {
    const { text, csv } = judged;
    assert.deepEqual({ ...own, text: closeTo(own.text, text), csv: closeTo(own.csv, csv) }, judged);
  }
}

function filesOf(...texts: readonly string[]): Map<string, string> {
  return new Map(texts.map((text, i) => [`f${i}.txt`, text]));
}

function runs(name: string, unit: string, values: readonly number[]): string {
  return values.map((value) => `Benchmark${name} 1 ${value} ${unit}\n`).join('');
}

describe('as benchstat prints it', { skip }, () => {
  for (let seed = 0; seed < 80; seed++) {
    test(`generated files, seed ${seed}`, () => assertEqual(scenario(seed)));
  }

  for (let seed = 1000; seed < 1060; seed++) {
    const options = randomOptions(seed);
    test(`generated options, seed ${seed}: ${options.join(' ')}`, () =>
      assertEqual({ ...scenario(seed), options }));
  }

  const numbers = (count: number, from: number, step = 1) =>
    Array.from({ length: count }, (_, i) => from + i * step);

  for (const count of [1, 2, 3, 4, 5, 6, 10, 24, 25, 26, 30, 31, 50, 51, 60]) {
    test(`${count} runs, faster, slower and equal`, () => {
      const low = numbers(count, 100);
      const high = numbers(count, 100 + count);
      const old = runs('A', 'ns/op', low) + runs('B', 'ns/op', high) + runs('C', 'x', low);
      const young = runs('A', 'ns/op', high) + runs('B', 'ns/op', low) + runs('C', 'x', low);
      assertEqual({ files: filesOf(old, young), options: [], inputs: ['f0.txt', 'f1.txt'] });
    });
  }

  test('allocations that never vary, counted unequally often', () => {
    const old = runs('Same', 'allocs/op', [5, 5, 5]) + runs('Fewer', 'allocs/op', [5, 5]);
    const young = runs('Same', 'allocs/op', numbers(7, 5, 0)) + runs('Fewer', 'allocs/op', numbers(9, 4, 0));
    assertEqual({ files: filesOf(old, young), options: [], inputs: ['f0.txt', 'f1.txt'] });
  });

  test('zero, negative and infinite values', () => {
    const old = runs('A', 'ns/op', [0, 0, 0, 0, 0, 1]) + runs('B', 'x', [-1, -2]) + runs('C', 'x', [0]);
    const young = runs('A', 'ns/op', [0, 0, 0, 0, 0, 0]) + runs('B', 'x', [1, 2]) + runs('C', 'x', [1e300]);
    const infinite = 'BenchmarkD 1 Inf x\nBenchmarkD 1 -Inf x\nBenchmarkE 1 NaN y\n';
    const inputs = ['f0.txt', 'f1.txt', 'f2.txt'];
    assertEqual({ files: filesOf(old, young, infinite), options: [], inputs });
  });

  test('files without anything in common', () => {
    const files = filesOf(runs('A', 'ns/op', [1, 2]), runs('B', 'ns/op', [3]), runs('C', 'B/op', [5]));
    assertEqual({ files, options: [], inputs: ['f0.txt', 'f1.txt', 'f2.txt'] });
  });

  test('the same file twice, labels twice, labels with equals signs, none', () => {
    const files = filesOf(runs('A', 'ns/op', [1, 2]), runs('A', 'ns/op', [3]));
    assertEqual({ files, options: [], inputs: ['f0.txt', 'f1.txt', 'f0.txt', 'x=f0.txt'] });
    assertEqual({ files, options: [], inputs: ['x=f0.txt', 'x=f1.txt', '=f0.txt'] });
  });

  test('more columns than Go sorts by insertion', () => {
    const files = filesOf(...numbers(16, 1).map((n) => runs('A/n=1-4', 'ns/op', [n, n + 1])));
    const inputs = [...files.keys()];
    assertEqual({ files, options: [], inputs });
    assertEqual({ files, options: ['-col', '/n,.file'], inputs });
  });

  for (const filter of [
    '',
    'a',
    'a:',
    'a:b)',
    '(a:b',
    'a:"b',
    'a:"\\q"',
    'a:/[/',
    'a:/b/c',
    'a:/x',
    'a:(b c)',
    'a:()',
    '.config:x',
    'AND',
    'a:b OR',
    'a,b',
    '"":x',
  ]) {
    test(`the filter ${filter} is rejected`, () => {
      const files = filesOf(runs('A', 'ns/op', [1]));
      const rejected = { files, options: ['-filter', filter], inputs: ['f0.txt'] };
      assert.deepEqual([ours(rejected), theirs(rejected)], [null, null]);
    });
  }

  for (const filter of [
    'a:b AND AND a:b',
    '--a:b',
    '*',
    '-*',
    '.name:"\\x41"',
    '.name:"\\u0041\\101"',
    '.name:/^[/A]$/',
    '/n:(1 OR /^2$/ OR "3")',
    '-.unit:x',
    '.unit:x OR /n:1',
    '.unit:x AND -.unit:y',
    '(.unit:x)(/n:2)',
    'OR:b OR .name:A',
  ]) {
    test(`the filter ${filter}`, () => {
      const text = [1, 2, 3]
        .map((n) => `BenchmarkA/n=${n} 1 ${n} x ${n} y\nBenchmarkB/n=${n} 1 ${n} x\n`)
        .join('');
      assertEqual({ files: filesOf(text), options: ['-filter', filter], inputs: ['f0.txt'] });
    });
  }

  for (const [option, projection] of [
    ['-row', 'a@'],
    ['-row', 'a@()'],
    ['-row', 'a@(b'],
    ['-row', 'a,,b'],
    ['-row', 'a@nosuch'],
    ['-row', '.unit'],
    ['-row', '""'],
    ['-table', '.config@(a)'],
    ['-col', 'a:b'],
    ['-ignore', ')'],
  ] as const) {
    test(`the projection ${option} ${projection} is rejected`, () => {
      const files = filesOf(runs('A', 'ns/op', [1]));
      const rejected = { files, options: [option, projection], inputs: ['f0.txt'] };
      assert.deepEqual([ours(rejected), theirs(rejected)], [null, null]);
    });
  }

  test('numbers in names are ordered as numbers', () => {
    const sizes = [
      '10',
      '9',
      '1k',
      '1Ki',
      '2kB',
      '1e1',
      'x',
      '0x1p4',
      '1_0',
      'NaN',
      'inf',
      '-1',
      'Y',
      '3YiB',
    ];
    const text = sizes.map((size) => `BenchmarkA/size=${size} 1 1 x\n`).join('');
    const files = filesOf(text);
    assertEqual({ files, options: ['-row', '/size@num'], inputs: ['f0.txt'] });
    assertEqual({ files, options: ['-row', '/size@alpha'], inputs: ['f0.txt'] });
    assertEqual({ files, options: ['-row', '/size@(x 9 10)'], inputs: ['f0.txt'] });
  });

  test('every magnitude of every class of unit', () => {
    const text = numbers(60, -20)
      .flatMap((power) => [`9.9995e${power}`, `.99995e${power}`, `9.99949e${power}`])
      .map((value, i) => `BenchmarkA${i} 1 ${value} s/x ${value} B/op ${value} ns/op ${value} MB/s\n`)
      .join('');
    assertEqual({ files: filesOf(text), options: [], inputs: ['f0.txt'] });
  });

  test("benchstat's own test data", () => {
    assert('run' in benchstat);
    const cases: [name: string, ...args: string[]][] = [
      ['crc-old.txt crc-new.txt'],
      ['crc-old.txt crc-new.txt', '-ignore', 'note'],
      ['crc-new.txt', '-filter', '/align:0', '-row', '/size', '-col', '/poly'],
      ['units.txt', '-col', 'note'],
      ['zero.txt', '-col', 'note'],
      ['smallSample.txt', '-col', 'note'],
      ['issue19565.txt', '-col', 'note'],
      ['issue19634.txt', '-col', 'note'],
      ['new.txt', '-col', '/format@(gob json)', '-row', '.name', '-ignore', '.file'],
    ];
    for (const [names, ...options] of cases) {
      const inputs = names.split(' ');
      const files = new Map(
        inputs.map((name) => [name, readFileSync(join(benchstat.testData, name), 'utf8')]),
      );
      assertEqual({ files, options, inputs });
    }
  });
});
