// The plan of a run's passes: their arguments, and the iterations of profile passes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passIterations, profileEnvironment } from '../../../src/go/profile/passIterations.ts';
import { aloneArguments, exactPattern, timingArguments } from '../../../src/go/time/passArguments.ts';

test('each element of a name is quoted and anchored', () => {
  assert.equal(exactPattern('BenchmarkA'), '^BenchmarkA$');
  assert.equal(exactPattern('BenchmarkA/x.y/(z)|[w]$'), '^BenchmarkA$/^x\\.y$/^\\(z\\)\\|\\[w\\]\\$$');
  assert.equal(exactPattern('BenchmarkA/\\x00'), '^BenchmarkA$/^\\\\x00$');
});

test('a timing pass has no profiler, and runs only benchmarks', () => {
  const request = { count: 3, benchtime: '1s', outputDirectory: '/out' };
  const args = timingArguments({ name: 'BenchmarkA' }, request);
  assert.deepEqual(args, [
    '-test.run=^$',
    '-test.paniconexit0',
    '-test.bench=^BenchmarkA$',
    '-test.benchmem',
    '-test.count=3',
    '-test.benchtime=1s',
    '-test.outputdir=/out',
  ]);
  const pattern = timingArguments({ pattern: 'A|B/c' }, { ...request, cpu: '1,2' });
  assert.ok(pattern.includes('-test.bench=A|B/c'));
  assert.ok(pattern.includes('-test.cpu=1,2'));
});

describe('a profile pass', () => {
  const argumentsOf = (others: readonly string[], procs?: number) =>
    aloneArguments('BenchmarkA/x', ['BenchmarkA/x', 'BenchmarkA/xy', ...others], '/out', procs).join(' ');

  test('runs one benchmark alone, once', () => {
    const usual =
      '-test.run=^$ -test.paniconexit0 -test.bench=^BenchmarkA$/^x$ -test.count=1 -test.outputdir=/out';
    assert.equal(argumentsOf([]), usual);
    assert.equal(argumentsOf([], 4), `${usual} -test.cpu=4`);
  });

  test('skips benchmarks whose names begin with its name', () => {
    assert.match(argumentsOf(['BenchmarkA/x/y']), / -test\.skip=\^BenchmarkA\$\/\^x\$\/\.\* /);
  });

  test('for memory turns the collector off, unless the user has tuned it', () => {
    const gigabyte = 1024 ** 3;
    assert.deepEqual(profileEnvironment('mem', {}, 16 * gigabyte), {
      GOGC: 'off',
      GOMEMLIMIT: `${gigabyte}`,
    });
    assert.equal(profileEnvironment('mem', {}, gigabyte).GOMEMLIMIT, `${gigabyte / 4}`);
    assert.deepEqual(profileEnvironment('mem', { GOGC: '50' }, 16 * gigabyte), {});
    assert.deepEqual(profileEnvironment('cpu', {}, 16 * gigabyte), {});
  });
});

describe('iterations', () => {
  const run = (iterations: number, ns: number, allocs = 0, bytes = 0) => [
    { iterations, metrics: { 'ns/op': ns, 'allocs/op': allocs, 'B/op': bytes } },
  ];
  const second = { nanoseconds: 1e9 };

  test('of a CPU pass: as many as in the timing, so it lasts about the benchtime', () => {
    assert.equal(passIterations('cpu', run(1000, 1e6), second), 1000);
    const runs = [...run(900, 1e6), ...run(1000, 1e6), ...run(5000, 1e6)];
    assert.equal(passIterations('cpu', runs, second), 1000);
    assert.equal(passIterations('cpu', run(7, 1), { iterations: 7 }), 7);
  });

  test('of a CPU pass: more if the benchtime is very short, as there would be no samples', () => {
    assert.equal(passIterations('cpu', run(10, 1e6), { nanoseconds: 10e6 }), 300);
  });

  test('of a CPU pass: up to twice a short benchtime, towards a hundred samples', () => {
    assert.equal(passIterations('cpu', run(500, 1e6), { nanoseconds: 500e6 }), 1000);
    assert.equal(passIterations('cpu', run(800, 1e6), { nanoseconds: 800e6 }), 1000);
    assert.equal(passIterations('cpu', run(200, 1e6), { nanoseconds: 200e6 }), 400);
  });

  test('of a CPU pass: as many as with a core for itself, up to four times, where it waited for one', () => {
    const waited = (running: number, waiting: number) =>
      run(1000, 1e6).map((each) => ({ ...each, core: { running, waiting } }));
    assert.equal(passIterations('cpu', waited(0.4, 0.6), second), 2500);
    assert.equal(passIterations('cpu', waited(0.1, 0.9), second), 4000);
    assert.equal(passIterations('cpu', waited(0.1, 0), second), 1000);
    assert.equal(passIterations('cpu', waited(0, 0), second), 1000);
  });

  test('of a memory pass: for a quarter of the time, with the time for recording', () => {
    assert.equal(passIterations('mem', run(1e6, 1000), second), 250_000);
    assert.equal(passIterations('mem', run(1e6, 1000, 2), second), 83_333);
    assert.equal(passIterations('mem', run(1, 3e9, 1e6), second), 1);
  });

  test('of a memory pass: ten if there is time for them, so that setup does not count much', () => {
    assert.equal(passIterations('mem', run(100, 50e6, 50_000), second), 10);
    assert.equal(passIterations('mem', run(100, 50e6, 250_000), second), 5);
    assert.equal(passIterations('mem', run(100, 50e6, 50_000), { nanoseconds: 10e6 }), 5);
  });

  test('of a memory pass: at most as many as fit in memory without a collector', () => {
    assert.equal(passIterations('mem', run(1000, 1e6, 1, 64 * 1024 ** 2), second), 8);
  });

  test('of a memory pass: as many as the benchtime says, unless recording doubles the time', () => {
    assert.equal(passIterations('mem', run(100_000, 100, 1, 8), { iterations: 100_000 }), 100_000);
    assert.equal(passIterations('mem', run(10, 1e9, 1000), { iterations: 10 }), 10);
    assert.equal(passIterations('mem', run(1e8, 100, 1), { iterations: 1e8 }), 18_181_818);
  });
});
