// `pprof-lens compare` as another program sees it: exit status, standard output, standard error.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runCliWith, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();

function file(name: string, text: string): string {
  return folder.file(name, new TextEncoder().encode(text));
}

/** Six results, from `nanoseconds` upwards. */
function runs(name: string, nanoseconds: number): string {
  return [0, 1, 2, 3, 4, 5]
    .map((more) => `Benchmark${name} \t 1000\t ${nanoseconds + more} ns/op\t 16 B/op\n`)
    .join('');
}

const header = 'goos: linux\npkg: example.com/p\n';
const old = file('old.txt', `${header}${runs('A-8', 200)}${runs('Gone', 50)}`);
const young = file('new.txt', `${header}${runs('A-8', 100)}${runs('New', 70)}`);
const labels = [`Old=${old}`, `New=${young}`] as const;

/** Numbers without the last digits, which depend on the order of operations. */
function rounded(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  );
}

async function jsonOf(...args: readonly string[]): Promise<unknown> {
  const { status, stdout, stderr } = await runHere('compare', '--json', ...args);
  assert.deepEqual([status, stderr], [0, '']);
  return rounded(JSON.parse(stdout));
}

describe('JSON', () => {
  test('a table per unit, a value per file, null where a file has no results', async () => {
    const timeWarning = 'benchmark set differs from baseline; geomeans may not be comparable';
    const comparison = { ratio: 102.5 / 202.5, p: 2 / 924, n1: 6, n2: 6, significant: true };
    assert.deepEqual(await jsonOf('--filter=.unit:ns/op', ...labels), {
      tables: [
        rounded({
          unit: 'sec/op',
          config: { goos: 'linux', pkg: 'example.com/p' },
          columns: ['Old', 'New'],
          rows: [
            {
              name: 'A-8',
              values: [
                { center: 202.5e-9, low: 200e-9, high: 205e-9, n: 6 },
                { center: 102.5e-9, low: 100e-9, high: 105e-9, n: 6 },
              ],
              comparison,
              comparisons: [null, comparison],
            },
            {
              name: 'Gone',
              values: [{ center: 52.5e-9, low: 50e-9, high: 55e-9, n: 6 }, null],
              comparison: null,
              comparisons: [null, null],
            },
            {
              name: 'New',
              values: [null, { center: 72.5e-9, low: 70e-9, high: 75e-9, n: 6 }],
              comparison: null,
              comparisons: [null, null],
            },
          ],
          geomean: {
            centers: [Math.sqrt(202.5 * 52.5) * 1e-9, Math.sqrt(102.5 * 72.5) * 1e-9],
            ratio: 102.5 / 202.5,
            ratios: [null, 102.5 / 202.5],
            warnings: [timeWarning],
          },
        }),
      ],
    });
  });

  test('values that never vary are no difference, and a note says why', async () => {
    const document = await jsonOf('--filter=.unit:B/op .name:A', ...labels);
    const comparison = { ratio: 1, p: 1, n1: 6, n2: 6, significant: false };
    const warnings = ['all samples are equal'];
    const value = { center: 16, low: 16, high: 16, n: 6 };
    assert.deepEqual(document, {
      tables: [
        {
          unit: 'B/op',
          config: { goos: 'linux', pkg: 'example.com/p' },
          columns: ['Old', 'New'],
          rows: [
            { name: 'A-8', values: [value, value], comparison, comparisons: [null, comparison], warnings },
          ],
          geomean: { centers: [16, 16], ratio: 1, ratios: [null, 1] },
        },
      ],
    });
  });

  test('a file without the unit has a column, too', async () => {
    const plain = file('plain.txt', 'BenchmarkA 1 5 x\n');
    const more = file('more.txt', 'BenchmarkA 1 5 x 6 y\n');
    const document = JSON.stringify(
      await jsonOf(`a=${plain}`, `b=${more}`, `c=${plain}`, '--filter=.unit:y'),
    );
    assert.match(document, /"columns":\["a","b","c"\]/);
    assert.match(document, /"values":\[null,\{"center":6,[^}]*\},null\],"comparison":null/);
    assert.match(document, /"centers":\[null,6,null\]/);
  });

  test('the ends of an interval are null with too few runs', async () => {
    const single = file('single.txt', 'BenchmarkA 1 5 x\n');
    const document = JSON.stringify(await jsonOf(single));
    assert.match(document, /"center":5,"low":null,"high":null,"n":1\}\],.*"warnings":\["need >= 6 samples/);
    assert.match(document, /"comparison":null/);
  });
});

