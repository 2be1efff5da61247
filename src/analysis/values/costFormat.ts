import { scale, scaledLabel } from './units.ts';
import { absolute, isZero, toValue, type Value } from './value.ts';

/** How a report prints values: in which unit, and multiplied by which factor. */
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

/** `value` times `ratio`, without its fraction, as Go converts to int64. */
export function multiplied(value: Value, ratio: number): Value {
  if (ratio === 1 || ratio <= 0) return value;
  return toValue(BigInt(Math.trunc(Number(value) * ratio)));
}

/**
 * The unit for a whole table, if the unit to print in is `minimum`, as pprof chooses it: the unit of the smallest value.
 * But if the total is more than a hundred times larger and has another unit: the unit of a hundred times that value,
 * in which it is still 0.01.
 *
 * @param isWhole values are printed without a fraction, so that 0.01 would be 0
 */
export function tableUnit(
  rows: Iterable<{ readonly flat: Value; readonly cum: Value }>,
  total: Value,
  format: CostFormat,
  { isWhole = false } = {},
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
  const isFarApart = !isWhole && lowUnit !== highUnit && hundredfold < BigInt(high);
  const unit = isFarApart ? scale(toValue(hundredfold), format.sampleUnit, 'minimum').unit : lowUnit;
  return unit === '' ? format.sampleUnit : unit;
}
