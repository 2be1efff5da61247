/** Numbers texts for good, and remembers which of them the page has been told. */
export class SentTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #isTold: boolean[] = [];

  /** @param texts numbered from 0 and known to the page without being told */
  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.#isTold[this.add(text)] = true;
  }

  get count(): number {
    return this.#texts.length;
  }

  add(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The number's text, the first time that it is asked for; `null` from then on. */
  takeUnsent(number: number): string | null {
    if (this.#isTold[number] === true) return null;
    this.#isTold[number] = true;
    return this.#texts[number]!;
  }
}
