/**
 * Finds the commit that a change of a benchmark came with: between a good and a bad version, each answer halves what is left. The
 * cheapest witness answers first: the same machine code, then what is counted, then time, measured in turns with both ends.
 */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { GateOptions } from '../../bench/verdicts/gate.ts';
import type { BenchmarkRequest, BenchmarkSelection } from '../build/benchmarkRequest.ts';
import { type Build, binaryRequest } from '../build/build.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import { CommitBuilds } from '../compare/commitBuilds.ts';
import { dataHash } from '../compare/dataFiles.ts';
import { type CommitRange, commitRange, type RangeCommit } from '../git/commitRange.ts';
import { findRepository, type ResolvedRef } from '../git/repository.ts';
import { codesOf } from '../objects/testObjects.ts';
import { type BesideParent, besideParent } from './besideParent.ts';
import { CommitSearch, type CommitVerdict } from './commitSearch.ts';
import { type Asked, askAtEnds, type BisectedPackage, isFatal } from './ends.ts';
import { type CommitAnswer, type Ends, judgeCommit, skippedFor } from './judgeCommit.ts';
import { levelOfLooks, type Question } from './question.ts';

export interface BisectRequest {
  readonly good: string;
  readonly bad: string;
  /** One for each package. What they ask for in common is the same. */
  readonly packages: readonly BenchmarkRequest[];
  readonly selection: BenchmarkSelection;
  /** The only unit to look at; missing for all. */
  readonly unit?: string | undefined;
  /** `alpha` is the probability that the whole search is wrong, at most. */
  readonly gate: GateOptions;
  /** So often is measured again what does not tell on which side a commit is. */
  readonly confirm: number;
  readonly temporaryDirectory: string;
}

/** What was found out about a commit. */
export interface BisectStep extends CommitAnswer {
  readonly commit: RangeCommit;
}

/** The commit that was found, beside the one before it. */
export interface FoundCommit extends BesideParent {
  readonly parent: ResolvedRef;
  /** The texts of the files of both, by their paths in the working tree. */
  readonly sources: ReadonlyMap<string, string>;
  readonly olderSources: ReadonlyMap<string, string>;
}

export interface Bisected {
  readonly range: CommitRange;
  readonly question: Question;
  readonly steps: readonly BisectStep[];
  /** The commits that may be the first bad one: one if it was found. */
  readonly left: readonly RangeCommit[];
  /** `null` if several are left, or if the one that was found could not be compared with its parent. */
  readonly found: FoundCommit | null;
  /** It was stopped before its end. */
  readonly isStopped: boolean;
  /** The probability that an answer was wrong by chance, at most; 0 if nothing was left to chance. */
  readonly errorRate: number;
  /** How many answers were measured, each with this probability of being wrong. */
  readonly measured: number;
  readonly level: number;
  readonly remarks: readonly Problem[];
}

/** What is told while it goes on, besides the events of the runs. */
export interface BisectControl extends RunControl {
  progress(message: string): void;
}

/**
 * Problems: `no-change` if nothing differs between the ends; those of `commitRange`, and of the builds and the benchmarks at both
 * ends; `cancelled` before the search has begun. The user's working tree and index stay as they are, and nothing is left.
 */
export async function bisect(request: BisectRequest, control: BisectControl): Promise<Result<Bisected>> {
  const [first] = request.packages;
  if (first === undefined) return fail('no-test-files', 'There is no package with tests to look at.');
  const repository = await findRepository(first.packageDirectory, first.env, control.signal);
  if (!repository.ok) return repository;
  const range = await commitRange(repository.value, request, control.signal);
  if (!range.ok) return range;
  const steps = new Steps(control);
  const search = new CommitSearch(range.value.commits);
  // Chance has its part in the comparison of the ends, in each step, and in that of the answer with its parent. Branches do not
  // halve exactly, so that they take a step more.
  const level = request.gate.alpha / (search.stepsLeft + 3);
  const packages: BisectedPackage[] = [];
  for (const each of request.packages) {
    const own = await findRepository(each.packageDirectory, each.env, control.signal);
    if (!own.ok) return own;
    const { temporaryDirectory, selection } = request;
    const place = { repository: own.value, temporaryDirectory };
    const asked = { ...each, level: levelOfLooks(level) };
    const builds = new CommitBuilds(asked, place, control, steps);
    packages.push({ request: { ...asked, benchmarks: [selection] }, builds });
  }
  try {
    return await new Bisection(request, range.value, search, level, control, steps).run(packages);
  } finally {
    for (const { builds } of packages) await builds.keepOnly([]);
  }
}

class Bisection {
  readonly #done: BisectStep[] = [];
  /** What each machine code was found to be. */
  readonly #ofCode = new Map<string, CommitVerdict>();
  #measured = 0;
  /** Of the measurements of a commit. */
  #turns = 0;

  constructor(
    private readonly request: BisectRequest,
    private readonly range: CommitRange,
    private readonly search: CommitSearch,
    /** The probability that an answer is wrong, at most. */
    private readonly level: number,
    private readonly control: BisectControl,
    private readonly steps: Steps,
  ) {}

