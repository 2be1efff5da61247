/** Whether a commit has the change that is searched for: by its counts, or by measurements in turns with both ends. */
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { type Witness, witnessOf } from '../../bench/verdicts/counted.ts';
import { type Nearer, nearerByCount, sideOf } from '../../bench/verdicts/nearer.ts';
import type { Build } from '../build/build.ts';
import { withLayouts } from '../build/layouts.ts';
import { counterpartOf, profileBuilds } from '../profile/profileBuilds.ts';
import type { CommitVerdict } from './commitSearch.ts';
import { isFatal } from './ends.ts';
import { countBenchmark, countsOf, cpuOf, type Question, timingOnly } from './question.ts';

export interface CommitAnswer {
  readonly verdict: CommitVerdict;
  /** What has decided; `null` for a commit that is skipped. */
  readonly witness: Witness | null;
  /** Of a verdict by measurements; else `null`. */
  readonly p: number | null;
  /** Why it is skipped; else `null`. */
  readonly why: Problem | null;
}

export interface Ends {
  readonly good: Build;
  readonly bad: Build;
}

export interface JudgeOptions {
  /** The probability that the answer is wrong, at most. */
  readonly level: number;
  /** So often is measured again what does not tell on which side a commit is. */
  readonly confirm: number;
}

/** Problems: `cancelled`, `cannot-start`. */
export async function judgeCommit(
  ends: Ends,
  build: Build,
  question: Question,
  options: JudgeOptions,
): Promise<Result<CommitAnswer>> {
  const answer =
    question.operations === null
      ? await byMeasurements(ends, build, question, options)
      : await byCounts(build, question, question.operations, options);
  if (answer.ok || isFatal(answer.problem)) return answer;
  const isMissing = answer.problem.code === 'matched-nothing';
  return ok(
    skippedFor(
      isMissing ? fail('no-benchmark-at-ref', 'It has no {0}.', [question.name]).problem : answer.problem,
    ),
  );
}

export function skippedFor(why: Problem): CommitAnswer {
  return { verdict: 'skip', witness: null, p: null, why };
}

/** Counts on both sides of the middle are counted again: now and then the runtime allocates something beside the benchmark. */
async function byCounts(
  build: Build,
  question: Question,
  operations: number,
  { confirm }: JudgeOptions,
): Promise<Result<CommitAnswer>> {
  const { unit } = question.change;
  for (let round = 0; ; round++) {
    const counted = await countBenchmark(build, question, operations, unit);
    if (!counted.ok) return counted;
    const nearer = nearerByCount(question.change, countsOf(counted.value, unit));
    if (nearer !== 'unsure' || round >= confirm) return ok(answerOf(nearer, question, null));
  }
}

/** In turns with the good version, and if that does not tell, with the bad one; then again, and all are compared. */
async function byMeasurements(
  ends: Ends,
  build: Build,
  question: Question,
  { level, confirm }: JudgeOptions,
): Promise<Result<CommitAnswer>> {
  const share = level / (confirm + 1);
  const pairs = [ends.good, ends.bad].map((end) => new MeasuredPair(end, build, question, share));
  for (let round = 0; ; round++) {
    for (const pair of pairs) {
      const measured = await pair.measure();
      if (!measured.ok) return measured;
      const { nearer, p } = sideOf(question.change, pair.known, pair.measurements, share);
      if (nearer !== 'unsure') return ok(answerOf(nearer, question, p));
    }
    if (round >= confirm) return ok(answerOf('unsure', question, null));
  }
}

/** A commit and one of both ends, measured in turns, as often as it takes. */
class MeasuredPair {
  readonly known: Measurement[] = [];
  readonly measurements: Measurement[] = [];
  #sides: { readonly now: Build; readonly base: Build };

  constructor(
    end: Build,
    build: Build,
    private readonly question: Question,
    level: number,
  ) {
    const [now, base] = [build, end].map((each) => {
      const only = timingOnly(each, cpuOf(build, question.procs));
      return { ...only, request: { ...only.request, level } };
    });
    this.#sides = { now: now!, base: base! };
  }

  /** Once more, over other layouts if there are any. */
  async measure(): Promise<Result<null>> {
    const { name, procs } = this.question;
    const laidOut = await withLayouts(this.#sides.now, this.#sides.base);
    if (!laidOut.ok) return laidOut;
    this.#sides = laidOut.value;
    const timed = await profileBuilds([{ name }], laidOut.value);
    if (!timed.ok) return timed;
    const result = timed.value.results.find((each) => each.name === name && each.procs === procs);
    const older = result === undefined ? undefined : counterpartOf(result, timed.value.base);
    if (result === undefined || older === undefined) return fail('matched-nothing', 'It has no {0}.', [name]);
    append(this.known, older.measurements);
    append(this.measurements, result.measurements);
    return ok(null);
  }
}

function answerOf(nearer: Nearer, { change }: Question, p: number | null): CommitAnswer {
  if (nearer !== 'unsure') return { verdict: nearer, witness: witnessOf(change), p, why: null };
  const template = 'Its {0} could not be told from that of either end. More measurements (--count=N) tell.';
  return skippedFor(fail('in-between', template, [change.unit]).problem);
}
