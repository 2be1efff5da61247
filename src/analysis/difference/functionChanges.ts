/** Which functions of two profiles differ, as far as their samples bear it: by the rules of the lines. */
import type { Evidence } from '../../base/model.ts';
import type { Profile } from '../../pprof/profile.ts';
import { ProfileCosts } from '../costs/profileCosts.ts';
import { samplePeriodOf } from '../values/operationCost.ts';
import { total } from '../values/total.ts';
import { joinedAt } from '../values/weights.ts';
import { countsDiffer, instructionsDiffer, isOfInstructions } from './countedChange.ts';
import { differentRates } from './sampleRates.ts';

/** One of two profiles: what is compared of it. */
export interface ComparedProfile {
  readonly profile: Profile;
  /** Operations behind it; `null` where they are not known. */
  readonly operations: number | null;
  /** It has only what the timed loop costs. */
  readonly isLoop?: boolean;
  /** What a sample of its CPU time stands for, in nanoseconds, where it has no column that counts them. */
  readonly period?: number;
}

/** Costs are compared per operation, or, where the operations are not known, as shares of the totals. */
type Per = 'operations' | 'totals';

/** What is certain of one sample type. */
export interface FunctionChanges {
  /** The functions that differ by their cum. */
  readonly names: readonly string[];
  /** Those of them that cost less than in the base. */
  readonly shrunk: readonly string[];
  /** The number of functions that were compared. */
  readonly of: number;
  /** What their costs were divided by. */
  readonly per: Per;
}

/** Cum by function name. */
type Cums = ReadonlyMap<string, number>;

/** By sample type of `now`; `null` for those that there is no test for, such as waiting times and goroutines. */
export function functionChanges(
  now: ComparedProfile,
  base: ComparedProfile,
  { deviation, isSameCode, isDisturbed, countSpread }: Evidence,
): (FunctionChanges | null)[] {
  const per: Per = (now.operations ?? 0) > 0 && (base.operations ?? 0) > 0 ? 'operations' : 'totals';
  const [sumsNow, sumsBase] = [new CumsOf(now.profile), new CumsOf(base.profile)];
  return now.profile.sampleTypes.map(({ type, unit }, sampleType) => {
    const baseType = base.profile.sampleTypes.findIndex((each) => each.type === type);
    if (baseType === -1) return null;
    const names = [...new Set([...sumsNow.of(sampleType).keys(), ...sumsBase.of(baseType).keys()])];
    const nothing = { names: [], shrunk: [], of: names.length, per };
    if (isSameCode || (isDisturbed && unit === 'nanoseconds')) return nothing;
    const sampled = sampledChange(now, base, per, [sampleType, baseType]);
    const isDifferent =
      sampled !== null
        ? sampled(names, sumsNow.of(sampleType), sumsBase.of(baseType), deviation)
        : isOfInstructions(type)
          ? instructionChange(type, now, base, [sumsNow.of(sampleType), sumsBase.of(baseType)])?.(
              names,
              countSpread,
            )
          : countedChange(type, now, base, sumsNow, sumsBase)?.(names);
    if (isDifferent === undefined) return null;
    const differing = names.filter((_, i) => isDifferent[i] === true);
    const rate = (name: string, { profile, operations }: ComparedProfile, type: number, cums: Cums) =>
      (cums.get(name) ?? 0) / (per === 'operations' ? (operations ?? 1) : Number(total(profile, type)));
    const shrunk = differing.filter(
      (name) =>
        rate(name, now, sampleType, sumsNow.of(sampleType)) <
        rate(name, base, baseType, sumsBase.of(baseType)),
    );
    return { ...nothing, names: differing, shrunk };
  });
}

/** The sums of the functions of a profile, by sample type. */
class CumsOf {
  readonly #costs: ProfileCosts;
  readonly #cums = new Map<number, Cums>();

  constructor(private readonly profile: Profile) {
    this.#costs = new ProfileCosts(profile);
  }

