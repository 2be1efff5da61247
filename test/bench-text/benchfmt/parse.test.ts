// Benchmark text as Go writes it, also if the benchmark itself prints text in between.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BenchmarkTextParser, parseBenchmarkText } from '../../../src/bench/benchfmt/parse.ts';

/** Results as `name procs iterations value unit...`, one line each. */
function results(text: string): string[] {
  return parseBenchmarkText(text).measurements.map(({ name, procs, iterations, metrics }) => {
    const values = Object.entries(metrics).map(([unit, value]) => `${value} ${unit}`);
    return [name, procs, iterations, ...values].join(' ');
  });
}

test('a plain run', () => {
  const text = `goos: linux
goarch: amd64
pkg: example.com/p
cpu: Fast CPU @ 3 GHz
BenchmarkA-8   	  390255	       586.4 ns/op	     128 B/op	       1 allocs/op
BenchmarkB/n=1-8         	1000000000	         0.2512 ns/op
PASS
ok  	example.com/p	2.345s
`;
  const { measurements, blocks, unfinished } = parseBenchmarkText(text);
  const config = { goos: 'linux', goarch: 'amd64', pkg: 'example.com/p', cpu: 'Fast CPU @ 3 GHz' };
  assert.deepEqual(measurements, [
    {
      name: 'BenchmarkA',
      procs: 8,
      config,
      iterations: 390255,
      metrics: { 'ns/op': 586.4, 'B/op': 128, 'allocs/op': 1 },
    },
    { name: 'BenchmarkB/n=1', procs: 8, config, iterations: 1e9, metrics: { 'ns/op': 0.2512 } },
  ]);
  assert.deepEqual([blocks, unfinished], [[], null]);
});

test("throughput and the benchmark's own metrics, in any notation", () => {
  const text = 'BenchmarkA-2   \t     100\t  12.5 ns/op\t 80.00 MB/s\t 1e+09 x/op\t +Inf y\t -3 z\t .5 w\n';
  assert.deepEqual(results(text), [
    'BenchmarkA 2 100 12.5 ns/op 80 MB/s 1000000000 x/op Infinity y -3 z 0.5 w',
  ]);
});

test('each result has the configuration above it', () => {
  const text = 'pkg: a\nnote: first\nBenchmarkA 1 2 ns/op\npkg: b\nBenchmarkA 1 3 ns/op\n';
  const configs = parseBenchmarkText(text).measurements.map(({ config }) => config);
  assert.deepEqual(configs, [
    { pkg: 'a', note: 'first' },
    { pkg: 'b', note: 'first' },
  ]);
});

describe('lines that are no results', () => {
  for (const line of [
    'Benchmarks are fun',
    'Benchmarking 1 2 ns/op',
    'BenchmarkA',
    'BenchmarkA-8 100',
    'BenchmarkA-8 100 12.5',
    'BenchmarkA-8 fast 12.5 ns/op',
    'BenchmarkA-8 100 slow ns/op',
    '--- BenchmarkA 100 12.5 ns/op',
    'see BenchmarkA 100 12.5 ns/op',
  ]) {
    test(line, () => assert.deepEqual(results(`${line}\n`), []));
  }
});

describe('a benchmark that prints', () => {
  const numbers = '     100\t      12.5 ns/op\t       0 B/op\n';
  const cases: [what: string, printed: string][] = [
    ['lines', 'hello\nworld\n'],
    ['without a line break', 'hello'],
    ['a number without a line break', 'sum is 42'],
    ['what looks like configuration', 'level: info\n'],
    ['what looks like a log', '    a.go:3: hello\n'],
    ['other benchmarks by name', 'BenchmarkB: done\nrunning BenchmarkC   \tnow\n'],
    ['carriage returns', 'a\r\nb\r\n'],
    ['more than is kept', `${'x'.repeat(100_000)}\n${'y'.repeat(100_000)}`],
    ['PASS and FAIL', 'PASS\nFAIL\n'],
  ];
  for (const [what, printed] of cases) {
    test(what, () => {
      assert.deepEqual(results(`BenchmarkA-8   \t${printed}${numbers}BenchmarkB-8   \t${numbers}`), [
        'BenchmarkA 8 100 12.5 ns/op 0 B/op',
        'BenchmarkB 8 100 12.5 ns/op 0 B/op',
      ]);
    });
  }

  test('before its name is printed, as the body around sub-benchmarks does', () => {
    assert.deepEqual(results(`setting upBenchmarkA/x-8   \t${numbers}`), [
      'BenchmarkA/x 8 100 12.5 ns/op 0 B/op',
    ]);
    assert.deepEqual(results(`setting upBenchmarkA-8   \thello\n${numbers}`), [
      'BenchmarkA 8 100 12.5 ns/op 0 B/op',
    ]);
  });

  test('seven and eight digits of iterations after a number', () => {
    assert.deepEqual(results('BenchmarkA   \t7 1234567\t 1.0 ns/op\n'), ['BenchmarkA 1 1234567 1 ns/op']);
    assert.deepEqual(results('BenchmarkA   \tx12345678\t 1.0 ns/op\n'), ['BenchmarkA 1 12345678 1 ns/op']);
  });
});

