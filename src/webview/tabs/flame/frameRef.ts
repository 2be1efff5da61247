import * as l10n from '@vscode/l10n';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Cost } from '../../engine/scope.ts';
import { inlinedLabel, placeLabel, type ValueFormat } from '../../view/format.ts';
import type { Names } from '../../view/names.ts';
import { calleesOf, callerOf, lineage, rowOf } from './geometry.ts';

/** The facts about a frame that texts show, in the sample type's unit. */
export interface FrameFacts {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly depth: number;
  readonly flat: number;
  readonly cum: number;
  /** What operations cost of flat and cum. */
  readonly timed: Cost;
  /** Sum of |value|. In a difference it is the cost in the base plus the cost now, more than |cum|. */
  readonly width: number;
  /** Cum of the caller; `null` for the root. */
  readonly callerCum: number | null;
  /** As in `Picture.inlined`. */
  readonly inlined: number;
}

export function frameFacts(picture: PictureAnswer, names: Names, frame: number): FrameFacts {
  const caller = callerOf(picture, frame);
  return {
    name: names.name(picture.nameIndexes[frame]!),
    file: names.file(picture.files[frame]!),
    line: picture.lines[frame]!,
    depth: rowOf(picture, frame),
    flat: picture.flats[frame]!,
    cum: picture.cums[frame]!,
    timed: {
      flat: (picture.timedFlats[frame] ?? picture.flats[frame])!,
      cum: (picture.timedCums[frame] ?? picture.cums[frame])!,
    },
    width: picture.widths[frame]! * picture.total,
    callerCum: caller === -1 ? null : picture.cums[caller]!,
    inlined: picture.inlined[frame]!,
  };
}

/** The root is no function: its facts get a name to show. */
export function named(facts: FrameFacts, rootName: string): FrameFacts {
  return facts.depth === 0 ? { ...facts, name: rootName } : facts;
}

/** Function names from below the root to the frame. They name the frame in every picture of the profile. */
export function pathOf(picture: PictureAnswer, names: Names, frame: number): string[] {
  return lineage(picture, frame).map((at) => names.name(picture.nameIndexes[at]!));
}

/** The frame of a path; -1 if the picture does not have it. */
export function followPath(picture: PictureAnswer, names: Names, path: readonly string[]): number {
  let frame = 0;
  for (const name of path) {
    const { first, end } = calleesOf(picture, frame);
    let callee = first;
    while (callee < end && names.name(picture.nameIndexes[callee]!) !== name) callee++;
    if (callee === end) return -1;
    frame = callee;
  }
  return frame;
}

/** The text of a frame for a screen reader. */
export function frameDescription(
  picture: PictureAnswer,
  names: Names,
  format: ValueFormat,
  frame: number,
  rootName: string,
): string {
  const { name, file, line, flat, cum, inlined } = frameFacts(picture, names, frame);
  const parts = [
    (frame === 0 ? rootName : name).slice(0, 200),
    l10n.t('cum {0}, {1}', format.value(cum), format.share(cum)),
    l10n.t('flat {0}, {1}', format.value(flat), format.share(flat)),
    inlinedLabel(inlined),
    placeLabel(file, line),
  ];
  return parts.filter((part) => part !== '').join('; ');
}
