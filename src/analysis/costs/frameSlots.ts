/** What the frames of each location count for: CSR by location, innermost frame first. */
export interface Frames {
  /** Length: number of locations + 1. */
  readonly start: Uint32Array;
  /** Dense index of what is summed: a function, a line. */
  readonly entry: Uint32Array;
  readonly entryCount: number;
}

/**
 * Where a pass over the samples counts.
 *
 * Every location has a slot of its own number: whoever comes by counts there, once a sample. That is the cum of all
 * entries that stand at this location only, as most lines do, and functions inlined in one place. Each other entry has
 * a slot too, and hangs on to its locations as a chain:
 *
 *   location 7 (its line, a function inlined only here) --> function --> function
 *   location 8 (its line)                               --> function
 */
export interface FrameSlots {
  readonly sets: readonly Frames[];
  readonly slotCount: number;
  /** By location, what is to be counted besides: 0 nothing, positive a slot, negative the place in `chains`. */
  readonly chain: Int32Array;
  /** Runs of slots, each with a 0 at its end. */
  readonly chains: Int32Array;
  /** For each set, the slot of each entry; `nowhere` where it stands at no location. */
  readonly slotOfEntry: readonly Int32Array[];
}

const severalHomes = -1;
/** The slot of an entry that stands at no location. */
export const nowhere = -2;

/**
 * Assigns slots, in two passes over the frames.
 *
 * @param sets of the same locations
 */
export function frameSlots(sets: readonly Frames[]): FrameSlots {
  const locationCount = sets[0]!.start.length - 1;
  let slotCount = locationCount;
  const slotOfEntry = sets.map((set) =>
    homeOfEntries(set).map((home) => (home === severalHomes ? slotCount++ : home)),
  );
  const chain = new Int32Array(locationCount);
  const frameCount = sets.reduce((sum, { entry }) => sum + entry.length, 0);
  const chains = new Int32Array(1 + locationCount + frameCount);
  let end = 1;
  for (let location = 0; location < locationCount; location++) {
    const first = end;
    for (let set = 0; set < sets.length; set++) {
      const { start, entry } = sets[set]!;
      for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
        const slot = slotOfEntry[set]![entry[frame]!]!;
        if (slot >= locationCount) chains[end++] = slot;
      }
    }
    if (end - first > 1) {
      chain[location] = -first;
      end++;
    } else if (end > first) {
      chain[location] = chains[first]!;
      chains[first] = 0;
      end = first;
    }
  }
  return { sets, slotCount, chain, chains: chains.slice(0, end), slotOfEntry };
}

/** The location at which each entry stands; `severalHomes` where there are more of them. */
function homeOfEntries({ start, entry, entryCount }: Frames): Int32Array {
  const home = new Int32Array(entryCount).fill(nowhere);
  for (let location = 0; location < start.length - 1; location++) {
    for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
      const at = entry[frame]!;
      if (home[at] === nowhere) home[at] = location;
      else if (home[at] !== location) home[at] = severalHomes;
    }
  }
  return home;
}