describe('what became of a benchmark', () => {
  test('its log after the result', () => {
    const text =
      'BenchmarkA-8   \t 100\t 1 ns/op\n--- BENCH: BenchmarkA-8\n    a_test.go:5: one\n        two\nBenchmarkB-8   \t 7\t 1 ns/op\n';
    const { measurements, blocks } = parseBenchmarkText(text);
    assert.equal(measurements.length, 2);
    assert.deepEqual(blocks, [
      { outcome: 'BENCH', name: 'BenchmarkA-8', log: '    a_test.go:5: one\n        two' },
    ]);
  });

  test('a failure in place of the numbers', () => {
    const text =
      'BenchmarkA-8   \t--- FAIL: BenchmarkA-8\n    a_test.go:5: broken\nBenchmarkB-8   \t 7\t 1 ns/op\nFAIL\n';
    const { measurements, blocks, unfinished } = parseBenchmarkText(text);
    assert.deepEqual(
      measurements.map(({ name }) => name),
      ['BenchmarkB'],
    );
    assert.deepEqual(blocks, [{ outcome: 'FAIL', name: 'BenchmarkA-8', log: '    a_test.go:5: broken' }]);
    assert.equal(unfinished, null);
  });

  test('a failure after output without a line break', () => {
    const { blocks } = parseBenchmarkText(
      'BenchmarkA-8   \thello--- FAIL: BenchmarkA-8\n    a_test.go:5: broken\n',
    );
    assert.equal(blocks[0]?.name, 'BenchmarkA-8');
  });

  test('a skip, as -test.v prints it', () => {
    const { blocks } = parseBenchmarkText('BenchmarkA\n--- SKIP: BenchmarkA\n');
    assert.deepEqual(blocks, [{ outcome: 'SKIP', name: 'BenchmarkA', log: '' }]);
  });

  test('an empty result, printed while a panic ends the process, is no result', () => {
    const text = 'BenchmarkA-8   \thello\n       0\t      NaN ns/op\t       0 B/op\n';
    const { measurements, unfinished } = parseBenchmarkText(text);
    assert.deepEqual([measurements, unfinished], [[], 'BenchmarkA-8']);
    assert.deepEqual(parseBenchmarkText('BenchmarkA-8   \t       0\t      NaN ns/op\n').measurements, []);
  });

  test('whose timed loop has panicked or skipped is unfinished, and the next one is still read', () => {
    const unmeasured = 'BenchmarkA-8   \tstarted\n       0\t               NaN ns/op\t       0 B/op\n';
    for (const own of ['', '--- BENCH: BenchmarkA-8\n    a_test.go:7: enough\n']) {
      const { measurements, unfinished } = parseBenchmarkText(
        `${unmeasured}${own}BenchmarkB-8   \t 5\t 3 ns/op\nPASS\n`,
      );
      assert.deepEqual(
        measurements.map(({ name, iterations }) => [name, iterations]),
        [['BenchmarkB', 5]],
      );
      assert.equal(unfinished, 'BenchmarkA-8');
    }
  });

  test('after a crash it is unfinished, and the next package is still read', () => {
    const crash = 'BenchmarkA-8   \thello\n';
    assert.equal(parseBenchmarkText(crash).unfinished, 'BenchmarkA-8');
    const next = 'exit status 2\nFAIL\texample.com/a\t0.1s\npkg: b\nBenchmarkB-8   \t 7\t 1 ns/op\n';
    const { measurements, unfinished } = parseBenchmarkText(crash + next);
    assert.deepEqual(
      measurements.map(({ name, config }) => [name, config.pkg]),
      [['BenchmarkB', 'b']],
    );
    assert.equal(unfinished, 'BenchmarkA-8');
  });
});

