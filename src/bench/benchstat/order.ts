/** benchstat's named orders of a projection: `key@alpha`, `key@num`. */
import { parseGoFloat } from '../../goText/numbers.ts';
import { compareText } from '../../goText/text.ts';

/** Negative if `a` comes first; 0 if this order does not decide. */
export type ValueOrder = (a: string, b: string) => number;

/** `2k`, `1Mi`, `64KiB`. */
const prefixedNumber = /^([+-]?[0-9.]+)([kKMGTPEZY]i?)?[bB]?$/;
const prefixes = 'KMGTPEZY';

/** A number, perhaps with a metric or binary prefix; `null` for other text. */
function looseNumber(text: string): number | null {
  const plain = parseGoFloat(text);
  if (typeof plain === 'number') return plain;
  const match = prefixedNumber.exec(text);
  if (!match) return null;
  const value = parseGoFloat(match[1]!);
  if (typeof value === 'string') return null;
  const prefix = match[2] ?? '';
  const power = prefix === '' ? 0 : 1 + prefixes.indexOf(prefix.slice(0, 1).toUpperCase());
  return value * (prefix.endsWith('i') ? 1024 : 1000) ** power;
}

/** Numbers in ascending order, then NaN, then other text. */
const byNumber: ValueOrder = (a, b) => {
  const left = looseNumber(a);
  const right = looseNumber(b);
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  }
  return left < right ? -1 : left > right ? 1 : 0;
};

/** The named orders. */
export const namedOrders: ReadonlyMap<string, ValueOrder> = new Map([
  ['alpha', compareText],
  ['num', byNumber],
]);
