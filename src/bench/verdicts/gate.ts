/**
 * The gate of a CI system: one yes or no over many benchmarks and metrics.
 *
 * What looks worse by itself is a suspect, and is measured again in fresh turns. It fails only if each fresh round shows it,
 * too, and if all rounds together are significant in the family of all comparisons. Fresh measurements know nothing of the
 * first ones, by which the suspect was chosen, so they are not biased. A suspect needs no more than the usual level, because
 * the family is judged at the end: one long measurement among ten would hide a large slow-down from a strict test.
 */
import type { UnitFacts } from '../benchfmt/format.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import {
  type Circumstances,
  compareMeasurements,
  type Doubt,
  type MetricChange,
  mayBeAccident,
} from './change.ts';
import { compareVersions } from './counted.ts';
import { type Better, betterOf, worseBy } from './direction.ts';
import { combinedP, type Family, holm, measurementsToReach } from './family.ts';
import { isCounted, smallestPOf } from './unitPair.ts';

/** One benchmark in two versions. */
export interface GatePair {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
  readonly circumstances: Circumstances;
  /** What both benchmarks say of their units; where they differ, the newer one. */
  readonly facts: UnitFacts;
  /** The unit that says most of a change, if one does: it has half of the level. */
  readonly mainUnit?: string;
  /** What was measured again because something looked worse. */
  readonly rounds: readonly FreshRound[];
}

/** Later measurements of both, in turns. */
export interface FreshRound {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
}

export interface GateOptions {
  /** The probability of any wrong verdict in the family, at most. */
  readonly alpha: number;
  /** A result fails if it is worse by more than this share of the older median. */
  readonly threshold: number;
  readonly confirms?: Confirmed | undefined;
}

/**
 * What else is a suspect. `gains`: what looks better, for whoever keeps an edit because it is called a gain. `all`: whatever has changed,
 * small losses, too; by chance all rounds show a change of one unit in the level's power of cases only, and what is called is held to
 * that. `accidents`: of what has changed, only what `mayBeAccident`.
 */
type Confirmed = 'gains' | 'accidents' | 'all';

export type GateVerdict = 'changed' | 'same' | 'same code' | 'unsure' | 'too few runs';

/**
 * Why. `equal`: all measurements have one value. `counted`: exactly counted, so that a difference is certain. `family`: the
 * difference is significant by itself, but one such difference among so many comparisons may be chance. `unconfirmed`: a
 * fresh round does not show it. `spread`: counts of one version differ by as much. `drift`, `same-code`, `layout`: as the verdicts of `MetricChange`.
 */
export type Reason =
  | {
      readonly what:
        | 'equal'
        | 'counted'
        | 'spread'
        | 'same-code'
        | 'noise'
        | 'layout'
        | 'drift'
        | 'significant'
        | 'unconfirmed';
    }
  | { readonly what: 'few'; readonly needed: number }
  | { readonly what: 'family'; readonly comparisons: number }
  | { readonly what: 'doubt'; readonly doubt: Doubt | null };

/** What the gate says of one unit of one benchmark. */
export interface UnitVerdict {
  readonly verdict: GateVerdict;
  readonly reason: Reason;
  readonly change: MetricChange;
  readonly better: Better | null;
  /** The same unit in the fresh rounds; empty if it was no suspect. */
  readonly rounds: readonly MetricChange[];
  /** Worse by more than the threshold: the gate fails. */
  readonly isFailure: boolean;
}

export interface GateOutcome {
  /** The verdicts of each benchmark, in the order of the pairs: for each unit that both versions have. */
  readonly verdicts: readonly (readonly UnitVerdict[])[];
  /** How many comparisons share the level. What is counted exactly is certain, and takes no share. */
  readonly comparisons: number;
}

/** A unit before the family is known. */
interface Candidate extends Pick<UnitVerdict, 'change' | 'better' | 'rounds'> {
  /** Each fresh round shows it, too. */
  readonly isConfirmed: boolean;
  readonly isMain: boolean;
}

/** Whether something looks worse, or better where that is asked for, in the first measurements and in all fresh rounds: then another round settles it. */
export function isSuspicious(pair: GatePair, options: GateOptions): boolean {
  return candidatesOf(pair, options).some(
    (candidate) => isSuspect(candidate, options) && candidate.isConfirmed,
  );
}

/** Judges all benchmarks together. */
export function judge(pairs: readonly GatePair[], options: GateOptions): GateOutcome {
  const candidates = pairs.map((pair) => candidatesOf(pair, options));
  const tested = candidates.flat().filter(({ change }) => isTested(change));
  const family = holm(
    tested.map((each) => familyP(each, options)),
    options.alpha,
    weightsOf(tested),
  );
  const significant = new Set(tested.filter((_, i) => family.significant[i]));
  const verdicts = candidates.map((units) =>
    units.map((candidate) => {
      const outcome = verdictOf(candidate, significant.has(candidate), family, options);
      const { change, better, rounds } = candidate;
      const isWorse = worseBy(change, better) > options.threshold;
      return { ...outcome, change, better, rounds, isFailure: outcome.verdict === 'changed' && isWorse };
    }),
  );
  return { verdicts, comparisons: tested.length };
}

