/** `pprof-lens bench`: builds, times, profiles, compares, and reports in the forms that the command line promises. */

import { fail, type Problem, type Result } from '../../base/result.ts';
import { savedRunsFolder } from '../compare/savedRuns.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { command, exitStatus, failWithDetails } from '../terminal/output.ts';
import { cleanLine, standardError, standardOutput } from '../terminal/streams.ts';
import { reportBudgets } from './benchBudgets.ts';
import { benchFailure } from './benchComparison.ts';
import { type BenchOptions, benchUsage, readBenchOptions } from './benchOptions.ts';
import { benchOutput, type FinishedBench } from './benchOutput.ts';
import type { BenchObserver } from './benchRun.ts';
import { benchStages } from './benchStages.ts';
import { whatIf } from './benchWhatIf.ts';
import { writeBenchmark } from './benchWrite.ts';
import { bisectBenchmarks } from './bisectCommand.ts';
import { leakProblem } from './leakReport.ts';
import { bench } from './runBench.ts';

const onStandardError: BenchObserver = {
  step: (message, done, of) => standardError.write(cleanLine(`[${done + 1}/${of}] ${message}`)),
  say: (sentence) => standardError.write(sentence),
};

export const benchCommand = command(benchUsage, readBenchOptions, async (options) => {
  if (options.write !== undefined) return writeBenchmark(options, options.write);
  if (options.bisect !== undefined) return bisectBenchmarks(options, options.bisect, onStandardError);
  if (options.stages !== undefined) return benchStages(options, options.stages, onStandardError);
  if (options['what-if'] !== undefined) return whatIf(options, options['what-if'], onStandardError);
  const ended = await benchToEnd(options);
  if (!ended.ok) return failWithDetails(ended.problem);
  await standardOutput.write(await benchOutput(ended.value, options));
  const failed = failureOf(ended.value, options);
  return failed === null ? exitStatus.done : failWithDetails(failed);
});

/** Runs the benchmarks until they are measured, somebody interrupts them, or `--max-time` is over. */
export function benchToEnd(options: BenchOptions): Promise<Result<FinishedBench>> {
  const savedFolder = savedRunsFolder(process.cwd(), options.out, process.env);
  return interruptible(async (signal) => {
    const ended = await bench(options, savedFolder, onStandardError, signal);
    const isOutOfTime = !ended.ok && ended.problem.code === 'cancelled' && !signal.aborted;
    return isOutOfTime ? fail('max-time', 'Nothing was measured in the time that --max-time gives.') : ended;
  });
}

/** What fails the command; `null` if nothing does. Budgets that are exceeded are named on standard error. */
export function failureOf(
  { failure, comparison, budgets, leaks }: FinishedBench,
  options: BenchOptions,
): Problem | null {
  const exceeded = budgets === null ? null : reportBudgets(budgets);
  return (
    failure ??
    exceeded ??
    (leaks && leakProblem(leaks)) ??
    (comparison === null ? null : benchFailure(comparison, options['fail-on']))
  );
}
