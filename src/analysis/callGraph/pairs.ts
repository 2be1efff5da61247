/** Pairs of caller and callee that are looked up often; found by a hash of the two. */
export class PairTable {
  length = 0;
  source = new Uint32Array(256);
  target = new Uint32Array(256);
  /** 1 where the callee was inlined into the caller in every sample. */
  inline = new Uint8Array(256);
  /** The sample that last counted for a pair, plus 1. */
  #countedBy = new Uint32Array(256);
  /** Open addressing: pair + 1, 0 is free. Twice as large as the columns, so at most half full. */
  #slots = new Uint32Array(512);

  /** Notes that `sample` has this call. Of several calls in one sample the outermost counts. */
  note(pair: number, sample: number, inline: boolean): void {
    if (this.#countedBy[pair] === sample + 1) return;
    this.#countedBy[pair] = sample + 1;
    if (!inline) this.inline[pair] = 0;
  }

  /** Whether any sample has this call. */
  isSeen(pair: number): boolean {
    return this.#countedBy[pair] !== 0;
  }

  /** The pair of two nodes, or -1. */
  find(source: number, target: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(source, target) & mask;
    for (let pair = this.#slots[slot]!; pair !== 0; pair = this.#slots[slot]!) {
      if (this.source[pair - 1] === source && this.target[pair - 1] === target) return pair - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  add(source: number, target: number): void {
    if (this.find(source, target) !== -1) return;
    if (this.length === this.source.length) this.#grow();
    this.source[this.length] = source;
    this.target[this.length] = target;
    this.inline[this.length] = 1;
    this.#enter(this.length++);
  }

  #grow(): void {
    const capacity = this.source.length * 2;
    this.source = enlarged(this.source, new Uint32Array(capacity));
    this.target = enlarged(this.target, new Uint32Array(capacity));
    this.inline = enlarged(this.inline, new Uint8Array(capacity));
    this.#countedBy = enlarged(this.#countedBy, new Uint32Array(capacity));
    this.#slots = new Uint32Array(capacity * 2);
    for (let pair = 0; pair < this.length; pair++) this.#enter(pair);
  }

  #enter(pair: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.source[pair]!, this.target[pair]!) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = pair + 1;
  }
}

function enlarged<T extends Uint32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

function hash(source: number, target: number): number {
  const mixed = Math.imul(source, 0x9e3779b1) ^ Math.imul(target + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
