/** Texts that are sent to a page once, and referred to by index from then on. An index never changes. */
export class SentTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #isSent: boolean[] = [];

  /** @param texts that the page has already, in the order of their indexes */
  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.#isSent[this.add(text)] = true;
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

  /** The text at an index, to be sent now; `null` if it has been sent. */
  takeUnsent(number: number): string | null {
    if (this.#isSent[number] === true) return null;
    this.#isSent[number] = true;
    return this.#texts[number]!;
  }
}
