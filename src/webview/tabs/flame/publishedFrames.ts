import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Names } from '../../view/names.ts';
import { rowCount } from './geometry.ts';

/** A frame as other programs see it. The documentation of the command line describes it. */
export interface PublishedFrame {
  readonly name: string;
  readonly file: string;
  /** 1-based, 0 where unknown. */
  readonly line: number;
  /** 0 for the root. */
  readonly depth: number;
  /** Left edge and width as shares of the graph's width on screen. */
  readonly x: number;
  readonly width: number;
  /** In the sample type's own unit. */
  readonly flat: number;
  readonly cum: number;
}

declare global {
  var pprofLens: { frames(): PublishedFrame[] };
}

export interface PublishedGraph {
  readonly picture: PictureAnswer;
  readonly window: FlameWindow;
  readonly names: Names;
}

let published: PublishedGraph | null = null;

globalThis.pprofLens = { frames: () => (published === null ? [] : framesOf(published)) };

/** Sets the graph whose frames `globalThis.pprofLens.frames()` returns; `null` for none. */
export function publishFrames(drawn: PublishedGraph | null): void {
  published = drawn;
}

function framesOf({ picture, window, names }: PublishedGraph): PublishedFrame[] {
  const span = window.right - window.left;
  const frames: PublishedFrame[] = [];
  for (let depth = 0; depth < rowCount(picture); depth++) {
    for (let frame = picture.rowStart[depth]!; frame < picture.rowStart[depth + 1]!; frame++) {
      const left = Math.max(picture.lefts[frame]!, window.left);
      const right = Math.min(picture.lefts[frame]! + picture.widths[frame]!, window.right);
      if (right <= left) continue;
      frames.push({
        name: names.name(picture.nameIndexes[frame]!),
        file: names.file(picture.files[frame]!),
        line: picture.lines[frame]!,
        depth,
        x: (left - window.left) / span,
        width: (right - left) / span,
        flat: picture.flats[frame]!,
        cum: picture.cums[frame]!,
      });
    }
  }
  return frames;
}
