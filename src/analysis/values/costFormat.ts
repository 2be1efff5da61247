import { scale, scaledLabel } from './units.ts';
import { absolute, isZero, toValue, type Value } from './value.ts';

/** How a report prints values: in which unit, and as which part of what the samples say. */
export interface CostFormat {
  /** Unit of the values. */
  readonly sampleUnit: string;
  /** Unit to print in; see `scale`. */
  readonly outputUnit: string;
  /** Values are multiplied by it before they are printed. */
  readonly ratio: number;
}

/** A value as the report prints it. */
export function formatCost(value: Value, { sampleUnit, outputUnit, ratio }: CostFormat): string {
  return scaledLabel(multiplied(value, ratio), sampleUnit, outputUnit);
}

/** `value` times `ratio`, cut to a whole number as Go converts to int64. */
export function multiplied(value: Value, ratio: number): Value {
  if (ratio === 1 || ratio <= 0) return value;
  return toValue(BigInt(Math.trunc(Number(value) * ratio)));
}

/**
 * The unit for all of a table when asked for `minimum`: that of its smallest value, but where that is more than
 * a hundred times smaller than the total, the unit that still shows it as 0.01. As pprof chooses.
 */
export function tableUnit(
  rows: Iterable<{ readonly flat: Value; readonly cum: Value }>,
  total: Value,
  format: CostFormat,
): string {
  if (format.outputUnit !== 'minimum') return format.outputUnit;
  let isEmpty = true;
  let smallest: Value = 0;
  for (const { flat, cum } of rows) {
    isEmpty = false;
    const size = absolute(isZero(flat) ? cum : flat);
    if (size > 0 && (isZero(smallest) || size < smallest)) smallest = size;
  }
  if (isEmpty) return format.outputUnit;
  const low = multiplied(isZero(smallest) ? total : smallest, format.ratio);
  const high = multiplied(total, format.ratio);
  const lowUnit = scale(low, format.sampleUnit, 'minimum').unit;
  const highUnit = scale(high, format.sampleUnit, 'minimum').unit;
  const hundredfold = BigInt(low) * 100n;
  const isFarApart = lowUnit !== highUnit && hundredfold < BigInt(high);
  const unit = isFarApart ? scale(toValue(hundredfold), format.sampleUnit, 'minimum').unit : lowUnit;
  return unit === '' ? format.sampleUnit : unit;
}
