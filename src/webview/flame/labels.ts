import type { Names } from '../view/names.ts';

/** Longer texts are cut before they are measured. No frame is that wide, and a name can have 10 kB. */
const longestLabel = 400;

/** Width in pixels of the narrowest frame that gets a label. */
export const narrowestLabel = 24;

interface Label {
  readonly text: string;
  readonly width: number;
}

/** Chooses the labels of frames: the longest form of the name that fits. Every form is measured once. */
export class Labels {
  readonly #names: Names;
  readonly #measure: (text: string) => number;
  readonly #labels: Label[][] = [];

  /** @param measure the width of a text in pixels, in the font of the labels */
  constructor(names: Names, measure: (text: string) => number) {
    this.#names = names;
    this.#measure = measure;
  }

  /** The text for a name in so many pixels; empty where not even a few letters fit. */
  fit(nameIndex: number, pixels: number): string {
    if (pixels < narrowestLabel) return '';
    const labels = this.#of(nameIndex);
    for (const { text, width } of labels) if (width <= pixels) return text;
    const shortest = labels[labels.length - 1]!;
    const letters = Math.floor((pixels / shortest.width) * shortest.text.length) - 1;
    // Half of a surrogate pair would be drawn as a box.
    const cut = shortest.text.slice(0, letters).replace(/[\ud800-\udbff]$/, '');
    return letters < 2 ? '' : `${cut}…`;
  }

  #of(nameIndex: number): Label[] {
    let labels = this.#labels[nameIndex];
    if (labels === undefined) {
      labels = this.#names.shortNames(nameIndex).map((name) => {
        const text = name.slice(0, longestLabel);
        return { text, width: this.#measure(text) };
      });
      this.#labels[nameIndex] = labels;
    }
    return labels;
  }
}
