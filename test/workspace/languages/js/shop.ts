// A shop that ranks its items, profiled by @datadog/pprof.
export interface Item {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

export class Basket<T extends Item> {
  readonly #items: T[] = [];

  add(item: T): void {
    this.#items.push(item);
  }

  total(): number {
    let sum = 0;
    for (const { price, count } of this.#items) sum += price * count;
    return sum;
  }
}

function hashed(name: string): number {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  }
  return hash >>> 0;
}

export function rank(items: readonly Item[]): number {
  const ranked = new Map<number, Item>();
  for (const item of items) {
    ranked.set(hashed(item.name), item);
  }
  return [...ranked.keys()].sort((a, b) => a - b)[0] ?? 0;
}

export function items(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `item number ${i}`,
    price: i / 2,
    count: i % 7,
  }));
}