describe('formats', () => {
  test('text is for reading, and the default', async () => {
    const { status, stdout } = await runHere('compare', '-filter', '.unit:sec/op .name:A', ...labels);
    assert.equal(status, 0);
    assert.equal(
      stdout,
      `goos: linux
pkg: example.com/p
    │     Old     │                New                 │
    │   sec/op    │   sec/op     vs base               │
A-8   202.5n ± 1%   102.5n ± 2%  -49.38% (p=0.002 n=6)
`,
    );
  });

  test('CSV keeps its warnings on standard error', async () => {
    const { stdout, stderr } = await runHere('compare', '--format=csv', '--filter=.unit:B/op', ...labels);
    assert.equal(
      // The last digits of a mean depend on the processor.
      stdout.replace(/15\.9{12}\d*/g, '16'),
      `goos: linux
pkg: example.com/p
,Old,,New,,,
,B/op,CI,B/op,CI,vs base,P
A-8,16,0%,16,0%,~,p=1.000 n=6
Gone,16,0%
New,,,16,0%
geomean,16,,16,,+0.00%,
`,
    );
    assert.equal(
      stderr,
      'F5: all samples are equal\nD8: benchmark set differs from baseline; geomeans may not be comparable\n',
    );
  });

  test('Markdown is a table', async () => {
    const { stdout } = await runHere('compare', '--format', 'md', '--filter=.unit:sec/op .name:A', ...labels);
    assert.match(
      stdout,
      /\| A-8 \| 202\.5n ± 1% \| 102\.5n ± 2% \| \*\*-49\.38%\*\* \| \(p=0\.002 n=6\) \|\n/,
    );
  });
});

test('standard input is a file called -', async () => {
  const { stdout } = await runCliWith('BenchmarkA 1 5 x\n', 'compare', 'In=-');
  assert.match(stdout, /│ +In +│/);
});

describe('what goes wrong', () => {
  test('a line that cannot be read is pointed out, the rest is compared', async () => {
    const broken = file('broken.txt', 'BenchmarkA 1 five x\nBenchmarkA 1 5 x\n');
    const { status, stdout, stderr } = await runHere('compare', broken);
    assert.deepEqual([status, stderr], [0, `${broken}:1: parsing measurement: invalid syntax\n`]);
    assert.match(stdout, /\nA +5\.000/);
  });

  test('a file that is not there', async () => {
    const { status, stdout, stderr } = await runHere('compare', folder.path('none.txt'));
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^pprof-lens: There is no file .*none\.txt\. Check the path\.\n$/);
  });

  test('profiles are compared by another command, which is named', async () => {
    const profile = folder.file('cpu.pb.gz', gzipSync('a profile'));
    const { status, stdout, stderr } = await runHere('compare', old, profile);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /cpu\.pb\.gz looks like a profile, .*: pprof-lens top --diff-base=OLD NEW\n$/);
  });

  test('files without results', async () => {
    const { status, stdout, stderr } = await runHere('compare', file('none.txt', 'PASS\n'));
    assert.deepEqual([status, stdout], [0, '']);
    assert.equal(stderr, 'pprof-lens: There are no benchmark results to compare.\n');
  });

  const wrong: [what: string, args: string[], message: RegExp][] = [
    ['no file', [], /Name one or more files/],
    ['an unknown option', ['--nosuch', old], /Unknown option --nosuch/],
    ['an unknown format', ['--format=xml', old], /--format cannot be xml/],
    ['a level that is none', ['-alpha', '2', old], /--alpha=2 is not between 0 and 1/],
    ['a filter that breaks off', ['--filter=(a:b', old], /In --filter, .*: missing "\)"/],
    ['a projection without a key', ['--row=,', old], /In --row, .*: expected key/],
  ];
  for (const [what, args, message] of wrong) {
    test(`${what}: usage and status 2`, async () => {
      const { status, stdout, stderr } = await runHere('compare', ...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^usage: pprof-lens compare/);
      assert.match(stderr.trimEnd().split('\n').at(-1) ?? '', message);
    });
  }
});

test('--stages compares each file with the one before it, as text, Markdown and a picture', async () => {
  const last = file('last.txt', `${header}${runs('A-8', 101)}`);
  const stages = [...labels, `Last=${last}`];
  const { stdout } = await runHere('compare', '--stages', '--format=md', ...stages);
  assert.deepEqual(stdout.split('\n').slice(0, 5), [
    '| benchmark | unit | Old | New | Last |',
    '| :-- | :-- | --: | --: | --: |',
    '| BenchmarkA-8 | ns/op | 203ns | 103ns −49% (p=0.002 n=6) | 104ns \\~ (p=0.455 n=6) |',
    '| BenchmarkA-8 | op/s | 4.94M | 9.76M +98% (p=0.002 n=6) | 9.66M \\~ (p=0.455 n=6) |',
    '| BenchmarkA-8 | B/op | 16 B | 16 B = | 16 B = |',
  ]);
  const text = (await runHere('compare', '--stages', ...stages)).stdout;
  assert.match(text, /^BenchmarkGone +ns\/op +52\.5ns$/m);
  const svg = (await runHere('compare', '--stages', '--format=svg', ...stages)).stdout;
  assert.match(svg, /^<svg .*aria-label="Results at 3 stages">/);
  assert.match(svg, />A-8 · op\/s<[\s\S]*>\+98%</);
  const alone = await runHere('compare', '--format=svg', ...stages);
  assert.deepEqual([alone.status, alone.stdout], [2, '']);
});