  async run(packages: readonly BisectedPackage[]): Promise<Result<Bisected>> {
    const { good, bad } = this.range;
    const { unit, gate } = this.request;
    this.#expect(2 * packages.length);
    const asked = await askAtEnds({ packages, good, bad, unit, gate: { ...gate, alpha: this.level } });
    if (!asked.ok) return asked;
    const searched = await this.#searchFor(asked.value);
    return searched.ok || searched.problem.code !== 'cancelled' ? searched : ok(this.#outcome(asked.value));
  }

  /** So many steps of the progress are left, about: each commit is built and looked at. */
  #expect(more = 0): void {
    this.steps.expect(more + (1 + this.#turns) * (this.search.stepsLeft + 2));
  }

  async #searchFor(asked: Asked): Promise<Result<Bisected>> {
    const { builds } = asked.package;
    const { question } = asked;
    if (question.operations === null) {
      this.#measured++;
      this.#turns = asked.package.request.count;
    }
    const good = await builds.build(this.range.good);
    if (!good.ok) return good;
    const bad = await builds.build(this.range.bad);
    if (!bad.ok) return bad;
    const ends = { good: good.value.build, bad: bad.value.build };
    await this.#know(ends.good, question, 'good');
    await this.#know(ends.bad, question, 'bad');
    for (let commit = this.search.next(); commit !== null; commit = this.search.next()) {
      this.#tellWhatIsLeft();
      const answer = await this.#try(commit, ends, asked);
      if (!answer.ok) return answer;
      this.#done.push({ commit, ...answer.value });
      this.search.mark(commit.hash, answer.value.verdict);
      await builds.keepOnly([this.range.good.hash, this.range.bad.hash, ...this.#newest()]);
    }
    const found = this.search.found === null ? ok(null) : await this.#explain(this.search.found, asked);
    return found.ok ? ok(this.#outcome(asked, found.value)) : found;
  }

  /** Of the commits that were tried: the last good one is most often the parent of the first bad one. */
  #newest(): string[] {
    const newest = (verdict: CommitVerdict) => this.#done.filter((each) => each.verdict === verdict).at(-1);
    return [newest('good'), newest('bad')].flatMap((step) => step?.commit.hash ?? []);
  }

  async #know(build: Build, question: Question, verdict: CommitVerdict): Promise<void> {
    for (const code of await this.#codesOf(build, question)) this.#ofCode.set(code, verdict);
  }

  /** Of the binary, and of what the benchmark reaches of it, both with the data that are read. */
  async #codesOf(build: Build, { name }: Question): Promise<string[]> {
    const { codeHash } = await build.identity();
    const codes = build.folder === null ? null : await codesOf(binaryRequest(build, build.folder));
    const reached = codes?.get(name.split('/')[0] ?? '');
    const data = await dataHash(build.request.packageDirectory);
    if (data === null) return [];
    return [codeHash, reached].flatMap((each) => (typeof each === 'string' ? [`${each} ${data}`] : []));
  }

  async #try(
    commit: RangeCommit,
    ends: Ends,
    { package: { builds }, question }: Asked,
  ): Promise<Result<CommitAnswer>> {
    const built = await builds.build(refOf(commit));
    if (!built.ok) return isFatal(built.problem) ? built : ok(skippedFor(built.problem));
    const { build } = built.value;
    const codes = await this.#codesOf(build, question);
    const known = codes.map((code) => this.#ofCode.get(code)).find((verdict) => verdict !== undefined);
    if (known !== undefined) return ok({ verdict: known, witness: 'code', p: null, why: null });
    const { confirm } = this.request;
    const answer = await judgeCommit(ends, build, question, { level: this.level, confirm });
    if (!answer.ok || answer.value.verdict === 'skip') return answer;
    if (question.operations === null) this.#measured++;
    for (const code of codes) this.#ofCode.set(code, answer.value.verdict);
    return answer;
  }

  #tellWhatIsLeft(): void {
    const { left, stepsLeft } = this.search;
    this.#expect();
    this.control.progress(l10n.t('{0} commits are left, about {1} more to try', left.length, stepsLeft));
  }

  /** `null` if it cannot be compared with its parent, which may not build, or not have the benchmark. */
  async #explain(
    commit: RangeCommit,
    { package: { builds }, question }: Asked,
  ): Promise<Result<FoundCommit | null>> {
    const [hash] = commit.parents;
    if (hash === undefined) return ok(null);
    const parent = { hash, title: hash.slice(0, 7) };
    const older = await builds.build(parent);
    const newer = await builds.build(refOf(commit));
    for (const each of [older, newer]) if (!each.ok && isFatal(each.problem)) return each;
    if (!older.ok || !newer.ok) return ok(null);
    const gate = { ...this.request.gate, alpha: this.level };
    const beside = await besideParent(older.value, newer.value, question, gate);
    if (!beside.ok) return isFatal(beside.problem) ? beside : ok(null);
    if (beside.value === null) return ok(null);
    if (question.operations === null) this.#measured++;
    const { sources } = newer.value;
    return ok({ ...beside.value, parent, sources, olderSources: older.value.sources });
  }

  /** @param found missing if the search was stopped */
  #outcome({ question, remarks }: Asked, found?: FoundCommit | null): Bisected {
    const { remark } = this.range;
    return {
      range: this.range,
      question,
      steps: this.#done,
      left: this.search.left,
      found: found ?? null,
      isStopped: found === undefined,
      measured: this.#measured,
      level: this.level,
      errorRate: Math.min(1, this.#measured * this.level),
      remarks: [...(remark === null ? [] : [remark]), ...remarks],
    };
  }
}

function refOf({ hash }: RangeCommit): ResolvedRef {
  return { hash, title: hash.slice(0, 7) };
}
