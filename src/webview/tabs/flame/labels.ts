import { cutText } from '../../../analysis/names/nameParts.ts';
import { NameSet } from '../../../analysis/names/nameSet.ts';
import type { Names } from '../../view/names.ts';

/** Longer texts are cut before they are measured. No frame is that wide, and a name can have 10 kB. */
const longestLabel = 400;

/** Width in pixels of the narrowest frame that gets a label. */
export const narrowestLabel = 24;

interface Label {
  readonly text: string;
  readonly width: number;
}

/**
 * Chooses the labels of frames: the longest form of the name that fits, and no form that another function of the picture
 * has as well. Where none fits, the middle of the shortest is left out. Every form is measured once.
 */
export class Labels {
  #labels: Label[][] = [];
  /** The number of names when the labels were made. */
  #nameCount = 0;
  readonly #widths = new Map<string, number>();

  /** @param measure the width of a text in pixels, in the font of the labels */
  constructor(
    private readonly names: Names,
    private readonly measure: (text: string) => number,
  ) {}

  /** The text for a name in so many pixels; empty where not even a few letters fit. */
  fit(nameIndex: number, pixels: number): string {
    return pixels < narrowestLabel ? '' : this.#fitting(this.#of(nameIndex), pixels);
  }

  /** The same for the text of the root, which can begin with the name of a function. */
  fitRoot(text: string, pixels: number): string {
    return this.#fitting(this.#measured(new NameSet([text]).forms(text)), pixels);
  }

  #fitting(labels: readonly Label[], pixels: number): string {
    for (const { text, width } of labels) if (width <= pixels) return text;
    const shortest = labels[labels.length - 1]!;
    const letters = Math.floor((pixels / shortest.width) * shortest.text.length) - 1;
    return letters < 3 ? '' : cutText(shortest.text, letters);
  }

  #of(nameIndex: number): Label[] {
    if (this.#nameCount !== this.names.count) {
      this.#nameCount = this.names.count;
      this.#labels = [];
    }
    let labels = this.#labels[nameIndex];
    if (labels === undefined) {
      labels = this.#measured(this.names.forms(nameIndex));
      this.#labels[nameIndex] = labels;
    }
    return labels;
  }

  #measured(forms: readonly string[]): Label[] {
    return forms.map((form) => {
      const text = form.slice(-longestLabel);
      return { text, width: this.#widthOf(text) };
    });
  }

  #widthOf(text: string): number {
    const width = this.#widths.get(text) ?? this.measure(text);
    this.#widths.set(text, width);
    return width;
  }
}
