/** How long single operations of a benchmark take: one more process, in which the clock is looked at around each of them. */
import * as l10n from '@vscode/l10n';
import { clause, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianOrZero } from '../../bench/statistics/median.ts';
import type { OperationTimes } from '../../bench/statistics/operationTimes.ts';
import { stepName } from '../build/build.ts';
import { timesVariable } from '../build/timesTesting.ts';
import { type BenchmarkResult, type Stepped, withFindings } from '../results/benchmarkResult.ts';
import { keptNote } from '../results/resultReaders.ts';
import { timeText } from '../results/timesText.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { measureAlone, type Subject } from './alone.ts';

/** Nanoseconds. Of shorter operations, one time would be that of the clock as much as theirs. */
const shortest = 1e3;
/** Of the whole pass, in nanoseconds. */
const wantedTime = 1e9;

/** The result with the times of its operations, or with the reason why there are none. */
export async function takeTimes(subject: Subject): Promise<Stepped> {
  const { build, result, mixed } = subject;
  const { request, control, steps } = build;
  if (request.times !== true || control.signal.aborted) return { result, stopped: null };
  const message = l10n.t('{0}: times of operations', stepName(build, result.name));
  steps.next({ what: 'counters', benchmark: result.name, message });
  const timed = mixed === null ? await timeOperations(subject) : ({ ok: false, problem: mixed } as const);
  if (timed.ok) return { result: withFindings(result, { times: timed.value }), stopped: null };
  const { problem } = timed;
  if (['cancelled', 'cannot-start'].includes(problem.code)) return { result, stopped: problem };
  const findings = { times: { missing: keptNote(missingTimes(result, problem)) } };
  return { result: withFindings(result, findings), stopped: null };
}

function missingTimes({ name }: BenchmarkResult, problem: Problem): Problem {
  return fail('no-times', 'Single operations of {0} were not timed: {1}.', [name, clause(problem)]).problem;
}

async function timeOperations(subject: Subject): Promise<Result<OperationTimes>> {
  const { build, result } = subject;
  const iterations = medianOrZero(result.measurements.map((each) => each.iterations));
  const perOperation = medianOrZero(valuesOf(result.measurements, 'ns/op'));
  if (perOperation < shortest) {
    return fail('short', 'one takes {0}, and the clock would be too much of that', [timeText(perOperation)]);
  }
  // What is done while the timer is stopped takes its time, too.
  const whole = Math.max(perOperation, ((result.took ?? 0) * 1e6) / Math.max(1, iterations));
  const wanted = 'iterations' in build.benchtime ? iterations : Math.ceil(wantedTime / whole);
  const file = build.written.claim('times', '.txt');
  try {
    const ran = await measureAlone(subject, wanted, [], { env: { [timesVariable]: file } });
    if (!ran.ok) return ran;
    const written = await readRegularFileLater(file);
    const found = written.ok ? readTimes(written.value.text, result) : null;
    return found === null ? fail('no-loop', 'that needs a b.Loop, and Go 1.24 or newer') : ok(found);
  } finally {
    await build.written.remove(file);
  }
}

/** What the test binary has written: see timesTesting.ts. `null` if it is not of this benchmark. */
export function readTimes(
  text: string,
  { name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>,
): OperationTimes | null {
  for (const line of text.split('\n')) {
    if (!line.endsWith(` ${name}`)) continue;
    // Not in one pattern with the name, for which it would give back one row after the other.
    const [, cores, longest, clock, rows = ''] =
      /^(\d+) (\d+) (\d+)((?: \d+:\d+)+)$/.exec(line.slice(0, -name.length - 1)) ?? [];
    if (Number(cores) !== procs) continue;
    const read = rows
      .trim()
      .split(' ')
      .map((row) => row.split(':').map(Number));
    return {
      rows: read.map(([lowest = 0, count = 0]) => [middleOf(lowest), count] as const),
      longest: Number(longest),
      clock: Number(clock),
    };
  }
  return null;
}

/** Of a row of the table of timesTesting.ts: a nanosecond wide, or a 128th of its doubling. */
function middleOf(lowest: number): number {
  const doublings = Math.max(0, Math.floor(Math.log2(Math.max(1, lowest) / 128)));
  return lowest + (2 ** doublings - 1) / 2;
}
