/** Benchmarks that run the same machine code in two builds: what differs between their measurements would be the machine. */
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type BenchmarkSelection, selectionText } from '../build/benchmarkRequest.ts';
import { type Build, binaryRequest } from '../build/build.ts';
import { haveSameCode } from '../build/identity.ts';
import { codesOf } from '../objects/testObjects.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { timeSelection } from '../time/timeBenchmarks.ts';
import { lastValue } from '../toolchain/flags.ts';

/** Which selected benchmarks need not be measured, as both builds run the same code for them on the same data, and the others. */
export interface SplitSelections {
  readonly same: readonly BenchmarkSelection[];
  readonly others: readonly BenchmarkSelection[];
}

/** Who asks knows that the data are the same: see dataFiles.ts. */
export async function bySameCode(
  selections: readonly BenchmarkSelection[],
  now: Build,
  base: Build,
): Promise<SplitSelections> {
  const nothing = { same: [], others: selections };
  if (await haveSameCode(now, base)) return { same: selections, others: [] };
  // One that is left out by the user must not run because others are.
  if (now.folder === null || base.folder === null || lastValue('skip', now.binaryFlags) !== null)
    return nothing;
  // One after the other: the object files of a large program fill hundreds of megabytes.
  const ofNow = await codesOf(binaryRequest(now, now.folder));
  const ofBase = ofNow === null ? null : await codesOf(binaryRequest(base, base.folder));
  if (ofNow === null || ofBase === null) return nothing;
  const isSame = (name: string) => ofNow.has(name) && ofNow.get(name) === ofBase.get(name);
  const names = [...ofNow.keys()];
  const [same, others] = [names.filter(isSame), names.filter((name) => !isSame(name))];
  if (same.length === 0) return nothing;
  const isSameSelection = (name: string) => isSame(name.split('/')[0] ?? '');
  return {
    same: selections.flatMap((each): BenchmarkSelection[] => {
      if ('name' in each) return isSameSelection(each.name) ? [each] : [];
      return maySelect(each.pattern, same) ? [{ ...each, without: others }] : [];
    }),
    others: selections.flatMap((each): BenchmarkSelection[] => {
      if ('name' in each) return isSameSelection(each.name) ? [] : [each];
      return maySelect(each.pattern, others) ? [{ ...each, without: same }] : [];
    }),
  };
}

/** Names, anchored or not, and alternatives: Go and JavaScript read these patterns alike. */
const plainPattern = /^(?:[\w^$]*(?:\/.*)?|[\w^$|()]*)$/s;

/** Whether a pattern, as `go test -bench` takes it, may select one of these functions. */
function maySelect(pattern: string, names: readonly string[]): boolean {
  if (names.length === 0 || !plainPattern.test(pattern)) return names.length > 0;
  try {
    const top = new RegExp(pattern.split('/')[0] ?? '');
    return names.some((name) => top.test(name));
  } catch {
    return true;
  }
}

export interface UnmeasuredPairs {
  readonly results: readonly BenchmarkResult[];
  readonly base: readonly BenchmarkResult[];
}

/**
 * The benchmarks without measurements, since their code is the same in both builds. Each runs once, which tells their names.
 * Problems: as `timeSelection`; if there is none, the reason.
 */
export async function unmeasuredPairs(
  selections: readonly BenchmarkSelection[],
  { now, base }: Readonly<Record<'now' | 'base', Build>>,
): Promise<Result<UnmeasuredPairs>> {
  const results: BenchmarkResult[] = [];
  const once = { ...now, request: { ...now.request, count: 1, benchtime: '1x' } };
  for (const selection of selections) {
    const benchmark = selectionText(selection);
    const message = l10n.t('{0} has the same machine code in both: it runs once', benchmark);
    now.steps.next({ what: 'timing', benchmark, message });
    const timed = await timeSelection(once, selection);
    if (!timed.ok) return timed;
    if (now.control.signal.aborted) return fail('cancelled', 'Cancelled.');
    if (timed.value.problem !== null && results.length === 0)
      return { ok: false, problem: timed.value.problem };
    append(
      results,
      // How a single operation went says nothing of the machine, either.
      timed.value.results.map(({ notes: _, ...result }) => ({ ...result, measurements: [] })),
    );
  }
  const { surroundings } = await base.identity();
  const ofBase = surroundings === undefined ? {} : { surroundings };
  const twins = results.map((result) => ({ ...result, ...ofBase, runId: randomUUID(), problems: [] }));
  return ok({ results, base: twins });
}
