/** Warnings below a table, and the small numbers that refer to them. */

/** The warnings of a table, each once, in the order of their first mark. */
export class Notes {
  readonly #places = new Map<string, number>();

  /** The marks of some warnings: `¹ ²`. */
  marks(warnings: readonly string[]): string {
    return warnings
      .map((warning) => {
        const place = this.#places.get(warning) ?? this.#places.size + 1;
        this.#places.set(warning, place);
        return superscript(place);
      })
      .join(' ');
  }

  /** `¹ all samples are equal`, and so on. */
  lines(): string[] {
    return [...this.#places].map(([warning, place]) => `${superscript(place)} ${warning}`);
  }
}

function superscript(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))).join('');
}
