import type { PictureAnswer } from '../../engine/questions.ts';

/** The picture of a pane until the first one comes. */
export const emptyPicture: PictureAnswer = {
  tree: '',
  sampleType: -1,
  window: { left: 0, right: 1 },
  path: [],
  total: 0,
  rowStart: Uint32Array.of(0),
  lefts: new Float64Array(),
  widths: new Float64Array(),
  nameIndexes: new Int32Array(),
  cums: new Float64Array(),
  flats: new Float64Array(),
  timedCums: new Float64Array(),
  timedFlats: new Float64Array(),
  files: new Uint32Array(),
  lines: new Uint32Array(),
  inlined: new Uint8Array(),
  newNames: [],
  newFiles: [],
};
