import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBenchmarkText } from '../../../src/bench/benchfmt/parse.ts';
import { resultText } from '../../../src/bench/benchfmt/resultText.ts';

const config = { goos: 'linux', goarch: 'amd64', pkg: 'example.com/m', cpu: 'A Processor' };

test('results that are written and read are the same', () => {
  const written = [
    { iterations: 120, metrics: { 'ns/op': 9876543.25, 'B/op': 16, 'x/op': Number.POSITIVE_INFINITY } },
    { iterations: 1, metrics: { 'ns/op': 0.25 } },
  ];
  const text = resultText([
    { name: 'BenchmarkA/n=1', procs: 8, config, measurements: written },
    { name: 'BenchmarkB', procs: 8, config, measurements: written.slice(1) },
  ]);
  const { measurements } = parseBenchmarkText(text, { known: [8] });
  assert.deepEqual(
    measurements.map(({ name, iterations, metrics, config }) => ({ name, iterations, metrics, config })),
    [
      { name: 'BenchmarkA/n=1', ...written[0], config },
      { name: 'BenchmarkA/n=1', ...written[1], config },
      { name: 'BenchmarkB', ...written[1], config },
    ],
  );
});

test('configuration lines are written once above their results', () => {
  const measurements = [{ iterations: 1, metrics: { 'ns/op': 1 } }];
  const named = (name: string, os: string) => ({ name, procs: 1, config: { goos: os }, measurements });
  assert.equal(
    resultText([named('BenchmarkA', 'linux'), named('BenchmarkB', 'linux'), named('BenchmarkC', 'darwin')]),
    'goos: linux\nBenchmarkA\t1\t1 ns/op\nBenchmarkB\t1\t1 ns/op\ngoos: darwin\nBenchmarkC\t1\t1 ns/op\n',
  );
});

test('what Unit lines said of units is written once, and read again', () => {
  const measurements = [{ iterations: 1, metrics: { 'ns/op': 1 } }];
  const units = { hits: { better: 'higher' }, 'sec/op': { better: 'lower', assume: 'nothing' } };
  const named = (name: string) => ({ name, procs: 1, config: {}, measurements, units });
  const text = resultText([named('BenchmarkA'), named('BenchmarkB')]);
  assert.match(
    text,
    /^Unit hits better=higher\nUnit sec\/op better=lower\nUnit sec\/op assume=nothing\nBenchmarkA.*\nBenchmarkB.*\n$/,
  );
  assert.deepEqual(parseBenchmarkText(text).units, units);
});
