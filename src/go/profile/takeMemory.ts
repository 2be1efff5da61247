/**
 * What the machine sees of a benchmark's memory: one more process, in which it runs as usual, and then in turns without its garbage
 * collector, whose cost is the difference.
 */
import { totalmem } from 'node:os';
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
import { collectorCost } from './collectorCost.ts';

/** Of what the run takes. */
const shareOfRun = 0.2;
/** Nanoseconds. */
const leastTime = 0.2e9;
const mostTime = 2e9;
/** Of the time, for the batch with the collector as usual. */
const shareAsUsual = 0.3;
/** Without a collector a process may take so much more, or so much of the machine's memory. */
const mostBytes = 256 * 1024 * 1024;
const shareOfMachine = 1 / 16;

/** The result with its memory, if it allocates; or with the reason why that is not known. */
export async function takeMemory(subject: Subject): Promise<Stepped> {
  const { build, result } = subject;
  const { request, control, steps } = build;
  if (!request.kinds.includes('mem') || control.signal.aborted) return { result, stopped: null };
  const message = l10n.t('{0}: memory and its collector', stepName(build, result.name));
  steps.next({ what: 'counters', benchmark: result.name, message });
  if (medianOrZero(valuesOf(result.measurements, 'B/op')) === 0) return { result, stopped: null };
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
      env: keepingMemory(subject.build.env),
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

/**
 * Memory that a collection has freed stays with the process for as long as nobody else needs it. Otherwise the runtime gives it back
 * within milliseconds, and to get it anew takes as much of a batch without the collector as the collector does of the others.
 */
function keepingMemory({ GODEBUG = '' }: NodeJS.ProcessEnv): Record<string, string> {
  return { GODEBUG: [GODEBUG, 'madvdontneed=0'].filter((each) => each !== '').join(',') };
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
  const { took = 0, measurements, name } = result;
  const iterations = Math.max(1, medianOrZero(measurements.map((each) => each.iterations)));
  const run = took * 1e6 * (measurements.length + build.request.kinds.length);
  const time = Math.min(mostTime, Math.max(leastTime, shareOfRun * run));
  // What is done while the timer is stopped takes its time, too.
  const perOperation = Math.max(1, medianOrZero(valuesOf(measurements, 'ns/op')), (took * 1e6) / iterations);
  const mostOperations = Math.floor(iterations);
  const asUsual = Math.ceil((shareAsUsual * time) / perOperation);
  const seen = await process.observe(Math.min(mostOperations, asUsual), 0);
  if (seen === null) return null;
  const cost = await collectorCost(process, seen, {
    mostOperations,
    mostBytes: Math.min(mostBytes, totalmem() * shareOfMachine),
    time: (1 - shareAsUsual) * time,
  });
  const { operations, collected: collections, pauses, heapGoal, stacks, peak } = seen;
  if (cost.ok) return { operations, collections, pauses, heapGoal, stacks, peak, collector: cost.value };
  const why = fail('no-collector-cost', 'What the collector of {0} takes is not known: {1}.', [
    name,
    clause(cost.problem),
  ]);
  const collector = { missing: keptNote(why.problem) };
  return { operations, collections, pauses, heapGoal, stacks, peak, collector };
}
