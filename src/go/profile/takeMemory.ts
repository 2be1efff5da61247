/** What the machine sees of a benchmark's memory: one more process, in which it runs as usual. */
import * as l10n from '@vscode/l10n';
import { clause, fail, ok, type Result } from '../../base/result.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import { stepName } from '../build/build.ts';
import { type Stepped, withFindings } from '../results/benchmarkResult.ts';
import { keptNote, type MachineMemory } from '../results/resultReaders.ts';
import { BatchedProcess } from '../time/batchedProcess.ts';
import { reach, survey } from '../time/batches.ts';
import { runAlone, type Subject } from './alone.ts';

/** Of what the run takes; and nanoseconds. */
const shareOfRun = 1 / 16;
const leastTime = 60e6;
const mostTime = 600e6;

/** The result with its memory, if it allocates; or with the reason why that is not known. */
export async function takeMemory(subject: Subject): Promise<Stepped> {
  const { build, result } = subject;
  const { request, control, steps } = build;
  if (!request.kinds.includes('mem') || control.signal.aborted) return { result, stopped: null };
  if (medianOrZero(valuesOf(result.measurements, 'B/op')) === 0) {
    steps.add(-1);
    return { result, stopped: null };
  }
  const message = l10n.t('{0}: memory that the machine sees', stepName(build, result.name));
  steps.next({ what: 'counters', benchmark: result.name, message });
  const observed = await observe(subject);
  if (observed.ok) return { result: withFindings(result, { memory: observed.value }), stopped: null };
  const { problem } = observed;
  if (['cancelled', 'cannot-start'].includes(problem.code)) return { result, stopped: problem };
  const why = fail('no-memory', 'The memory of {0} was not measured: {1}.', [result.name, clause(problem)]);
  return { result: withFindings(result, { memory: { missing: keptNote(why.problem) } }), stopped: null };
}

async function observe(subject: Subject): Promise<Result<MachineMemory>> {
  const process = new BatchedProcess();
  const [end, memory] = await Promise.all([
    runAlone(subject, ['-test.benchtime=1x', '-test.benchmem'], {
      batched: process,
    }),
    observeIn(process, subject),
  ]);
  if (!end.ok) return end;
  const [failure] = end.value.failures;
  if (failure !== undefined) return { ok: false, problem: failure.problem };
  if (memory !== null) return ok(memory);
  return process.hasAnswered
    ? fail('matched-nothing', 'it did not run again under this name')
    : fail('no-orders', 'its test binary was built without what that needs');
}

/** `null` if the benchmark did not run. The process is left to end by itself. */
async function observeIn(process: BatchedProcess, subject: Subject): Promise<MachineMemory | null> {
  const isThere = await reach(process, subject.result);
  const memory = isThere ? await memoryOf(process, subject) : null;
  if (isThere) process.leave();
  await survey(process, false);
  return memory;
}

async function memoryOf(process: BatchedProcess, { build, result }: Subject): Promise<MachineMemory | null> {
  const { took = 0, measurements } = result;
  const iterations = Math.max(1, medianOrZero(measurements.map((each) => each.iterations)));
  const run = took * 1e6 * (measurements.length + build.request.kinds.length);
  const time = Math.min(mostTime, Math.max(leastTime, shareOfRun * run));
  // What is done while the timer is stopped takes its time, too.
  const perOperation = Math.max(1, medianOrZero(valuesOf(measurements, 'ns/op')), (took * 1e6) / iterations);
  const seen = await process.observe(Math.min(Math.floor(iterations), Math.ceil(time / perOperation)));
  if (seen === null) return null;
  const { operations, collected: collections, pauses, heapGoal, stacks, peak } = seen;
  return { operations, collections, pauses, heapGoal, stacks, peak };
}
