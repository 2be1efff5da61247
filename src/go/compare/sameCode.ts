/** Two builds with the same machine code: what differs between their measurements would be the machine. */
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type BenchmarkSelection, selectionText } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { timeSelection } from '../time/timeBenchmarks.ts';

export interface UnmeasuredPairs {
  readonly results: readonly BenchmarkResult[];
  readonly base: readonly BenchmarkResult[];
}

/**
 * The benchmarks without measurements, since their code is the same in both builds. Each runs once, which tells their names.
 * Problems: as `timeSelection`; if there is none, the reason.
 */
export async function unmeasuredPairs(
  selections: readonly BenchmarkSelection[],
  { now, base }: Readonly<Record<'now' | 'base', Build>>,
): Promise<Result<UnmeasuredPairs>> {
  const results: BenchmarkResult[] = [];
  const once = { ...now, request: { ...now.request, count: 1, benchtime: '1x' } };
  for (const selection of selections) {
    const benchmark = selectionText(selection);
    const message = l10n.t('{0} has the same machine code in both: it runs once', benchmark);
    now.steps.next({ what: 'timing', benchmark, message });
    const timed = await timeSelection(once, selection);
    if (!timed.ok) return timed;
    if (now.control.signal.aborted) return fail('cancelled', 'Cancelled.');
    if (timed.value.problem !== null && results.length === 0)
      return { ok: false, problem: timed.value.problem };
    append(
      results,
      // How a single operation went says nothing of the machine, either.
      timed.value.results.map(({ notes: _, ...result }) => ({ ...result, measurements: [] })),
    );
  }
  const { surroundings } = await base.identity();
  const ofBase = surroundings === undefined ? {} : { surroundings };
  const twins = results.map((result) => ({ ...result, ...ofBase, runId: randomUUID(), problems: [] }));
  return ok({ results, base: twins });
}
