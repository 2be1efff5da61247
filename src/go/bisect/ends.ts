/** The good and the bad end of a search, compared: what differs there is what the search is about. */
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { changeSize, sharePercent, unitName } from '../../bench/verdicts/changeWords.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import type { GateOptions } from '../../bench/verdicts/gate.ts';
import type { BenchmarkRequest, BenchmarkSelection } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { haveSameCode } from '../build/identity.ts';
import type { CommitBuilds } from '../compare/commitBuilds.ts';
import { haveSameData } from '../compare/dataFiles.ts';
import { bySameCode } from '../compare/sameCode.ts';
import type { ResolvedRef } from '../git/repository.ts';
import {
  countedQuestions,
  largestChange,
  type Question,
  sizeOf,
  type TimedPair,
  timedPairs,
  timedQuestions,
  worst,
} from './question.ts';

/** A package, whose benchmarks are one selection. */
export interface BisectedPackage {
  readonly request: BenchmarkRequest & { readonly benchmarks: readonly [BenchmarkSelection] };
  readonly builds: CommitBuilds;
}

export interface Asked {
  readonly package: BisectedPackage;
  readonly question: Question;
  /** What else differs, and how this one was chosen. */
  readonly remarks: readonly Problem[];
}

export interface EndsRequest {
  readonly packages: readonly BisectedPackage[];
  readonly good: ResolvedRef;
  readonly bad: ResolvedRef;
  /** The only unit to look at; missing for all. */
  readonly unit?: string | undefined;
  readonly gate: GateOptions;
}

const countableUnits = ['B/op', 'allocs/op', instructionUnit];
/** These end the whole search. */
const fatal = ['cancelled', 'cannot-start', 'no-folder', 'no-temporary-folder', 'cannot-check-out', 'no-git'];

export function isFatal({ code }: Problem): boolean {
  return fatal.includes(code);
}

/**
 * The benchmark and unit to search for: the largest change for the worse of what is counted, else of what is measured, else the
 * largest for the better. Problems: `no-change`; why nothing could be compared.
 */
export async function askAtEnds(request: EndsRequest): Promise<Result<Asked>> {
  const counted = await countAll(request);
  if (!counted.ok) return counted;
  const { asked, differing } = counted.value;
  const byCounts = chosen(asked, request, worst);
  if (byCounts !== null) return ok(byCounts);
  const timed = await timeAll(differing, request);
  if (!timed.ok) return timed;
  const all = [...asked, ...timed.value];
  const found = chosen(all, request, worst) ?? chosen(all, request, largestChange);
  return found === null ? noChange(all, differing.length > 0, request) : ok(found);
}

type AskedOnly = Omit<Asked, 'remarks'>;

interface Counted {
  readonly asked: readonly AskedOnly[];
  /** The packages that are not the same machine code at both ends. */
  readonly differing: readonly BisectedPackage[];
}

async function countAll(request: EndsRequest): Promise<Result<Counted>> {
  const { packages, unit } = request;
  const asked: AskedOnly[] = [];
  const differing: BisectedPackage[] = [];
  const failures: Problem[] = [];
  let same = 0;
  for (const each of packages) {
    const outcome = await atBothEnds<readonly Question[]>(each, request, async (good, bad) => {
      if ((await readTheSame(bad, good)) && (await haveSameCode(bad, good))) {
        same++;
        return ok([]);
      }
      const isCountable = unit === undefined || countableUnits.includes(unit);
      const found = isCountable ? await countedQuestions(good, bad, each.request.benchmarks[0]) : ok([]);
      if (found.ok) differing.push(each);
      return found;
    });
    if (outcome.ok)
      append(
        asked,
        outcome.value.map((question) => ({ package: each, question })),
      );
    else if (isFatal(outcome.problem)) return outcome;
    else failures.push(outcome.problem);
  }
  const [failure] = failures;
  return failure !== undefined && differing.length + same === 0
    ? { ok: false, problem: failure }
    : ok({ asked, differing });
}

function readTheSame(bad: Build, good: Build): Promise<boolean> {
  return haveSameData(bad.request.packageDirectory, good.request.packageDirectory);
}

