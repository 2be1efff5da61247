import type { Value } from './value.ts';
import { joinedAt } from './weights.ts';

/** Edges of a call graph, as columns; found by a hash of their two ends. */
export class EdgeTable {
  length = 0;
  source = new Uint32Array(256);
  target = new Uint32Array(256);
  /** 1 where the callee was inlined into the caller in every sample. */
  inline = new Uint8Array(256);
  /** 1 where in some sample nodes that were left out stand between the two. */
  residual = new Uint8Array(256);
  #weights: Float64Array[];
  /** The sample that last counted for an edge, plus 1. */
  #countedBy = new Uint32Array(256);
  /** Open addressing: edge + 1, 0 is free. Twice as large as the columns, so at most half full. */
  #slots = new Uint32Array(512);

  constructor(limbs: number) {
    this.#weights = Array.from({ length: limbs }, () => new Float64Array(256));
  }

  /** Notes that `sample` has this call. False if it has had it already: then nothing of it counts. */
  note(edge: number, sample: number, residual: boolean, inline: boolean): boolean {
    if (this.#countedBy[edge] === sample + 1) return false;
    this.#countedBy[edge] = sample + 1;
    if (residual) this.residual[edge] = 1;
    if (!inline) this.inline[edge] = 0;
    return true;
  }

  /** Whether any sample has this call. */
  isSeen(edge: number): boolean {
    return this.#countedBy[edge] !== 0;
  }

  add(edge: number, limb: number, weight: number): void {
    const weights = this.#weights[limb]!;
    weights[edge] = weights[edge]! + weight;
  }

  weight(edge: number): Value {
    return joinedAt(this.#weights, edge);
  }

  /** The edge between two nodes, or -1. */
  find(source: number, target: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(source, target) & mask;
    for (let edge = this.#slots[slot]!; edge !== 0; edge = this.#slots[slot]!) {
      if (this.source[edge - 1] === source && this.target[edge - 1] === target) return edge - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  findOrAdd(source: number, target: number): number {
    const known = this.find(source, target);
    if (known !== -1) return known;
    if (this.length === this.source.length) this.#grow();
    const mask = this.#slots.length - 1;
    let slot = hash(source, target) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    const edge = this.length++;
    this.#slots[slot] = edge + 1;
    this.source[edge] = source;
    this.target[edge] = target;
    this.inline[edge] = 1;
    return edge;
  }

  #grow(): void {
    const capacity = this.source.length * 2;
    this.source = enlarged(this.source, new Uint32Array(capacity));
    this.target = enlarged(this.target, new Uint32Array(capacity));
    this.inline = enlarged(this.inline, new Uint8Array(capacity));
    this.residual = enlarged(this.residual, new Uint8Array(capacity));
    this.#countedBy = enlarged(this.#countedBy, new Uint32Array(capacity));
    this.#weights = this.#weights.map((weights) => enlarged(weights, new Float64Array(capacity)));
    this.#slots = new Uint32Array(capacity * 2);
    const mask = this.#slots.length - 1;
    for (let edge = 0; edge < this.length; edge++) {
      let slot = hash(this.source[edge]!, this.target[edge]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = edge + 1;
    }
  }
}

function enlarged<T extends Uint32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

function hash(source: number, target: number): number {
  const mixed = Math.imul(source, 0x9e3779b1) ^ Math.imul(target + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
