import { parseBenchtime } from '../../../base/benchtime.ts';
import { largest } from '../../../base/lists.ts';
import { type BenchmarkRequest, passesOfOne, selectionText } from '../../../go/build/benchmarkRequest.ts';
import type { ScannedBenchmark } from '../../../go/scan/scannedBenchmark.ts';
import type { BenchmarkResults } from '../../results/benchmarkResults.ts';
import type { PlannedRun } from '../queue/runEstimate.ts';

/** What is known of a run before it begins. `null` if its benchtime is none; then the run fails. */
export function plannedRun(
  request: BenchmarkRequest,
  comparesBuilds: boolean,
  results: BenchmarkResults,
  scanned: readonly ScannedBenchmark[],
): PlannedRun | null {
  const { packageDirectory: directory, count } = request;
  const counts = Array<'counters'>(passesOfOne(request) - request.kinds.length).fill('counters');
  const kinds = [...request.kinds, ...counts];
  const benchtime = parseBenchtime(request.benchtime);
  if (!benchtime.ok) return null;
  const selections = request.benchmarks.map((selection) => {
    const name = selectionText(selection);
    return { name, expected: ranBefore(directory, name, results) ?? writtenIn(name, scanned) };
  });
  return { selections, kinds, count, benchtime: benchtime.value, builds: comparesBuilds ? 2 : 1 };
}

/** What ran when the benchmark ran before; `null` if it did not. */
function ranBefore(directory: string, name: string, results: BenchmarkResults): readonly string[] | null {
  const own = results.get(directory, name);
  const subs = results.below(directory, name).filter(({ result }) => result.measurements.length > 0);
  const latest = largest(subs.map(({ result }) => result.takenAt));
  if (own !== undefined && own.result.measurements.length > 0 && !(own.result.takenAt < latest))
    return [name];
  return subs.length === 0 ? null : subs.map(({ result }) => result.name);
}

/** A benchmark with a timed loop of its own has no sub-benchmarks. How many others have is not known. */
function writtenIn(name: string, scanned: readonly ScannedBenchmark[]): readonly string[] | null {
  const found = scanned.find((benchmark) => benchmark.name === name);
  return found !== undefined && found.loops.length > 0 ? [name] : null;
}
