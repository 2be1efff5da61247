import { editStacks } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';

/** The runtime puts objects of fewer bytes without pointers together into blocks of so many. */
const blockBytes = 16;
/** If the blocks of two profiles differ by less, per operation, none has come or gone. */
const leastChange = 0.05;

interface PerOperation {
  readonly profile: Profile;
  readonly operations: number;
}

/**
 * Two profiles of allocations without those blocks of small objects that both have the same number of: a block is the cost of the line
 * that began it, and which one that is changes with what other lines allocate. Other profiles as they are.
 */
export function withoutSharedBlocks(
  before: PerOperation,
  after: PerOperation,
): [before: Profile, after: Profile] {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  if (Math.abs(old.perOperation - now.perOperation) >= leastChange) return [before.profile, after.profile];
  return [
    editStacks(before.profile, { keep: old.others, keepEmptied: true }),
    editStacks(after.profile, { keep: now.others, keepEmptied: true }),
  ];
}

/** How many blocks an operation allocates, and 1 for the samples of larger objects. */
function blocksOf({ profile: { samples, sampleTypes }, operations }: PerOperation) {
  const columnOf = (name: string) => sampleTypes.findIndex(({ type }) => type === name);
  const [objects, bytes] = [columnOf('alloc_objects'), columnOf('alloc_space')];
  const others = new Uint8Array(samples.count).fill(1);
  let blocks = 0;
  for (let sample = 0; objects >= 0 && bytes >= 0 && sample < samples.count; sample++) {
    const first = sample * sampleTypes.length;
    const count = samples.values.approximate[first + objects]!;
    if (count === 0 || samples.values.approximate[first + bytes] !== blockBytes * count) continue;
    others[sample] = 0;
    blocks += count;
  }
  return { others, perOperation: blocks / operations };
}
