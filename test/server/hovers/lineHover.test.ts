import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { TimedFile } from '../../../src/analysis/benchmark/timedRegion.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { type LineHoverContext, lineHover } from '../../../src/server/hovers/lineHover.ts';
import type { SessionSource } from '../../../src/server/sessions/session.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { plainHover as plain, resultOf, sessionSource, snapshotOf } from '../builders.ts';

const path = '/p/f.go';
const text = 'package p\n\nfunc F() {\n\tG()\n\tH()\n}\n';
const period = 10_000_000;
const mem = ['alloc_objects/count', 'alloc_space/bytes', 'inuse_objects/count', 'inuse_space/bytes'];

interface Sample {
  readonly values: readonly number[];
  readonly stack: readonly string[];
}

function profiled(
  kind: 'cpu' | 'mem' | 'mutex',
  sampleTypes: readonly string[],
  samples: readonly Sample[],
  operations: number | null = 1000,
): SessionSource {
  const profile = profileOf({ sampleTypes, samples, durationNanos: 1_000_000_000n });
  const origin = { from: 'benchmark', runId: 'r', benchmark: 'BenchmarkF', kind } as const;
  return sessionSource(profile, { origin, operations, snapshot: snapshotOf({ [path]: text }) });
}

/** The CPU profile of `BenchmarkF`: so many samples on line 4, most of them below it, and others on line 5. */
function cpu(samples: number, others = 0): SessionSource {
  const of = (count: number) => [count, count * period];
  return profiled(
    'cpu',
    ['samples/count', 'cpu/nanoseconds'],
    [
      { values: of(1), stack: [`example.com/m/p.F ${path}:4`, 'example.com/m/p.BenchmarkF /p/f_test.go:8'] },
      {
        values: of(samples - 1),
        stack: [
          'example.com/m/p.G /p/g.go:3',
          `example.com/m/p.F ${path}:4`,
          'example.com/m/p.BenchmarkF /p/f_test.go:8',
        ],
      },
      ...(others === 0 ? [] : [{ values: of(others), stack: [`example.com/m/p.F ${path}:5`] }]),
    ],
  );
}

const memory = profiled('mem', mem, [
  { values: [15_000, 480_000, 2, 64], stack: [`example.com/m/p.F ${path}:4`] },
]);

/** The hover of a 1-based line while the lines show a sample type of the first session. */
function hover(
  sources: readonly SessionSource[],
  {
    line = 4,
    sampleType = 1,
    ...context
  }: Partial<LineHoverContext> & { line?: number; sampleType?: number } = {},
): string | null {
  const store = new SessionStore();
  const [first] = store.add(sources);
  store.show({ sessionId: first?.id ?? '', sampleType });
  const document = new DocumentText(path, text);
  return lineHover(store, { document, line: line - 1 }, { ...plain, ...context });
}

test('the shown cost and its interval come first, then the calls, then the other sample types', () => {
  assert.equal(
    hover([cpu(80, 120), memory]),
    [
      '**800µs/op cum · \\~10µs flat · 40%** of CPU time',
      '95% sure: 660 to 950µs/op (80 samples, 800ms)',
      'Called from 800µs/op `p.BenchmarkF`  \nCalls 790µs/op `p.G`',
      'Allocated objects 15 allocs/op flat · 100%  \nAllocated bytes 480 B/op flat · 100%  \n2 more: Live objects, Live bytes',
    ].join('\n\n'),
  );
});

test('where the benchmark runs on several cores, lines of CPU time say that they have the time of all', () => {
  const measurements = [{ iterations: 1, metrics: { 'ns/op': 1000 }, core: { running: 1.6, waiting: 0 } }];
  const resultOnCores = () => resultOf({ measurements });
  const said =
    /95% sure.*\n\nIt ran on several cores at once and took 1\.60µs CPU\/op, while 1µs\/op passed\./;
  assert.match(hover([cpu(80), memory], { resultOf: resultOnCores }) ?? '', said);
  assert.doesNotMatch(hover([memory], { resultOf: resultOnCores }) ?? '', /cores/);
});

test('where stacks are deeper than Go records, a line says that it lacks calls, and claims no interval', () => {
  const deep = Array.from({ length: 64 }, () => 'example.com/m/p.G /p/g.go:3');
  const values = [80, 80 * period];
  const source = profiled(
    'cpu',
    ['samples/count', 'cpu/nanoseconds'],
    [
      { values, stack: deep },
      {
        values: [20, 20 * period],
        stack: [
          'example.com/m/p.G /p/g.go:3',
          `example.com/m/p.F ${path}:4`,
          'example.com/m/p.BenchmarkF /p/f_test.go:8',
        ],
      },
    ],
  );
  const timedFiles: readonly TimedFile[] = [{ file: '/p/f_test.go', functions: [[7, 9]], loops: [[8, 8]] }];
  const text = hover([{ ...source, timedFiles }]) ?? '';
  assert.match(text, /80% of CPU time is in calls nested deeper than Go records/);
  assert.doesNotMatch(text, /95% sure/);
});

