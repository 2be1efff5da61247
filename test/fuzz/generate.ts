import { bombLayer, gzipLayer, largestBomb } from './gzipLayers.ts';
import { type Field, parseMessage, writeMessage } from './message.ts';
import { mutateBytes } from './mutateBytes.ts';
import { mutateMessage } from './mutateMessage.ts';
import type { Random } from './random.ts';
import { seedFiles, seedProfiles } from './seeds.ts';

/** The largest input. Copying stops here. */
const largestInput = 2 ** 20;
/** The largest input that is kept. Copies of copies would slow everything down. */
const largestKept = 20_000;
/** How many inputs are kept because they reached new code. */
const mostKept = 5000;
/** So many inputs are made of one seed, each from the one before: parsing a seed takes longer than to change and write it. */
const familySize = 8;

/** An input, and its bytes before gzip, which are kept if it reaches new code. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly inner: Uint8Array;
  /** How many bytes are inflated of it, at most. */
  readonly inflated: number;
}

/** Makes inputs from seeds and from earlier inputs that reached new code. */
export class Generator {
  readonly #random: Random;
  readonly #profiles = seedProfiles();
  /** Separate, because a mutation of a refused input is nearly always refused, too. */
  readonly #refused: Uint8Array[] = [];
  readonly #files = seedFiles();
  /** The profile that is changed and written again, how many inputs it still gives, and another one to take parts from. */
  #family: { readonly profile: Field[]; readonly donor: readonly Field[]; left: number } | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  get kept(): number {
    return this.#profiles.length + this.#refused.length;
  }

  keep(inner: Uint8Array, wasAccepted: boolean): void {
    if (inner.length === 0 || inner.length > largestKept) return;
    const among = wasAccepted ? this.#profiles : this.#refused;
    if (among.length >= mostKept) among.shift();
    among.push(inner);
  }

  next(): Input {
    const random = this.#random;
    const inner = this.#inner().subarray(0, largestInput);
    if (random.oneIn(5000)) return { inner, bytes: bombLayer(random, inner), inflated: largestBomb };
    const bytes = gzipLayer(random, inner).subarray(0, largestInput);
    return { inner, bytes, inflated: Math.max(inner.length, bytes.length) };
  }

  /** A valid profile, as a tree of its own. */
  someProfile(): Field[] {
    return parseMessage(this.#random.pick(this.#profiles)) ?? [];
  }

  #inner(): Uint8Array {
    const random = this.#random;
    if (random.oneIn(200)) return random.bytes(random.below(300));
    if (random.oneIn(100) && this.#files.length > 0) return this.#mutatedBytes(random.pick(this.#files));
    if (this.#family === null || this.#family.left === 0) {
      const seed = this.#seed();
      const profile = random.oneIn(12) ? null : parseMessage(seed);
      if (profile === null) return this.#mutatedBytes(seed);
      const donor = random.oneIn(4) ? (parseMessage(this.#someOf(this.#profiles)) ?? []) : [];
      this.#family = { profile, donor, left: familySize };
    }
    const { profile, donor } = this.#family;
    this.#family.left--;
    const isValid = mutateMessage(random, profile, donor);
    const written = writeMessage(profile);
    // What is refused stays refused. Copies of copies become large, and say no more than small ones.
    if (!isValid || written.length > largestKept) this.#family = null;
    return random.oneIn(5) ? this.#mutatedBytes(written) : written;
  }

  #seed(): Uint8Array {
    return this.#someOf(this.#random.oneIn(6) && this.#refused.length > 0 ? this.#refused : this.#profiles);
  }

  /** One of the profiles. Small ones are more probable: they reach the same code, and many more can be tried. */
  #someOf(profiles: readonly Uint8Array[]): Uint8Array {
    const random = this.#random;
    let picked = random.pick(profiles);
    for (let left = random.oneIn(24) ? 0 : 5; left > 0; left--) {
      const other = random.pick(profiles);
      if (other.length < picked.length) picked = other;
    }
    return picked;
  }

  #mutatedBytes(bytes: Uint8Array): Uint8Array {
    let mutated = bytes;
    for (let left = 1 + this.#random.below(3); left > 0; left--) mutated = mutateBytes(this.#random, mutated);
    return mutated;
  }
}
