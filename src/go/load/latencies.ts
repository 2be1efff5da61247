/** How long requests took, in little memory: counts in buckets that are a hundredth wide. */
const width = Math.log(1.01);

export class Latencies {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #longest = 0;

  /** @param milliseconds from when the request was due */
  add(milliseconds: number): void {
    const bucket = Math.round(Math.log(Math.max(milliseconds, 0.001)) / width);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#count++;
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** The milliseconds within which this share of the requests was answered, to a hundredth; `null` if there were none. */
  quantile(share: number): number | null {
    const wanted = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return Math.min(Math.exp(bucket * width), this.#longest);
    }
    return null;
  }
}