describe('name or procs suffix', () => {
  const names = (printed: string[], hint?: Parameters<typeof parseBenchmarkText>[1]) => {
    const text = printed.map((name) => `${name} 1 1 ns/op\n`).join('');
    return parseBenchmarkText(text, hint).measurements.map(
      ({ name, procs }) => `${name.slice('Benchmark'.length)} ${procs}`,
    );
  };

  test('of a top-level benchmark it is procs: an identifier has no dash', () => {
    assert.deepEqual(names(['BenchmarkA-8', 'BenchmarkB/x-2-8', 'BenchmarkB/y-8']), [
      'A 8',
      'B/x-2 8',
      'B/y 8',
    ]);
    assert.deepEqual(names(['BenchmarkA', 'BenchmarkB/x-2']), ['A 1', 'B/x-2 1']);
  });

  test('one that all sub-benchmarks share is procs', () => {
    assert.deepEqual(names(['BenchmarkB/n-1-8', 'BenchmarkB/n-2-8']), ['B/n-1 8', 'B/n-2 8']);
  });

  test('one that not all have is a name', () => {
    assert.deepEqual(names(['BenchmarkB/x-2', 'BenchmarkB/y']), ['B/x-2 1', 'B/y 1']);
    assert.deepEqual(names(['BenchmarkB/x-2', 'BenchmarkB/y-3']), ['B/x-2 1', 'B/y-3 1']);
  });

  test('-cpu=1,2,4 repeats every benchmark', () => {
    const printed = ['BenchmarkA', 'BenchmarkA-2', 'BenchmarkA-4'];
    const sub = ['BenchmarkB/n-4', 'BenchmarkB/n-4-2', 'BenchmarkB/n-4-4'];
    assert.deepEqual(names([...printed, ...sub]), ['A 1', 'A 2', 'A 4', 'B/n-4 1', 'B/n-4 2', 'B/n-4 4']);
    assert.deepEqual(names(sub, { known: [1, 2, 4] }), ['B/n-4 1', 'B/n-4 2', 'B/n-4 4']);
    assert.deepEqual(names(['BenchmarkB/a-2', 'BenchmarkB/a-4', 'BenchmarkB/b-2', 'BenchmarkB/b-4']), [
      'B/a 2',
      'B/a 4',
      'B/b 2',
      'B/b 4',
    ]);
  });

  test('-1 is never procs', () => {
    assert.deepEqual(names(['BenchmarkB/n-1']), ['B/n-1 1']);
    assert.deepEqual(names(['BenchmarkB/n-1', 'BenchmarkB/n-2']), ['B/n-1 1', 'B/n-2 1']);
  });

  test('the selected name decides', () => {
    assert.deepEqual(names(['BenchmarkB/n-8'], { selected: 'BenchmarkB/n-8' }), ['B/n-8 1']);
    assert.deepEqual(names(['BenchmarkB/n-8-8'], { selected: 'BenchmarkB/n-8' }), ['B/n-8 8']);
    assert.deepEqual(names(['BenchmarkB/n-8'], { selected: 'BenchmarkB', likely: 1 }), ['B/n-8 1']);
    assert.deepEqual(names(['BenchmarkB/n-8'], { selected: 'BenchmarkB', likely: 4 }), ['B/n 8']);
  });
});

describe('any text', () => {
  const identifier = fc.stringMatching(/^[A-Z][a-z]{0,5}$/);
  const subName = fc.stringMatching(/^[a-zA-Z0-9=.,_é-]{1,8}$/);
  const benchmark = fc.record({
    name: fc
      .tuple(identifier, fc.array(subName, { maxLength: 2 }))
      .map(([top, subs]) => [`Benchmark${top}`, ...subs].join('/')),
    iterations: fc.integer({ min: 1, max: 1e9 }),
    nanoseconds: fc.integer({ min: 1, max: 1e9 }).map((n) => n / 8),
    // The printed text must not look like a part of the numbers after it, and must not be a result itself.
    printed: fc
      .array(fc.stringMatching(/^[a-zA-Z0-9 :.\t]{0,20}[a-zA-Z:.\n]$/), { maxLength: 3 })
      .filter((pieces) => !/(^|\s)\d+\s+[\d.]/.test(pieces.join(''))),
  });

  /** As testing prints it: the padded name, the benchmark's own text, the numbers. */
  function print(
    benchmarks: (typeof benchmark extends fc.Arbitrary<infer T> ? T : never)[],
    procs: number,
  ): string {
    return benchmarks
      .map(({ name, iterations, nanoseconds, printed }) => {
        const suffix = procs === 1 ? '' : `-${procs}`;
        return `${name}${suffix}   \t${printed.join('')}${String(iterations).padStart(8)}\t${nanoseconds} ns/op\n`;
      })
      .join('');
  }

  test('results are read, with any text printed in between', () => {
    fc.assert(
      fc.property(fc.array(benchmark), fc.constantFrom(1, 2, 8, 128), (benchmarks, procs) => {
        const { measurements } = parseBenchmarkText(print(benchmarks, procs), { known: [procs] });
        assert.deepEqual(
          measurements.map((r) => [r.name, r.procs, r.iterations, r.metrics['ns/op']]),
          benchmarks.map((b) => [b.name, procs, b.iterations, b.nanoseconds]),
        );
      }),
    );
  });

  test('it does not matter how the text is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(benchmark), fc.array(fc.nat({ max: 40 })), (benchmarks, cuts) => {
        const text = print(benchmarks, 8);
        const parser = new BenchmarkTextParser();
        let start = 0;
        for (const cut of cuts) {
          parser.push(text.slice(start, start + cut));
          start += cut;
        }
        parser.push(text.slice(start));
        assert.deepEqual(parser.finish(), parseBenchmarkText(text));
      }),
    );
  });

  test('nothing throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBenchmarkText(text)));
  });
});

test('Unit lines are read wherever a program or a benchmark prints them', () => {
  const text = `Unit hits better=higher
goos: linux
BenchmarkA \tUnit probes/op better=lower
Unit ns assume=exact wrong
Unity is no unit
     100\t         1.5 ns/op\t         2.0 hits
`;
  const { units, measurements } = parseBenchmarkText(text);
  assert.deepEqual(units, {
    hits: { better: 'higher' },
    'probes/op': { better: 'lower' },
    sec: { assume: 'exact' },
  });
  assert.deepEqual(measurements[0]?.metrics, { 'ns/op': 1.5, hits: 2 });
});
