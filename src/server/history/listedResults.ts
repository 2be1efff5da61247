/** Which kept results the client's list has. */

import { listAt, madeOnce } from '../../base/maps.ts';
import type { MoreBenchmarks } from '../../protocol.ts';
import { isMarked, type KeptResult, nameKey } from './keptRun.ts';

/** Nobody looks through a longer list, and the whole list is sent at each change. The table of results has all. */
export const mostListed = 500;

/**
 * Of a benchmark with more sub-benchmarks, the first ones of the newest runs, with all their runs. What the user has named or
 * pinned is always there.
 *
 * @param results oldest first, those of a run in its order
 */
export function listedResults(results: readonly KeptResult[]): {
  readonly isListed: (result: KeptResult) => boolean;
  readonly more: readonly MoreBenchmarks[];
} {
  const families = new Map<string, { readonly names: Set<string>; readonly left: Set<string> }>();
  const familyOf = ({ benchmark: { directory, name } }: KeptResult) => `${directory}\n${name.split('/')[0]}`;
  for (const result of newestRunsFirst(results)) {
    const key = familyOf(result);
    const { name } = result.benchmark;
    const { names, left } = madeOnce(families, key, () => ({ names: new Set(), left: new Set() }));
    if (names.size < mostListed || isMarked(result.benchmark)) {
      names.add(name);
      left.delete(name);
    } else if (!names.has(name)) left.add(name);
  }
  return {
    isListed: (result) => families.get(familyOf(result))?.left.has(result.benchmark.name) !== true,
    more: [...families].flatMap(([key, { left }]) => {
      const [directory = '', benchmark = ''] = key.split('\n');
      return left.size === 0 ? [] : [{ directory, benchmark, count: left.size }];
    }),
  };
}

function newestRunsFirst(results: readonly KeptResult[]): KeptResult[] {
  const byRun = new Map<KeptResult['record'], KeptResult[]>();
  for (const result of results) {
    listAt(byRun, result.record).push(result);
  }
  return [...byRun.values()].reverse().flat();
}

/** The results that nobody has asked to keep: neither pinned nor named, and not the last of their benchmark. Oldest first. */
export function oldResults(results: readonly KeptResult[]): KeptResult[] {
  const newest = new Map(results.map((result) => [nameKey(result.benchmark), result]));
  return results.filter(
    (result) => newest.get(nameKey(result.benchmark)) !== result && !isMarked(result.benchmark),
  );
}
