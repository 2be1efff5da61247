import { codeOrigins } from '../../../analysis/names/codeOrigin.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import { causeGroups } from '../../view/causeGroups.ts';
import type { Changes } from '../../view/changes.ts';
import type { Names } from '../../view/names.ts';
import type { Colouring } from '../../view/savedView.ts';
import {
  causeColours,
  differenceColours,
  differenceStep,
  type Emphasis,
  type FrameColours,
  heatColours,
  heatStep,
  originColours,
  packageColours,
  rootColours,
  type ThemeKind,
} from './colours.ts';

/** Everything that the colours of a picture's frames depend on. */
export interface Coloured {
  readonly picture: PictureAnswer;
  readonly colouring: Colouring;
  /** The total that heat colours are shares of, in the sample type's unit. */
  readonly total: number;
  /** By name index: 1 for each name that the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  readonly changes: Changes;
}

/** The colours of frames in one theme. Each colour is made once and kept. */
export class FrameColouring {
  readonly #root: FrameColours;
  /** By colouring and emphasis, then by shade. */
  readonly #known = new Map<string, Map<number, FrameColours>>();

  constructor(
    private readonly names: Names,
    private readonly theme: ThemeKind,
  ) {
    this.#root = rootColours(theme);
  }

  /**
   * A function for the colours of one picture's frames. It is called for every frame of every drawing, so it must be
   * fast.
   */
  of(coloured: Coloured): (frame: number) => FrameColours {
    const { picture, matched, colouring } = coloured;
    const plain = this.#shadesOf(colouring, 'plain');
    const marked = this.#shadesOf(colouring, 'matched');
    const dimmed = this.#shadesOf(colouring, 'dimmed');
    return (frame) => {
      if (frame === 0 || this.names.folded(picture.nameIndexes[frame]!) !== undefined) return this.#root;
      const isMatched = matched !== null && matched[picture.nameIndexes[frame]!] === 1;
      const emphasis: Emphasis = matched === null ? 'plain' : isMatched ? 'matched' : 'dimmed';
      const known = matched === null ? plain : isMatched ? marked : dimmed;
      const shade = this.#shadeOf(coloured, frame);
      let colours = known.get(shade);
      if (colours === undefined) {
        colours = this.#make(colouring, shade, emphasis);
        known.set(shade, colours);
      }
      return colours;
    };
  }

  #shadesOf(colouring: Colouring, emphasis: Emphasis): Map<number, FrameColours> {
    const key = `${colouring} ${emphasis}`;
    let shades = this.#known.get(key);
    if (shades === undefined) {
      shades = new Map();
      this.#known.set(key, shades);
    }
    return shades;
  }

  /** What a frame's colour is made from: a name's index, an origin or a step of a scale. */
  #shadeOf({ picture, colouring, total, changes }: Coloured, frame: number): number {
    switch (colouring) {
      case 'package':
        return picture.nameIndexes[frame]!;
      case 'origin':
        return codeOrigins.indexOf(this.names.origin(picture.nameIndexes[frame]!));
      case 'cause':
        return causeGroups.indexOf(this.names.causeGroup(picture.nameIndexes[frame]!));
      case 'heat':
        return heatStep(total === 0 ? 0 : picture.cums[frame]! / total);
      case 'difference':
        return changes.isBorne(this.names.name(picture.nameIndexes[frame]!), picture.cums[frame]!)
          ? differenceStep(picture.cums[frame]!, picture.widths[frame]! * picture.total)
          : 0;
    }
  }

  #make(colouring: Colouring, shade: number, emphasis: Emphasis): FrameColours {
    switch (colouring) {
      case 'package':
        return packageColours(this.names.packageName(shade), this.names.name(shade), this.theme, emphasis);
      case 'origin':
        return originColours(codeOrigins[shade]!, this.theme, emphasis);
      case 'cause':
        return causeColours(causeGroups[shade]!, this.theme, emphasis);
      case 'heat':
        return heatColours(shade, this.theme, emphasis);
      case 'difference':
        return differenceColours(shade, this.theme, emphasis);
    }
  }
}
