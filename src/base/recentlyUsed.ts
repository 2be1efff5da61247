/** Keeps a limited number of values by key. When there are too many, the one that was used least recently goes. */
export class RecentlyUsed<V> {
  /** A map keeps the order of insertion: the least recently used value is the first. */
  readonly #values = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [first] = this.#values.keys();
    if (this.#values.size > this.most && first !== undefined) this.#values.delete(first);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
