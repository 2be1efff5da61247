/** A result with disturbed timings says so in its lens, and offers more runs. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { BenchmarkResult } from '../../../src/go/run/benchmarkResult.ts';
import { createScanner } from '../../../src/go/scan/scan.ts';
import { serverCommands } from '../../../src/protocol.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { codeLenses } from '../../../src/server/editor/lenses.ts';
import { noNews } from '../../../src/server/editor/lensState.ts';
import { resultOf, resultsOf } from '../../../src/server/history/keptRun.ts';
import { readRecord, recordText } from '../../../src/server/history/runRecord.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { recordedBenchmark, runRecord } from '../history/runs.ts';

const text = 'package m\n\nimport "testing"\n\nfunc BenchmarkA(b *testing.B) {}\n';

async function titles(result: BenchmarkResult): Promise<{ title: string; count: unknown }[]> {
  const results = new BenchmarkResults();
  results.put(result, []);
  const wasm = path.resolve('dist');
  const scanner = await createScanner({
    runtime: path.join(wasm, 'web-tree-sitter.wasm'),
    grammar: path.join(wasm, 'tree-sitter-go.wasm'),
  });
  const document = new DocumentText('/m/a_test.go', text);
  const lenses = codeLenses(
    document,
    scanner,
    { results, news: noNews },
    { flameGraph: false, codicons: false },
  );
  return lenses.flatMap(({ command }) =>
    command?.command === serverCommands.run
      ? [{ title: command.title, count: command.arguments?.[0]?.count }]
      : [],
  );
}

/** The result as it is after a restart: written to the history and read again. */
function restored(part: Parameters<typeof recordedBenchmark>[0]): BenchmarkResult {
  const read = readRecord('run-1', recordText(runRecord({ benchmarks: [recordedBenchmark(part)] })));
  assert.ok(read.ok);
  const [kept] = resultsOf({ record: read.value, folder: '/runs/run-1', bytes: 0 });
  assert.ok(kept);
  return resultOf(kept);
}

test('a noisy result offers twice as many runs, at least ten; also after a restart', async () => {
  assert.deepEqual(await titles(restored({})), [
    { title: '101ns/op ±0% · 16 B/op', count: undefined },
    { title: 'noisy: Its measurements differ by ±20%. Measure 10 times', count: 10 },
  ]);
});

test('a quiet result offers no more runs', async () => {
  assert.deepEqual((await titles(restored({ notes: [] }))).length, 1);
});
