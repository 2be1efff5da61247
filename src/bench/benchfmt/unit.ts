/** Units of benchmark values, as golang.org/x/perf/benchunit reads them. */
import { goSpace } from '../../goText/text.ts';

/** `binary` units are scaled by 1024 (`Ki`), `decimal` ones by 1000 (`k`). */
export type UnitClass = 'decimal' | 'binary';

interface UnitPart {
  readonly text: string;
  readonly start: number;
  /** After a `/` and before the next `*`. */
  readonly isDivisor: boolean;
}

const separatorOrPart = new RegExp(`([*/])|[-${goSpace}]+|([^-*/${goSpace}]+)`, 'gu');

/** `x-MB*MB/s` has the parts `x`, `MB`, `MB`, and the divisor `s`. */
function partsOf(unit: string): UnitPart[] {
  const parts: UnitPart[] = [];
  let isDivisor = false;
  for (const match of unit.matchAll(separatorOrPart)) {
    if (match[1] !== undefined) isDivisor = match[1] === '/';
    if (match[2] !== undefined) parts.push({ text: match[2], start: match.index, isDivisor });
  }
  return parts;
}

/** Whether the numerator counts bytes. */
export function unitClass(unit: string): UnitClass {
  const isBytes = partsOf(unit).some(({ text, isDivisor }) => !isDivisor && /^(?:B|MB|bytes)$/.test(text));
  return isBytes ? 'binary' : 'decimal';
}

/** A unit without a prefix, and the factor for its values. */
export interface TidyUnit {
  readonly unit: string;
  readonly factor: number;
}

/** `ns` becomes `sec` and `MB` becomes `B`, only in the numerator: 1 `ns/op` is 1e-9 `sec/op`. */
export function tidyUnit(unit: string): TidyUnit {
  if (unit === 'ns/op') return { unit: 'sec/op', factor: 1e-9 };
  let tidied = '';
  let copied = 0;
  let factor = 1;
  for (const { text, start, isDivisor } of partsOf(unit)) {
    if (isDivisor || (text !== 'ns' && text !== 'MB')) continue;
    tidied += unit.slice(copied, start) + (text === 'ns' ? 'sec' : 'B');
    copied = start + text.length;
    factor = text === 'ns' ? factor / 1e9 : factor * 1e6;
  }
  return { unit: tidied + unit.slice(copied), factor };
}