  of(sampleType: number): Cums {
    const known = this.#cums.get(sampleType);
    if (known !== undefined) return known;
    const nodes = this.#costs.nodes();
    const { cum } = this.#costs.functionSums(sampleType);
    const cums = new Map<string, number>();
    for (let node = 0; node < nodes.count; node++) {
      const cost = Number(joinedAt(cum, node));
      if (cost !== 0) cums.set(nodes.info(node).name, cost);
    }
    this.#cums.set(sampleType, cums);
    return cums;
  }

  ofType(type: string): Cums {
    return this.of(this.profile.sampleTypes.findIndex((each) => each.type === type));
  }
}

/** `null` for sample types that are not sampled in both. */
function sampledChange(
  now: ComparedProfile,
  base: ComparedProfile,
  per: Per,
  [sampleType, baseType]: readonly [number, number],
) {
  const sideOf = ({ profile, operations, period: said }: ComparedProfile, type: number) => {
    const isTime = profile.sampleTypes[type]?.type === 'cpu';
    const period =
      samplePeriodOf(profile.sampleTypes, type, (each) => total(profile, each)) ??
      (isTime && said ? said : null);
    const all = Number(total(profile, type));
    return period === null
      ? null
      : { period, all: all / period, exposure: (per === 'totals' ? all : (operations ?? 1)) / period };
  };
  const [ofNow, ofBase] = [sideOf(now, sampleType), sideOf(base, baseType)];
  if (ofNow === null || ofBase === null) return null;
  const cost = ({ period, all, exposure }: typeof ofNow, cum: number) => ({
    samples: Math.round(Math.max(0, cum) / period),
    all: Math.round(all),
    exposure,
  });
  return (names: readonly string[], cumsNow: Cums, cumsBase: Cums, deviation: number) =>
    differentRates(
      names.map((name) => ({
        base: cost(ofBase, cumsBase.get(name) ?? 0),
        now: cost(ofNow, cumsNow.get(name) ?? 0),
      })),
      deviation,
    );
}

/** `undefined` where not every instruction was counted, or the operations are not known. */
function instructionChange(
  type: string,
  now: ComparedProfile,
  base: ComparedProfile,
  [cumsNow, cumsBase]: readonly [Cums, Cums],
) {
  const [after, before] = [now.operations, base.operations];
  if (after === null || before === null) return undefined;
  if (now.profile.period > 1n || base.profile.period > 1n) return undefined;
  return (names: readonly string[], spread: number) =>
    names.map((name) =>
      instructionsDiffer(
        type,
        { count: cumsBase.get(name) ?? 0, operations: before },
        { count: cumsNow.get(name) ?? 0, operations: after },
        spread,
      ),
    );
}

/** `undefined` for what is not counted in both: where a rate is given, only a sample of the allocations is recorded. */
function countedChange(
  type: string,
  now: ComparedProfile,
  base: ComparedProfile,
  sumsNow: CumsOf,
  sumsBase: CumsOf,
) {
  const isCounted = ({ profile, operations }: ComparedProfile) =>
    operations !== null &&
    profile.period <= 1n &&
    profile.sampleTypes.some((each) => each.type === 'alloc_space');
  if (!type.startsWith('alloc_') || !isCounted(now) || !isCounted(base)) return undefined;
  const countsOf = (sums: CumsOf, { operations }: ComparedProfile) => {
    const [objects, bytes] = [sums.ofType('alloc_objects'), sums.ofType('alloc_space')];
    return (name: string) => ({
      objects: objects.get(name) ?? 0,
      bytes: bytes.get(name) ?? 0,
      operations: operations ?? 1,
    });
  };
  const [countsNow, countsBase] = [countsOf(sumsNow, now), countsOf(sumsBase, base)];
  const isSetupKnown = now.isLoop === true && base.isLoop === true;
  return (names: readonly string[]) =>
    names.map((name) => {
      const differ = countsDiffer(countsBase(name), countsNow(name), isSetupKnown);
      return type === 'alloc_objects' ? differ.objects : differ.bytes;
    });
}
