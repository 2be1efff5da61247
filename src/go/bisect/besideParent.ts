/** The commit that a search has found, measured and profiled beside the one before it. */

import type { ProfileKind } from '../../base/profileKinds.ts';
import { ok, type Result } from '../../base/result.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import { type GateOptions, type GateOutcome, judge, type UnitVerdict } from '../../bench/verdicts/gate.ts';
import type { Build } from '../build/build.ts';
import { withModules } from '../build/identity.ts';
import { withLayouts } from '../build/layouts.ts';
import type { BaseBuild } from '../compare/commitBuild.ts';
import { counterpartOf, profileBuilds } from '../profile/profileBuilds.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { resultPair } from '../results/resultPair.ts';
import { cpuOf, type Question } from './question.ts';

export interface BesideParent {
  /** The benchmark in both, with the profiles that show the unit. */
  readonly result: BenchmarkResult;
  readonly older: BenchmarkResult;
  readonly outcome: GateOutcome;
  /** Of the unit. `null` if one of both does not have it. */
  readonly verdict: UnitVerdict | null;
}

/** With two measurements a count that varies shows that it does. */
const countsOfEach = 2;

/** `null` if the benchmark is in one of both only. Problems: those of `profileBuilds`. */
export async function besideParent(
  parent: BaseBuild,
  found: BaseBuild,
  question: Question,
  gate: GateOptions,
): Promise<Result<BesideParent | null>> {
  const laidOut =
    question.operations === null
      ? await withLayouts(found.build, parent.build)
      : ok({ now: found.build, base: parent.build });
  if (!laidOut.ok) return laidOut;
  const { now, base } = laidOut.value;
  const measured = await profileBuilds([{ name: question.name }], {
    now: await withModules(asked(now, question)),
    base: await withModules(asked(base, question)),
  });
  if (!measured.ok) return measured;
  const { results } = measured.value;
  const result = results.find(({ name, procs }) => name === question.name && procs === question.procs);
  const older = result === undefined ? undefined : counterpartOf(result, measured.value.base);
  if (result === undefined || older === undefined) return ok(null);
  const outcome = judge([{ ...resultPair(older, result, 0), rounds: [] }], gate);
  const verdict = outcome.verdicts[0]?.find(({ change }) => change.unit === question.change.unit) ?? null;
  return ok({ result, older, outcome, verdict });
}

/** The build, asked for the question's benchmark and the profile that shows its unit on lines. */
function asked(build: Build, { procs, change: { unit }, operations }: Question): Build {
  const { instructions, ...others } = build;
  const { request } = build;
  const counted = operations === null ? {} : { count: countsOfEach, benchtime: `${operations}x` };
  const kind = kindOf(unit);
  return {
    ...others,
    ...(unit === instructionUnit && instructions !== undefined ? { instructions } : {}),
    request: {
      ...request,
      ...counted,
      cpu: cpuOf(build, procs),
      kinds: request.kinds.filter((each) => each === kind),
      instructions: unit === instructionUnit,
    },
  };
}

function kindOf(unit: string): ProfileKind | null {
  if (unit === 'ns/op') return 'cpu';
  return unit === 'B/op' || unit === 'allocs/op' ? 'mem' : null;
}