test('what can be done is in the last row', () => {
  const text =
    hover([cpu(12, 100), memory], { links: true, resultOf: () => resultOf({ directory: '/p' }) }) ?? '';
  const rows = text.split('\n');
  const shortened = rows.map((row) => row.replaceAll(/\(command:pprofLens\.([\w.]+)\?.*?\)/g, '($1)'));
  assert.deepEqual(shortened.slice(-5), [
    '[Allocated objects](server.show) 15 allocs/op flat · 100%  ',
    '[Allocated bytes](server.show) 480 B/op flat · 100%  ',
    '2 more: [Live objects](server.show), [Live bytes](server.show)',
    '',
    '[Show in flame graph](showFlameGraph) of `BenchmarkF` · [Run for 4s to know it to ±27%](server.run)',
  ]);
  const link = /\[Live bytes\]\(command:[\w.]+\?([^)]*)\)/.exec(text)?.[1] ?? '';
  assert.deepEqual(JSON.parse(decodeURIComponent(link)), [{ sessionId: 's2', sampleType: 3 }]);
});

test('it fits: a line with all four kinds has few rows', () => {
  const waits = profiled(
    'mutex',
    ['contentions/count', 'delay/nanoseconds'],
    [{ values: [5, 5000], stack: [`example.com/m/p.F ${path}:4`] }],
  );
  const text = hover([cpu(80, 120), memory, waits], { links: true }) ?? '';
  assert.ok(text.split('\n').filter((row) => row !== '').length <= 10, text);
  assert.match(text, /\[Waiting time \(Mutex\)\]/);
});

