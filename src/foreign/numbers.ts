import type { Int64Builder } from '../pprof/columns.ts';
import { damaged } from './badRecording.ts';

/** Adds a number that is whole, 0 or more, and safe. Others are no values of a recording. */
export function pushNumber(values: Int64Builder, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw damaged();
  values.push(value % 2 ** 32, Math.floor(value / 2 ** 32));
}
