/** Changes of bytes, without knowledge of the format. */
import type { Random } from './random.ts';

/** A copy of the bytes with one change. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const at = random.below(changed.length);
  const length = 1 + random.below(random.pick([1, 4, 64]));
  const [before, after] = [changed.subarray(0, at), changed.subarray(at)];
  switch (random.below(7)) {
    case 0:
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
      return changed;
    case 1:
      changed[at] = random.next();
      return changed;
    case 2:
      changed.set(random.bytes(Math.min(length, after.length)), at);
      return changed;
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, random.bytes(length), after]);
    case 5:
      return Buffer.concat([before, after.subarray(length)]);
    default:
      return Buffer.concat([before, after.subarray(0, length), after]);
  }
}