describe('certainty', () => {
  test('in words, per operation; nothing of what is counted', () => {
    assert.doesNotMatch(hover([memory]) ?? '', /sure/);
    assert.match(hover([cpu(4, 50)]) ?? '', /\n95% sure: 16 to 95µs\/op \(only 4 samples, 40ms\)\n/);
    assert.match(hover([cpu(80, 50)], { line: 5 }) ?? '', /\n95% sure: .* \(50 samples, 500ms\)/);
    const certain = hover([cpu(80_000, 1)], { variationOf: () => 0.001 });
    assert.match(certain ?? '', /\n95% sure: 79\d to 80\dms\/op \(80000 samples, 800s/);
  });

  test('where the machine is the reason, it says so', () => {
    const variationOf = () => 0.1;
    assert.match(
      hover([cpu(2000, 10)], { variationOf }) ?? '',
      /\n95% sure: 16 to 24ms\/op \(2000 samples, 20s; the machine's speed varies by about ±20%\)\n/,
    );
    assert.doesNotMatch(hover([cpu(40, 50)], { variationOf }) ?? '', /varies/);
  });

  test('as a share where the number of operations is not known', () => {
    const source = { ...cpu(80, 120), operations: null };
    const text = hover([source]) ?? '';
    assert.match(text, /^\*\*800ms cum · 10ms flat · 40%\*\* of CPU time/);
    assert.match(text, /\n95% sure: 33% to 47% of the total \(80 samples, 800ms\)\n/);
  });

  test('of memory, where one allocation in 512 kB was recorded', () => {
    const recorded = (count: number, bytes: number): SessionSource => {
      const objects = count / (1 - Math.exp(-bytes / 2 ** 19));
      const values = [Math.round(objects), Math.round(objects * bytes)];
      const profile = profileOf({
        sampleTypes: mem.slice(0, 2),
        periodType: 'space/bytes',
        period: 2n ** 19n,
        samples: [{ values, stack: [`example.com/m/p.F ${path}:4`] }],
      });
      return sessionSource(profile, { snapshot: snapshotOf({ [path]: text }) });
    };
    assert.match(hover([recorded(1, 1024)]) ?? '', /\n95% sure: 26\.\d+kB to 2\.8\dMB \(only one sample\)\n/);
    assert.match(hover([recorded(100, 1024)]) ?? '', /\n95% sure: 41\.\d+MB to 60\.\d+MB \(100 samples\)\n/);
    assert.match(
      hover([recorded(100, 1024)], { sampleType: 0 }) ?? '',
      /\n95% sure: 42\d\d\d to 62\d\d\d \(/,
    );
    assert.doesNotMatch(
      hover([recorded(1, 2 ** 24)]) ?? '',
      /sure/,
      'objects of many times that are always recorded',
    );
  });
});

test('allocations that lines lack are explained; no word where the numbers agree, and beside bytes', () => {
  const measured = (allocs: number) => [{ iterations: 1000, metrics: { 'allocs/op': allocs } }];
  const said = (allocs: number, sampleType = 0) =>
    hover([memory], { sampleType, resultOf: () => resultOf({ measurements: measured(allocs) }) }) ?? '';
  assert.match(
    said(20),
    /\nAll lines together have 15 of the 20 allocs\/op that were measured: Go puts tiny objects together/,
  );
  assert.doesNotMatch(said(15), /were measured/);
  assert.doesNotMatch(said(20, 1), /were measured/);
});

test('a line without the shown cost says so, and has the others', () => {
  const onlyMemory = profiled('mem', mem, [{ values: [1, 16, 0, 0], stack: [`p.F ${path}:5`] }]);
  assert.equal(
    hover([cpu(80), onlyMemory], { line: 5 }),
    'No CPU time here in `BenchmarkF`.\n\nAllocated objects 1 in 1,000 ops flat · 100%  \nAllocated bytes 0.016 B/op flat · 100%',
  );
  assert.equal(hover([cpu(80)], { line: 5 }), null);
});

test('values of any size and sign make a hover', () => {
  for (const value of [1, -1, 3, -50_000, 2 ** 52, -(2 ** 52)]) {
    const source = profiled('mem', mem, [{ values: [value, value, value, value], stack: [`p.F ${path}:4`] }]);
    for (const operations of [null, 1, 1000, 2 ** 40]) {
      for (const sampleType of mem.keys()) {
        const text = hover([{ ...source, operations }], { sampleType }) ?? '';
        assert.match(text, /^\*\*-?\d.* flat · 100%\*\* of /);
        assert.doesNotMatch(text, /NaN|Infinity|undefined|e[-+]\d/);
      }
    }
  }
});

test('samples right after a slow instruction of another line stand beside CPU time, with a link to that line', () => {
  const skid = { samples: 12, all: 13, skidOf: 'division', file: 'f.go', line: 5 } as const;
  const said = (part: object, sources = [cpu(80, 120)]) => {
    const text = hover(sources, { skids: { of: () => ({ ...skid, ...part }) } }) ?? '';
    return text.split('\n').find((row) => row.includes('right after')) ?? null;
  };
  assert.equal(
    said({}),
    '12 of 13 flat samples are on the instruction right after a division of [line 5](file:///p/f.go#L5). A CPU sample falls behind the instruction that waits, so that line may be what costs.',
  );
  assert.match(said({ skidOf: 'atomic' }) ?? '', /after an atomic operation of /);
  assert.match(said({ file: 'g.go', line: 3 }) ?? '', / of g\.go:3\./);
  assert.match(said({ file: 'un_known.go', line: 3 }) ?? '', / of un\\_known\.go:3\./);
  assert.equal(said({}, [memory]), null);
  assert.equal(hover([cpu(80, 120)])?.includes('right after'), false);

  test('it is split by cause where causes say more than flat and cum', () => {
    const own = [`example.com/m/p.F ${path}:4`, 'example.com/m/p.BenchmarkF /p/f_test.go:8'];
    const charged = (below: string[], samples: number): Sample => ({
      values: [samples, samples * period],
      stack: [...below, ...own],
    });
    const samples = [
      charged([], 19),
      charged(['gcWriteBarrier /go/src/runtime/asm_amd64.s:7'], 1),
      charged(
        ['runtime.mallocgc /go/src/runtime/malloc.go:9', 'runtime.newobject /go/src/runtime/malloc.go:5'],
        40,
      ),
      charged(['fmt.Sprintf /go/src/fmt/print.go:5'], 29),
      charged(['runtime.memmove /go/src/runtime/memmove_amd64.s:7'], 1),
      charged(['example.com/m/p.G /p/g.go:3'], 10),
    ];
    const types = ['samples/count', 'cpu/nanoseconds'];
    const text = (hover([profiled('cpu', types, samples)]) ?? '')
      .replaceAll('\u2060', '')
      .replaceAll(/[ \u00a0]+/g, ' ');
    assert.deepEqual(
      text.split('\n').filter((row) => row.startsWith('|')),
      [
        '| cause | | of cum |',
        '|:--|--:|--:|',
        '| own work | 190µs/op | 19% |',
        '| allocation | 400µs/op | 40% |',
        '| formatting | 290µs/op | 29% |',
        '| write barrier | \\~10µs/op | 1% |',
        '| copying, clearing | \\~10µs/op | 1% |',
        '| deeper in your code | 100µs/op | 10% |',
      ],
    );
    assert.match(text, /Calls .*fmt\.Sprintf/);
    assert.doesNotMatch(
      text,
      /Calls .*(?:newobject|gcWriteBarrier)/,
      'the table says what the runtime costs',
    );
  });
});