async function timeAll(
  packages: readonly BisectedPackage[],
  request: EndsRequest,
): Promise<Result<readonly AskedOnly[]>> {
  if (request.unit === instructionUnit) return ok([]);
  const pairs: TimedPair[] = [];
  const owners = new Map<TimedPair['result'], BisectedPackage>();
  let failure: Problem | null = null;
  for (const each of packages) {
    const timed = await atBothEnds(each, request, async (good, bad) => {
      const { benchmarks } = each.request;
      const { same, others } = (await readTheSame(bad, good))
        ? await bySameCode(benchmarks, bad, good)
        : { same: [], others: benchmarks };
      const [selection] = others;
      if (selection === undefined) return ok([]);
      const found = await timedPairs(good, bad, selection);
      const isNothingLeft = !found.ok && found.problem.code === 'matched-nothing' && same.length > 0;
      return isNothingLeft ? ok([]) : found;
    });
    if (!timed.ok && isFatal(timed.problem)) return timed;
    if (!timed.ok) failure ??= timed.problem;
    else for (const { result } of timed.value) owners.set(result, each);
    append(pairs, timed.ok ? timed.value : []);
  }
  if (failure !== null && pairs.length === 0) return { ok: false, problem: failure };
  return ok(
    timedQuestions(pairs, request.gate).flatMap(({ result, question }) => {
      const owner = owners.get(result);
      return owner === undefined ? [] : [{ package: owner, question }];
    }),
  );
}

/** Of several packages only one at a time is there: each build has a checkout of its own. */
async function atBothEnds<T>(
  { builds }: BisectedPackage,
  { packages, good, bad }: EndsRequest,
  compare: (good: Build, bad: Build) => Promise<Result<T>>,
): Promise<Result<T>> {
  const older = await builds.build(good);
  if (!older.ok) return older;
  const newer = await builds.build(bad);
  if (!newer.ok) return newer;
  const compared = await compare(older.value.build, newer.value.build);
  if (packages.length > 1) await builds.keepOnly([]);
  return compared;
}

function chosen(
  asked: readonly AskedOnly[],
  { unit, gate }: EndsRequest,
  choose: (questions: readonly Question[]) => Question | null,
): Asked | null {
  const large = asked
    .filter(({ question: { change } }) =>
      unit === undefined ? change.unit !== 'MB/s' : change.unit === unit,
    )
    .filter(({ question }) => sizeOf(question) > gate.threshold);
  const best = choose(large.map(({ question }) => question));
  const found = large.find(({ question }) => question === best);
  if (found === undefined) return null;
  const isOther = ({ name, procs }: Question) =>
    name !== found.question.name || procs !== found.question.procs;
  const others = large.flatMap(({ question }) => (isOther(question) ? changeText(question) : []));
  if (others.length === 0) return { ...found, remarks: [] };
  const template =
    'Searched for is {0}, the surest and largest change. Others differ, too: {1}. --bench=RE and --unit=UNIT choose.';
  const named = others.slice(0, mostNamed).join(', ') + (others.length > mostNamed ? ', …' : '');
  return { ...found, remarks: [fail('several', template, [changeText(found.question), named]).problem] };
}

const mostNamed = 5;

/** `BenchmarkParse allocs/op +50%`. */
function changeText({ name, change }: Question): string {
  return `${name} ${unitName(change)} ${changeSize(change, '-')}`;
}

function noChange(
  asked: readonly AskedOnly[],
  isOtherCode: boolean,
  { good, bad, gate }: EndsRequest,
): Result<never> {
  const ends = [good.title, bad.title];
  if (!isOtherCode) {
    return fail('no-change', 'Nothing to find: {0} and {1} have the same machine code.', ends);
  }
  const largest = largestChange(asked.map(({ question }) => question));
  const limit = sharePercent(gate.threshold);
  if (largest === null) {
    return fail(
      'no-change',
      'Nothing to find: no change was found between {0} and {1}. --count=N with more measurements finds smaller ones.',
      ends,
    );
  }
  return fail(
    'no-change',
    'Nothing to find: between {0} and {1} nothing has changed by more than {2}. The largest change is {3}; a smaller --threshold looks for it.',
    [...ends, limit, changeText(largest)],
  );
}
