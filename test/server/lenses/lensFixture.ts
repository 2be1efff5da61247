/** A test file with two benchmarks, what their runs have measured, and the lenses that it gets. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { CodeLens, Command } from 'vscode-languageserver';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { readRecord, recordText } from '../../../src/go/results/runRecord.ts';
import { createScanner } from '../../../src/go/scan/scan.ts';
import { clientCommands } from '../../../src/protocol.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { resultOf, resultsOf } from '../../../src/server/history/keptRun.ts';
import type { LensOptions } from '../../../src/server/lenses/lensCommands.ts';
import { codeLenses } from '../../../src/server/lenses/lenses.ts';
import { type LensSources, noNews } from '../../../src/server/lenses/lensState.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { recordedBenchmark, runRecord } from '../history/runs.ts';

export const text = `// A file begins with a comment.
package m

import "testing"

func BenchmarkA(b *testing.B) {}

func BenchmarkB(b *testing.B) { b.Run("written", func(b *testing.B) {}) }
`;

import { succeeded } from '../../why.ts';
export const uri = 'file:///m/a_test.go';
export const document = new DocumentText('/m/a_test.go', text);

export const ourEditor: LensOptions = { clientCommands: Object.values(clientCommands), codicons: true };
export const otherEditor: LensOptions = { clientCommands: [], codicons: false };

const wasm = path.resolve('dist');
export const scanner = await createScanner({
  runtime: path.join(wasm, 'web-tree-sitter.wasm'),
  grammar: path.join(wasm, 'tree-sitter-go.wasm'),
});

type Part = Parameters<typeof recordedBenchmark>[0];

/** A result as it is after a restart: written to the history and read again. */
function result(part: Part): BenchmarkResult {
  const benchmarks = [recordedBenchmark({ notes: [], ...part })];
  const read = succeeded(readRecord('run-1', recordText(runRecord({ benchmarks, commit: null }))));
  const [kept] = resultsOf({ record: read, folder: '/runs/run-1', bytes: 0 });
  assert.ok(kept);
  return resultOf(kept);
}

/** Six measurements around these medians. */
export function measured(metrics: Readonly<Record<string, number>>): Part {
  const measurements = [0, 1, 2, 3, 4, 5].map((i) => {
    const { 'ns/op': time, ...others } = metrics;
    const varied = time === undefined ? {} : { 'ns/op': time * (1 + (i - 2.5) / 1000) };
    return { iterations: 10, metrics: { ...varied, ...others } };
  });
  return { measurements };
}

export function sources(parts: readonly Part[], more: Partial<LensSources> = {}): LensSources {
  const results = new BenchmarkResults();
  for (const [i, part] of parts.entries()) {
    results.put(result({ runId: `r${i}`, takenAt: 1000 + i, codeHash: `code ${i}`, ...part }), []);
  }
  return { results, news: noNews, shownRunId: null, ...more };
}

export function lenses(from: LensSources, options = ourEditor): CodeLens[] {
  return codeLenses(document, scanner, from, options);
}

/** The row of lenses of a benchmark; of the whole file for `null`. */
export function row(all: readonly CodeLens[], benchmark: string | null): Command[] {
  const line =
    benchmark === null ? 3 : text.split('\n').findIndex((each) => each.includes(`func ${benchmark}(`));
  return all.flatMap(({ range, command }) => (range.start.line === line && command ? [command] : []));
}

export const titles = (commands: readonly Command[]) => commands.map(({ title }) => title);
export const shown = (commands: readonly Command[]) => titles(commands).join(' | ');

/** Twelve sub-benchmarks of BenchmarkB, from 5.3ns to 3.1µs. */
export function twelve(factor = 1): Part[] {
  return Array.from({ length: 12 }, (_, i) => ({
    ...measured({ 'ns/op': (5.3 + (i * (3100 - 5.3)) / 11) * (i < 4 ? factor : 1) }),
    name: `BenchmarkB/size=${10 ** i}`,
  }));
}
