/** Which kept results are measured again in turns. */
import path from 'node:path';
import { fail, ok, type Result } from '../../../base/result.ts';
import { isSameCode, lacksMeasurements } from '../../../go/results/benchmarkResult.ts';
import type { TurnsRequest } from '../../../protocol.ts';
import { filePath } from '../../client/lspTerms.ts';
import { type History, runGone } from '../../history/history.ts';
import { isSameBenchmark, type KeptResult, resultOf } from '../../history/keptRun.ts';
import type { BenchmarkResults } from '../../results/benchmarkResults.ts';

export interface TurnsPair {
  readonly base: KeptResult;
  readonly result: KeptResult;
}

/** The pairs that a request means. Problems: `run-gone`, `no-run-before`, `other-benchmark`, `same-code`. */
export function turnsPairs(
  request: TurnsRequest,
  history: History,
  results: BenchmarkResults,
): Result<readonly TurnsPair[]> {
  const found =
    request.runId === undefined ? newestPairs(request, history, results) : namedPair(request, history);
  if (!found.ok) return found;
  const pairs = found.value.filter(({ base, result }) => !isSameCode(resultOf(base), resultOf(result)));
  if (pairs.length > 0) return ok(pairs);
  return fail(
    'same-code',
    'Both runs ran the same machine code, so the difference comes from the machine. There is nothing to measure.',
  );
}

function namedPair({ runId = '', baseId }: TurnsRequest, history: History): Result<readonly TurnsPair[]> {
  const result = history.get(runId);
  if (result === undefined) return runGone();
  const base = baseId === undefined ? runBefore(result, history) : history.get(baseId);
  if (base === undefined) return baseId === undefined ? noRunBefore(result.benchmark.name) : runGone();
  if (isSameBenchmark(base.benchmark, result.benchmark)) return ok([{ base, result }]);
  return fail('other-benchmark', 'Only two runs of the same benchmark can be measured in turns.');
}

function runBefore(kept: KeptResult, { results }: History): KeptResult | undefined {
  const earlier = results.slice(
    0,
    results.findIndex(({ id }) => id === kept.id),
  );
  const couldBe = ({ benchmark }: KeptResult) =>
    isSameBenchmark(benchmark, kept.benchmark) && !lacksMeasurements(benchmark);
  return earlier.filter(couldBe).at(-1);
}

function newestPairs(
  { uri, benchmark }: TurnsRequest,
  history: History,
  results: BenchmarkResults,
): Result<readonly TurnsPair[]> {
  const isMeant = (name: string) =>
    benchmark === null || name === benchmark || name.startsWith(`${benchmark}/`);
  const known = results
    .ofPackage(path.dirname(filePath(uri) ?? uri))
    .filter(({ result, before }) => isMeant(result.name) && before !== undefined);
  const unsure = known.filter(({ asksForTurns }) => asksForTurns !== null);
  const pairs = (unsure.length > 0 ? unsure : known).flatMap(({ result, before }): TurnsPair[] => {
    const now = history.get(result.runId);
    const base = before === undefined ? undefined : history.get(before.result.runId);
    return now === undefined || base === undefined ? [] : [{ base, result: now }];
  });
  if (pairs.length > 0) return ok(pairs);
  return known.length > 0 ? runGone() : noRunBefore(benchmark ?? path.basename(filePath(uri) ?? uri));
}

function noRunBefore(name: string): ReturnType<typeof runGone> {
  return fail('no-run-before', 'There is no earlier run of {0} to measure in turns with. Profile it again.', [
    name,
  ]);
}
