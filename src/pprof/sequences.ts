/**
 * Numbers sequences of uint32s: equal sequences have equal numbers, from 0 in the order in which they are first
 * met. Stacks are such sequences, and a profile has half a million of them, so they stay columns.
 */
export class Sequences {
  count = 0;
  /** CSR of all distinct sequences. */
  start = new Uint32Array(1024);
  items = new Uint32Array(16 * 1024);
  #hashes = new Uint32Array(1024);
  /** Where the sequence now being put together begins. */
  #open = 0;
  #length = 0;
  #hash = 0;
  /** Open addressing: sequence + 1, 0 is free. */
  #slots = new Uint32Array(2048);

  /** Adds to the sequence that `close` will number. */
  push(item: number): void {
    if (this.#length === this.items.length) {
      const larger = new Uint32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.#length++] = item;
    this.#hash = Math.imul(this.#hash ^ item, 0x01000193) ^ (this.#hash >>> 15);
  }

  /** The number of the sequence pushed since the last `close`. */
  close(): number {
    const hash = Math.imul(this.#hash ^ (this.#hash >>> 16), 0x85ebca6b) >>> 0;
    this.#hash = 0;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]!; known !== 0; known = this.#slots[slot]!) {
      if (this.#hashes[known - 1] === hash && this.#isOpenEqualTo(known - 1)) {
        this.#length = this.#open;
        return known - 1;
      }
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.count + 1;
    this.#hashes[this.count] = hash;
    this.count++;
    this.#open = this.#length;
    if (this.count + 1 >= this.start.length) this.#grow();
    this.start[this.count] = this.#length;
    return this.count - 1;
  }

  #isOpenEqualTo(known: number): boolean {
    const start = this.start[known]!;
    const length = this.#length - this.#open;
    if (this.start[known + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.items[start + i] !== this.items[this.#open + i]) return false;
    return true;
  }

  #grow(): void {
    const capacity = this.start.length * 2;
    const start = new Uint32Array(capacity);
    start.set(this.start);
    this.start = start;
    const hashes = new Uint32Array(capacity);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Uint32Array(capacity * 2);
    const mask = this.#slots.length - 1;
    for (let known = 0; known < this.count; known++) {
      let slot = this.#hashes[known]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = known + 1;
    }
  }
}
