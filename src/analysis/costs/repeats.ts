import { Uint32Builder } from '../../pprof/columns.ts';
import { selectionOf } from '../../pprof/derive.ts';
import type { SampleTable } from '../../pprof/profile.ts';
import type { FrameSlots } from './frameSlots.ts';

/**
 * Where stacks recur: a slot that a sample comes by once more, as often as it does. Each is one visit too many for a
 * cum, in which a sample counts once. Parallel columns, by sample, ascending.
 *
 * A location that recurs is named alone, not with what hangs on to it.
 */
export interface Repeats {
  readonly sample: Uint32Array;
  readonly slot: Uint32Array;
}

/** Of stacks (their `locations` column) and slots that are still in use; neither ever changes. */
const known = new WeakMap<Uint32Array, WeakMap<FrameSlots, Repeats>>();

/**
 * The repeats of a profile's stacks, found once: they do not depend on what is measured. Those of a selection of samples
 * follow from those of all, where these are known.
 */
export function repeatsOf(samples: SampleTable, slots: FrameSlots): Repeats {
  let bySlots = known.get(samples.locations);
  if (bySlots === undefined) {
    bySlots = new WeakMap();
    known.set(samples.locations, bySlots);
  }
  let repeats = bySlots.get(slots);
  if (repeats === undefined) {
    repeats = selectedRepeats(samples, slots) ?? findRepeats(samples, slots);
    bySlots.set(slots, repeats);
  }
  return repeats;
}

/** The repeats of samples that were selected from others whose repeats are known; otherwise `null`. */
function selectedRepeats(samples: SampleTable, slots: FrameSlots): Repeats | null {
  const selection = selectionOf(samples);
  const all = selection && known.get(selection.from)?.get(slots);
  if (selection === null || all === undefined || all === null) return null;
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

/** This is where the time goes when a large profile is opened, most of it waiting for memory. */
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
  // Of each slot side by side, so that one trip to memory brings both: the sample that last came by, plus 1; its chain.
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
