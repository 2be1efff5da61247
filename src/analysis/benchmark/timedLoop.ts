/**
 * A benchmark's profile as it is read first: its timed loop. What is outside of the loop is folded, all of one cause into one
 * frame, until the user wants to see what it consists of. With nothing folded it is the profile as pprof has it.
 */
import type { Evidence } from '../../base/model.ts';
import { editStacks } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import {
  type ComparedProfile,
  type FunctionChanges,
  functionChanges,
} from '../difference/functionChanges.ts';
import { type ProfileFacts, profileFacts, totalsOf } from '../values/profileFacts.ts';
import { samplesOfOperations, withoutTimedValues } from '../values/timedValues.ts';
import { type Cause, causeOfSamples } from './timedRegion.ts';

/** What is not the timed loop. */
export type Outside = Exclude<Cause, 'operations'>;

export const outsides: readonly Outside[] = ['setup', 'background'];

/** What a page needs to know of a profile before it shows anything. */
export interface PageFacts extends ProfileFacts {
  /** `null` where the profile does not tell its timed loop apart. */
  readonly loop: LoopFacts | null;
  /** By sample type, the functions that differ from a base; `null` where that is not known. Missing without a base. */
  readonly changes?: readonly (FunctionChanges | null)[];
}

export interface LoopFacts {
  /** By sample type: what is outside of the loop. */
  readonly outside: Readonly<Record<Outside, readonly number[]>>;
  /** The totals that shares refer to, by sample type; at `openIndex` of what is not folded. */
  readonly totals: readonly (readonly number[])[];
}

/** A different number for every list of what is not folded. */
function openIndex(open: readonly Outside[]): number {
  return outsides.reduce((index, cause, bit) => index + (open.includes(cause) ? 2 ** bit : 0), 0);
}

/** By sample type, the total that shares refer to. */
export function totalsShown({ loop, totals }: PageFacts, open: readonly Outside[]): readonly number[] {
  return loop?.totals[openIndex(open)] ?? totals;
}

/** The parts of a profile that tells its timed loop apart. */
export class TimedLoop {
  readonly #open = new Map<number, Profile>();

  /** `null` where the profile does not tell it apart. */
  static of(profile: Profile): TimedLoop | null {
    const isOfOperations = samplesOfOperations(profile);
    return isOfOperations === null ? null : new TimedLoop(profile, causeOfSamples(profile, isOfOperations));
  }

  private constructor(
    private readonly whole: Profile,
    private readonly causeOf: readonly Cause[],
  ) {}

  /** The samples of the loop, and those of what is not folded; the profile itself where nothing is. */
  with(open: readonly Outside[]): Profile {
    const index = openIndex(open);
    const kept =
      this.#open.get(index) ?? this.#only((cause) => cause === 'operations' || open.includes(cause));
    this.#open.set(index, kept);
    return kept;
  }

  /** What is folded: the samples of each cause. */
  folded(open: readonly Outside[]): { readonly cause: Outside; readonly profile: Profile }[] {
    return outsides
      .filter((cause) => !open.includes(cause))
      .map((cause) => ({ cause, profile: this.#only((each) => each === cause) }));
  }

  facts(): LoopFacts {
    const [setup = [], background = []] = this.folded([]).map(({ profile }) => ownTotals(profile));
    const totals = [[], ['setup'], ['background'], outsides] as const;
    return {
      outside: { setup, background },
      totals: totals.map((open) => totalsOf(withoutTimedValues(this.with(open)))),
    };
  }

  #only(isKept: (cause: Cause) => boolean): Profile {
    if (this.causeOf.every(isKept)) return this.whole;
    const keep = Uint8Array.from(this.causeOf, (cause) => (isKept(cause) ? 1 : 0));
    return editStacks(this.whole, { keep });
  }
}

export function pageFacts(
  profile: Profile,
  loop: TimedLoop | null,
  changes?: readonly (FunctionChanges | null)[],
): PageFacts {
  const facts = { ...profileFacts(profile), loop: loop?.facts() ?? null };
  return changes === undefined ? facts : { ...facts, changes };
}

/** `functionChanges` of what operations cost, where both profiles tell it apart. */
export function operationChanges(
  now: ComparedProfile,
  base: ComparedProfile,
  evidence: Evidence,
): (FunctionChanges | null)[] {
  const loops = [TimedLoop.of(now.profile), TimedLoop.of(base.profile)] as const;
  const isLoop = !loops.includes(null);
  const compared = ({ profile, operations }: ComparedProfile, loop: TimedLoop | null) => ({
    profile: withoutTimedValues(isLoop ? (loop?.with([]) ?? profile) : profile),
    operations,
    isLoop,
  });
  return functionChanges(compared(now, loops[0]), compared(base, loops[1]), evidence);
}

function ownTotals(profile: Profile): number[] {
  return totalsOf(withoutTimedValues(profile));
}
