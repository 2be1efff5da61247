import { madeOnce } from '../../base/maps.ts';
import { Uint32Builder } from '../../pprof/columns.ts';
import type { SampleTable } from '../../pprof/profile.ts';
import type { FrameSlots } from './frameSlots.ts';

/**
 * Where a sample's stack reaches a slot once more, because of recursion: one row for every time but the first,
 * because then the slot's sum contains the sample's weight once too often. Parallel columns, ascending by sample.
 *
 * For a location that recurs only its own slot is listed, not those of its chain.
 */
export interface Repeats {
  readonly sample: Uint32Array;
  readonly slot: Uint32Array;
}

/**
 * The repeats of a profile's stacks, found once for each set of slots: they do not depend on what is measured. The
 * repeats of a selection of samples follow from those of all samples, if these are known already.
 */
export class StackRepeats {
  /** Of all the samples that these were selected from; `null` if they are not a selection. */
  readonly #all: StackRepeats | null;
  readonly #found = new Map<FrameSlots, Repeats>();

  /** @param other repeats of the profile that this one was made from; `null` if it was not made from another */
  constructor(
    private readonly samples: SampleTable,
    other: StackRepeats | null,
  ) {
    let all = other;
    while (all !== null && all.samples.locations !== samples.selection?.from) all = all.#all;
    this.#all = all;
  }

  /** Whether these are the repeats of the stacks of `samples`. */
  isOf(samples: SampleTable): boolean {
    return this.samples.locations === samples.locations;
  }

  of(slots: FrameSlots): Repeats {
    return madeOnce(this.#found, slots, () => this.#selected(slots) ?? findRepeats(this.samples, slots));
  }

  /** Takes the repeats of the selected samples from those of all samples; `null` if those are not known. */
  #selected(slots: FrameSlots): Repeats | null {
    const all = this.#all === null ? undefined : this.#all.#found.get(slots);
    const { selection } = this.samples;
    if (all === undefined || selection === null) return null;
    const sample = new Uint32Builder();
    const slot = new Uint32Builder();
    const { rows } = selection;
    for (let row = 0, i = 0; row < rows.length; row++) {
      while (i < all.sample.length && all.sample[i]! < rows[row]!) i++;
      for (; i < all.sample.length && all.sample[i] === rows[row]; i++) {
        sample.push(row);
        slot.push(all.slot[i]!);
      }
    }
    return { sample: sample.finish(), slot: slot.finish() };
  }
}

/** This loop takes most of the time when a large profile is opened, and most of that it waits for memory. */
function findRepeats(
  { count, locationStart, locations }: SampleTable,
  { slotCount, chain, chains }: FrameSlots,
): Repeats {
  const sampleOf = new Uint32Builder();
  const slotOf = new Uint32Builder();
  const found = (sample: number, slot: number) => {
    sampleOf.push(sample);
    slotOf.push(slot);
  };
  // Two columns by slot, interleaved so that one access to memory brings both: the last sample that reached the slot,
  // plus 1; and the slot's chain.
  const marks = new Int32Array(2 * slotCount);
  for (let slot = 0; slot < chain.length; slot++) marks[2 * slot + 1] = chain[slot]!;
  for (let sample = 0; sample < count; sample++) {
    const mark = sample + 1;
    const end = locationStart[mark]!;
    for (let i = locationStart[sample]!; i < end; i++) {
      const slot = locations[i]!;
      if (marks[2 * slot] === mark) {
        found(sample, slot);
        continue;
      }
      marks[2 * slot] = mark;
      const next = marks[2 * slot + 1]!;
      if (next === 0) continue;
      if (next > 0) {
        if (marks[2 * next] === mark) found(sample, next);
        marks[2 * next] = mark;
        continue;
      }
      for (let link = -next, other = chains[link]!; other !== 0; other = chains[++link]!) {
        if (marks[2 * other] === mark) found(sample, other);
        marks[2 * other] = mark;
      }
    }
  }
  return { sample: sampleOf.finish(), slot: slotOf.finish() };
}
