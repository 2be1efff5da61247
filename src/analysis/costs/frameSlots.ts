/**
 * What the frames of each location are summed by, their keys: a function, a line. CSR by location, innermost frame
 * first.
 */
export interface Frames {
  /** Length: number of locations + 1. */
  readonly start: Uint32Array;
  /** Dense index of the function or line. */
  readonly key: Uint32Array;
  readonly keyCount: number;
}

/**
 * Slots: the places in which a pass over the samples adds up weights.
 *
 * Every location has the slot of its own number. Each sample whose stack contains the location adds its weight there,
 * once. This slot also serves every key that occurs at this location only, as most lines do, and functions that are
 * inlined in one place. Each other key has a slot of its own, and its locations name that slot in their chains:
 *
 *   location 7 (its line, a function inlined only here) --> function --> function
 *   location 8 (its line)                               --> function
 */
export interface FrameSlots {
  readonly sets: readonly Frames[];
  readonly slotCount: number;
  /**
   * By location, its further slots: 0 none, a positive number is the only one, a negative one minus the place in
   * `chains`.
   */
  readonly chain: Int32Array;
  /** Lists of slots, each with a 0 at its end. */
  readonly chains: Int32Array;
  /** For each set, the slot of each key; `noSlot` for a key that occurs at no location. */
  readonly slotOfKey: readonly Int32Array[];
}

/** Instead of a location: the key occurs at several. */
const severalLocations = -1;
/** Instead of a slot: the key occurs at no location. */
export const noSlot = -2;

/**
 * Assigns slots, in two passes over the frames.
 *
 * @param sets of the same locations
 */
export function frameSlots(sets: readonly Frames[]): FrameSlots {
  const locationCount = sets[0]!.start.length - 1;
  let slotCount = locationCount;
  const slotOfKey = sets.map((set) =>
    onlyLocations(set).map((location) => (location === severalLocations ? slotCount++ : location)),
  );
  const chain = new Int32Array(locationCount);
  const frameCount = sets.reduce((sum, { key }) => sum + key.length, 0);
  const chains = new Int32Array(1 + locationCount + frameCount);
  let end = 1;
  for (let location = 0; location < locationCount; location++) {
    const first = end;
    for (let set = 0; set < sets.length; set++) {
      const { start, key } = sets[set]!;
      for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
        const slot = slotOfKey[set]![key[frame]!]!;
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
  return { sets, slotCount, chain, chains: chains.slice(0, end), slotOfKey };
}

/** The only location at which each key occurs; `severalLocations` and `noSlot` where there is no such location. */
function onlyLocations({ start, key, keyCount }: Frames): Int32Array {
  const only = new Int32Array(keyCount).fill(noSlot);
  for (let location = 0; location < start.length - 1; location++) {
    for (let frame = start[location]!; frame < start[location + 1]!; frame++) {
      const at = key[frame]!;
      if (only[at] === noSlot) only[at] = location;
      else if (only[at] !== location) only[at] = severalLocations;
    }
  }
  return only;
}
