import type { Int64Builder } from '../pprof/columns.ts';
import { damaged } from './badRecording.ts';
import { isDigit } from './byteTexts.ts';

/** A double holds whole numbers of so many digits exactly. */
const exactDigits = 15;
/** pprof's numbers are below 2^63. */
const most = 2n ** 63n - 1n;

/** Whether these bytes are a whole number. */
export function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isDigit(bytes[at])) return false;
  return end > start;
}

/** Adds the whole number in these bytes to a column. Answers false if it is too large for a profile. */
export function pushWhole(values: Int64Builder, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= exactDigits) {
    const value = wholeAt(bytes, start, end);
    values.push(value % 2 ** 32, Math.floor(value / 2 ** 32));
    return true;
  }
  // Zeros can come first. No number that fits has more digits than these.
  let first = start;
  while (first < end - 1 && bytes[first] === 0x30) first++;
  if (end - first > 19) return false;
  let value = 0n;
  for (let at = first; at < end; at++) value = value * 10n + BigInt(bytes[at]! - 0x30);
  if (value > most) return false;
  values.pushExact(value);
  return true;
}

/** The whole number in these bytes. It is exact if it has at most 15 digits. */
function wholeAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + bytes[at]! - 0x30;
  return value;
}

/** Adds a number that is whole, 0 or more, and safe. Others are no values of a recording. */
export function pushNumber(values: Int64Builder, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw damaged();
  values.push(value % 2 ** 32, Math.floor(value / 2 ** 32));
}
