/** Numbers texts for good, and remembers which the page has been told of. */
export class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #isTold: boolean[] = [];

  /** @param texts numbered from 0 and known to the page without being told */
  constructor(...texts: string[]) {
    for (const text of texts) this.#isTold[this.of(text)] = true;
  }

  get count(): number {
    return this.#texts.length;
  }

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** Adds the number with its text to what an answer tells, if no answer has told it yet. */
  tell(number: number, told: [number, string][]): void {
    if (this.#isTold[number] === true) return;
    this.#isTold[number] = true;
    told.push([number, this.#texts[number]!]);
  }
}
