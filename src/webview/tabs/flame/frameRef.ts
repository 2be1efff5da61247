import * as l10n from '@vscode/l10n';
import type { Outside } from '../../../analysis/benchmark/timedLoop.ts';
import type { PictureAnswer } from '../../engine/questions.ts';
import type { Cost } from '../../engine/scope.ts';
import { inlinedLabel, placeLabel, sideText, type ValueFormat } from '../../view/format.ts';
import type { Names } from '../../view/names.ts';
import { outsideTexts } from '../../view/outsideTexts.ts';
import { calleesOf, callerOf, lineage, rowOf } from './geometry.ts';

/** The facts about a frame that texts show, in the sample type's unit. */
export interface FrameFacts {
  readonly name: string;
  readonly file: string;
  /** 1-based, 0 where unknown. */
  readonly line: number;
  /** 0 for the root. */
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
  /** What the frame stands for, if not for a function. */
  readonly folded: Outside | undefined;
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
    folded: names.folded(picture.nameIndexes[frame]!),
  };
}

/** Cum of the frame; in a difference what it was and is: the change alone, the samples need not bear. */
export function costText({ cum, width, depth, folded }: FrameFacts, format: ValueFormat): string {
  if (!format.isDifference) return format.value(cum);
  // The base's samples are negative.
  const was = Math.round((width - cum) / 2);
  // The root has the setup in it, too.
  const isEach = format.isOfOperations && depth > 0 && folded === undefined;
  if (!isEach) return `${format.value(was)} → ${format.value(was + cum)}`;
  return `${sideText(format, 'was', was)} → ${sideText(format, 'is', was + cum)}/${format.per}`;
}

/** The share of the total that a cost of a frame is; empty for what the total does not include. */
export function shareOfTotal({ folded, depth, cum }: FrameFacts, format: ValueFormat, cost: number): string {
  const isMore = depth === 0 && !format.isDifference && Math.abs(cum) > format.total;
  return folded !== undefined || isMore ? '' : format.share(cost);
}

/** The root and what is folded are no functions: their facts get a name to show. */
export function named(facts: FrameFacts, rootName: string): FrameFacts {
  if (facts.depth === 0) return { ...facts, name: rootName };
  return facts.folded === undefined ? facts : { ...facts, name: outsideTexts()[facts.folded].label };
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

export function frameDescription(
  picture: PictureAnswer,
  names: Names,
  format: ValueFormat,
  frame: number,
  rootName: string,
  fileName = (file: string) => file,
): string {
  const facts = named(frameFacts(picture, names, frame), rootName);
  const { name, file, line, flat, cum, inlined } = facts;
  const cost = (value: number) =>
    [format.value(value), shareOfTotal(facts, format, value)].filter((part) => part !== '').join(', ');
  const parts = [
    name.slice(0, 200),
    l10n.t('cum {0}', cost(cum)),
    l10n.t('flat {0}', cost(flat)),
    inlinedLabel(inlined),
    placeLabel(fileName(file), line),
  ];
  return parts.filter((part) => part !== '').join('; ');
}
