import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Names } from '../../view/names.ts';
import type { FrameFacts } from './frameRef.ts';
import { framesInSight } from './geometry.ts';

/** A frame as other programs see it. The documentation of the command line describes it. */
export interface PublishedFrame
  extends Pick<FrameFacts, 'name' | 'file' | 'line' | 'depth' | 'flat' | 'cum'> {
  /** Left edge and width as shares of the graph's width on screen. */
  readonly x: number;
  readonly width: number;
}

declare global {
  var pprofLens: { frames(): PublishedFrame[] };
}

let published: (() => PublishedFrame[]) | null = null;

globalThis.pprofLens = { frames: () => published?.() ?? [] };

/** `globalThis.pprofLens.frames()` returns the frames of this graph, until the function that is returned is called. */
export function publishFrames(picture: PictureAnswer, window: FlameWindow, names: Names): () => void {
  published = () =>
    Array.from(framesInSight(picture, window), ({ frame, row, x, width }) => ({
      name: names.name(picture.nameIndexes[frame]!),
      file: names.file(picture.files[frame]!),
      line: picture.lines[frame]!,
      depth: row,
      x,
      width,
      flat: picture.flats[frame]!,
      cum: picture.cums[frame]!,
    }));
  return () => {
    published = null;
  };
}
