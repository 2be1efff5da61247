import { bombLayer, gzipLayer } from './gzipLayers.ts';
import { parseMessage, writeMessage } from './message.ts';
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

/** An input, and its bytes before gzip, which are kept if it reaches new code. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly inner: Uint8Array;
}

/** Makes inputs from seeds and from earlier inputs that reached new code. */
export class Generator {
  readonly #random: Random;
  readonly #profiles = seedProfiles();
  /** Separate, because a mutation of a refused input is nearly always refused, too. */
  readonly #refused: Uint8Array[] = [];
  readonly #files = seedFiles();

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
    if (random.oneIn(500)) return { inner, bytes: bombLayer(random, inner) };
    return { inner, bytes: gzipLayer(random, inner).subarray(0, largestInput) };
  }

  #inner(): Uint8Array {
    const random = this.#random;
    if (random.oneIn(200)) return random.bytes(random.below(300));
    if (random.oneIn(20) && this.#files.length > 0) return this.#mutatedBytes(random.pick(this.#files));
    const seed = random.pick(random.oneIn(6) && this.#refused.length > 0 ? this.#refused : this.#profiles);
    if (random.oneIn(8)) return this.#mutatedBytes(seed);
    // Parsed each time, because mutations change the tree.
    const profile = parseMessage(seed);
    if (profile === null) return this.#mutatedBytes(seed);
    const donor = random.oneIn(4) ? (parseMessage(random.pick(this.#profiles)) ?? []) : [];
    for (let left = 1 + random.below(4); left > 0; left--) mutateMessage(random, profile, donor);
    const written = writeMessage(profile);
    return random.oneIn(10) ? this.#mutatedBytes(written) : written;
  }

  #mutatedBytes(bytes: Uint8Array): Uint8Array {
    let mutated = bytes;
    for (let left = 1 + this.#random.below(4); left > 0; left--) mutated = mutateBytes(this.#random, mutated);
    return mutated;
  }
}
