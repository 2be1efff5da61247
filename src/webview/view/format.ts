import * as l10n from '@vscode/l10n';
import { shortNames } from '../../analysis/names/functionName.ts';
import { percentage, perOperation, scaledLabel } from '../../analysis/values/units.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { Problem } from '../../result.ts';
import { sampleTypeLabel } from '../../sampleTypeLabels.ts';

/** How the page writes the values of one sample type. */
export interface ValueFormat {
  /** What shares are of. */
  readonly total: number;
  /** Values are changes. */
  readonly isDifference: boolean;
  /** `1.24s`, as pprof prints it. */
  readonly value: (value: number) => string;
  /** `1.24µs/op`; `null` where the number of operations is unknown. */
  readonly perOperation: (value: number) => string | null;
  /** `38.10%` of everything. */
  readonly share: (value: number) => string;
  /** The same as a number, 0 to 1, whatever the sign. */
  readonly part: (value: number) => number;
  /** `38.10%` of some other whole. */
  readonly shareOf: (value: number, whole: number) => string;
}

export function valueFormat(
  { unit }: ValueType,
  total: number,
  operations: number | null,
  isDifference = false,
): ValueFormat {
  return {
    total,
    isDifference,
    value: (value) => scaledLabel(value, unit, 'auto'),
    perOperation: (value) => (operations === null ? null : perOperation(value, operations, unit)),
    share: (value) => percentage(value, total),
    part: (value) => (total === 0 ? 0 : Math.min(1, Math.abs(value / total))),
    shareOf: percentage,
  };
}

/** What the editor calls it too; types that nobody knows by their own name and unit: `wait_time` -> `wait time (ns)`. */
export function sampleTypeName({ type, unit }: ValueType): string {
  const label = sampleTypeLabel(type);
  if (label !== type) return label;
  return unit === '' || unit === 'count'
    ? type.replaceAll('_', ' ')
    : `${type.replaceAll('_', ' ')} (${unit})`;
}

/** `json/decode.go:42`; without the line where it is unknown, empty without the file. */
export function placeLabel(file: string, line: number): string {
  if (file === '') return '';
  return line > 0 ? `${file}:${line}` : file;
}

/** The inlining of a frame in words, empty for none. Codes as in `Picture.inlined`. */
export function inlinedLabel(code: number): string {
  if (code === 2) return l10n.t('inlined');
  return code === 1 ? l10n.t('inlined in part') : '';
}

/**
 * `1 204`, with the narrow space that standards want in any language. Asking the browser for the language's own way takes
 * it tens of milliseconds the first time, at the moment when everybody waits for the picture.
 */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A problem's sentence in the user's language. */
export function translated({ template, args }: Problem): string {
  return l10n.t(template, ...args);
}

/** Without the package's folders. */
export function briefName(name: string): string {
  return (shortNames(name).find((text) => !text.includes('/')) ?? name).slice(0, 200);
}