/** @param tested candidates; `isMain`: of the unit that its pair names */
function weightsOf(tested: readonly Candidate[]): number[] {
  const others = tested.filter(({ isMain }) => !isMain).length;
  const main = Math.max(1, others / Math.max(1, tested.length - others));
  return tested.map(({ isMain }) => (isMain ? main : 1));
}

function candidatesOf(pair: GatePair, options: GateOptions): Candidate[] {
  const { base, measurements, circumstances, facts } = pair;
  const again = pair.rounds.map((round) =>
    compareMeasurements(
      round.base,
      round.measurements,
      // A fresh round is always in turns, on the machine as it is now.
      { ...circumstances, isInTurns: true, isDisturbed: false, drift: 0 },
      options.alpha,
    ),
  );
  return compareVersions(base, measurements, circumstances, options.alpha).map((change) => {
    const better = betterOf(change.unit, facts);
    const isMain = change.unit === pair.mainUnit;
    const first = { change, better, rounds: [], isConfirmed: true, isMain };
    if (!isSuspect(first, options)) return first;
    const rounds = again.flatMap((units) => units.find(({ unit }) => unit === change.unit) ?? []);
    const isConfirmed =
      rounds.length === again.length &&
      rounds.every((round) =>
        isShown(direction(first, options), direction({ change: round, better }, options)),
      );
    return { change, better, rounds, isConfirmed, isMain };
  });
}

/** What is counted exactly is certain, and needs no fresh round. */
function isSuspect({ change, better }: Pick<Candidate, 'change' | 'better'>, options: GateOptions): boolean {
  if (isCounted(change)) return false;
  const leads = direction({ change, better }, options);
  const isSure = leads !== 'too much worse' && options.confirms === 'accidents' && !mayBeAccident(change);
  return leads !== null && !isSure;
}

/** Where a change leads that has to be confirmed. */
function direction(
  { change, better }: Pick<Candidate, 'change' | 'better'>,
  { threshold, confirms }: GateOptions,
): Direction | null {
  if (change.verdict !== 'changed') return null;
  const worse = worseBy(change, better);
  if (worse > threshold) return 'too much worse';
  if (confirms === undefined || better === null) return null;
  if (worse === 0) return 'better';
  return confirms === 'gains' ? null : 'worse';
}

type Direction = 'too much worse' | 'worse' | 'better';

/** Whether a fresh round shows what the first measurements have shown: what is beyond the threshold has to be so again. */
function isShown(first: Direction | null, again: Direction | null): boolean {
  return again === first || (first === 'worse' && again === 'too much worse');
}

/** Whether the unit takes its share of the family's level: its verdict depends on a p-value. */
function isTested(change: MetricChange): boolean {
  return change.verdict !== 'same' && change.verdict !== 'same-code' && !isCounted(change);
}

function familyP({ change, rounds }: Candidate, options: GateOptions): number {
  return ofConfirmed(
    combinedP([change, ...rounds].map(({ comparison }) => comparison.p)),
    rounds.length,
    options,
  );
}

/** The p of a first look and its rounds, for the level of a first look alone. */
function ofConfirmed(p: number, rounds: number, { confirms, alpha }: GateOptions): number {
  return confirms === 'all' ? Math.min(1, p / alpha ** rounds) : p;
}

function verdictOf(
  candidate: Candidate,
  isSignificant: boolean,
  family: Family,
  options: GateOptions,
): Pick<UnitVerdict, 'verdict' | 'reason'> {
  const { change, rounds, isConfirmed } = candidate;
  switch (change.verdict) {
    case 'same':
      return { verdict: 'same', reason: { what: 'equal' } };
    case 'same-code':
      return { verdict: 'same code', reason: { what: 'same-code' } };
    case 'drift':
      return { verdict: 'unsure', reason: { what: 'drift' } };
    case 'layout':
      return { verdict: 'same', reason: { what: 'layout' } };
    case 'unsure':
      return { verdict: 'unsure', reason: { what: 'doubt', doubt: change.doubt } };
  }
  if (change.count !== undefined && change.verdict === 'noise') {
    return { verdict: 'same', reason: { what: 'spread' } };
  }
  if (isCounted(change)) return { verdict: 'changed', reason: { what: 'counted' } };
  if (!isConfirmed) return { verdict: 'unsure', reason: { what: 'unconfirmed' } };
  if (isSignificant) return { verdict: 'changed', reason: { what: 'significant' } };
  const smallest = [change, ...rounds].map(smallestPOf);
  if (ofConfirmed(combinedP(smallest), rounds.length, options) > family.level) {
    return { verdict: 'too few runs', reason: { what: 'few', needed: measurementsToReach(family.level) } };
  }
  if (change.verdict === 'noise') return { verdict: 'same', reason: { what: 'noise' } };
  const verdict = options.confirms === 'all' && rounds.length > 0 ? 'unsure' : 'same';
  return { verdict, reason: { what: 'family', comparisons: family.significant.length } };
}
