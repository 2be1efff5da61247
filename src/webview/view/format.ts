import * as l10n from '@vscode/l10n';
import { isCostOfOperations, operationCost } from '../../analysis/values/operationCost.ts';
import {
  type OperationName,
  operationName,
  percentage,
  scaledLabel,
  withoutOperation,
} from '../../analysis/values/units.ts';
import type { PerUnit } from '../../base/model.ts';
import { sampleTypeLabel } from '../../base/sampleTypeLabels.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { Change } from '../engine/tableQuestions.ts';

/** How the page writes values of one sample type. */
export interface ValueFormat {
  /** The total that shares are of. */
  readonly total: number;
  /** The profile is a difference: values are changes. */
  readonly isDifference: boolean;
  /** `1.24s`, as pprof prints it. */
  readonly value: (value: number) => string;
  /** `1.24µs/op`, as lines and hovers say it; of a difference `+1.24µs/op`; `null` where there is no cost per operation. */
  readonly perOperation: (value: number) => string | null;
  /** The same of a cost in the base of a difference or in the profile that is compared with it, as lines said or say it. */
  readonly sidePerOperation: (side: keyof Change, value: number) => string | null;
  /** Every value is a cost of operations, as on the lines: tables begin with what one of them costs. */
  readonly isOfOperations: boolean;
  /** What such a cost is of: `op`, `request`, `s`. */
  readonly per: OperationName;
  /** `38.10%` of the total. */
  readonly share: (value: number) => string;
  /** The share of the total as a number from 0 to 1, without its sign. */
  readonly part: (value: number) => number;
  /** `38.10%` of another value. */
  readonly shareOf: (value: number, whole: number) => string;
}

/** How many operations the values are of. */
export interface PageOperations {
  /** Of a difference, those of both its sides. */
  readonly count: number;
  /** How many there were in the base, whose costs in a difference are those of `count` operations. */
  readonly inBase: number;
}

/** What the values of a profile are of, besides their type. */
interface Measured {
  readonly operations: PageOperations | null;
  readonly perUnit: PerUnit | undefined;
  /** As in `OperationType`. */
  readonly samplePeriod: number | null;
  readonly isDifference: boolean;
  /** Some values are no cost of operations, as those of a benchmark's setup. */
  readonly hasOthers: boolean;
}

export function valueFormat(
  { type, unit }: ValueType,
  total: number,
  { operations, perUnit, samplePeriod, isDifference, hasOthers }: Measured,
): ValueFormat {
  const per = operationName(perUnit);
  const isKnown = operations !== null && operations.count > 0 && isCostOfOperations(type);
  const each = (value: number, count: number) =>
    isKnown ? operationCost(value, { type, unit, operations: count, samplePeriod, per }) : null;
  return {
    total,
    isDifference,
    value: (value) => scaledLabel(value, unit, 'auto'),
    perOperation: (value) => {
      const text = each(value, operations?.count ?? 0);
      return isDifference && value > 0 ? (text?.replace(/^~?/, '$&+') ?? null) : text;
    },
    sidePerOperation: (side, value) => {
      const { count = 0, inBase = 0 } = operations ?? {};
      return side === 'is' ? each(value, count) : each((value * inBase) / count, inBase);
    },
    isOfOperations: isKnown && !hasOthers,
    per,
    share: (value) => percentage(value, total),
    part: (value) => (total === 0 ? 0 : Math.min(1, Math.abs(value / total))),
    shareOf: percentage,
  };
}

/** `1.24µs`, below a heading that says what it is per; `0` for no cost, empty where no cost per operation is known. */
export function underPer({ perOperation }: ValueFormat, cost: number): string {
  return cost === 0 ? '0' : withoutOperation(perOperation(cost) ?? '');
}

/** A cost on one side of a difference: of an operation, where all costs are of operations. */
export function sideText(format: ValueFormat, side: keyof Change, cost: number): string {
  const { isOfOperations, value, sidePerOperation } = format;
  if (!isOfOperations || cost === 0) return value(cost);
  return withoutOperation(sidePerOperation(side, cost) ?? '');
}

/**
 * The name of a sample type, the same as in the editor. A type without a name of ours is `wait time (ns)` for
 * `wait_time`.
 */
export function sampleTypeName({ type, unit }: ValueType, all: readonly ValueType[]): string {
  const label = sampleTypeLabel({ type, unit }, all);
  if (label !== type) return label;
  return unit === '' || unit === 'count'
    ? type.replaceAll('_', ' ')
    : `${type.replaceAll('_', ' ')} (${unit})`;
}

/** `json/decode.go:42`; without the line where that is unknown, empty where the file is unknown. */
export function placeLabel(file: string, line: number): string {
  if (file === '') return '';
  return line > 0 ? `${file}:${line}` : file;
}

/** The inlining of a frame in words; empty for none. @param code as in `FlamePicture.inlined` */
export function inlinedLabel(code: number): string {
  if (code === 2) return l10n.t('inlined');
  return code === 1 ? l10n.t('inlined in part') : '';
}

/** `1 204 rows` */
export function rowCountText(count: number): string {
  return count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', groupedDigits(count));
}

/**
 * `1 204`, with the narrow space that standards recommend for every language. The browser's own formatting of numbers
 * would delay the first picture by tens of milliseconds.
 */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
