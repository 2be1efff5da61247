import type { PerUnit } from '../../base/model.ts';
import { formatFixed, formatTwoDigits } from '../../goText/numbers.ts';
import type { Value } from './value.ts';

/** A unit, its other names, and how many of its kind's smallest unit it is. */
interface Unit {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly factor: number;
}

interface UnitKind {
  readonly units: readonly Unit[];
  /** The unit for values that are smaller than one of any unit, and if the unit to print in is of another kind. */
  readonly fallback: Unit;
}

function unit(name: string, factor: number, ...aliases: string[]): Unit {
  return { name, aliases, factor };
}

function kind(units: readonly Unit[], fallback: string): UnitKind {
  return { units, fallback: units.find(({ name }) => name === fallback)! };
}

/** The kinds of units that pprof converts between: bytes, time, and Google compute units. */
const unitKinds: readonly UnitKind[] = [
  kind(
    [
      unit('B', 1, 'b', 'byte'),
      unit('kB', 2 ** 10, 'kb', 'kbyte', 'kilobyte'),
      unit('MB', 2 ** 20, 'mb', 'mbyte', 'megabyte'),
      unit('GB', 2 ** 30, 'gb', 'gbyte', 'gigabyte'),
      unit('TB', 2 ** 40, 'tb', 'tbyte', 'terabyte'),
      unit('PB', 2 ** 50, 'pb', 'pbyte', 'petabyte'),
    ],
    'B',
  ),
  kind(
    [
      unit('ns', 1, 'ns', 'nanosecond'),
      unit('us', 1e3, 'μs', 'us', 'microsecond'),
      unit('ms', 1e6, 'ms', 'millisecond'),
      unit('s', 1e9, 's', 'sec', 'second'),
      unit('hrs', 3600e9, 'hour', 'hr'),
    ],
    's',
  ),
  kind(
    [
      unit('n*GCU', 1e-9, 'nanogcu'),
      unit('u*GCU', 1e-6, 'microgcu'),
      unit('m*GCU', 1e-3, 'milligcu'),
      unit('GCU', 1, 'gcu'),
      unit('k*GCU', 1e3, 'kilogcu'),
      unit('M*GCU', 1e6, 'megagcu'),
      unit('G*GCU', 1e9, 'gigagcu'),
      unit('T*GCU', 1e12, 'teragcu'),
      unit('P*GCU', 1e15, 'petagcu'),
    ],
    'GCU',
  ),
];

/** Units that are not printed. */
const silentUnits = new Set(['count', 'sample', 'unit', 'minimum', 'auto']);

function findUnit({ units }: UnitKind, name: string): Unit | undefined {
  let alias = name.toLowerCase();
  if (alias.length > 2) alias = alias.replace(/s$/, '');
  return units.find(({ aliases }) => aliases.includes(alias));
}

/** A scaled number and its unit; the unit is empty if it is not printed. */
export interface Scaled {
  readonly value: number;
  readonly unit: string;
}

/**
 * `value` in another unit. `auto` and `minimum` mean the largest unit in which it is at least 1. If the unit
 * is of another kind, the kind's own default is used. A value of no known kind keeps its number. As in pprof.
 */
export function scale(value: Value, fromUnit: string, toUnit: string): Scaled {
  const number = Number(value);
  // The most negative int64 has no positive twin; pprof scales it as it stands.
  if (number < 0 && number > -(2 ** 63)) {
    const positive = scale(-number, fromUnit, toUnit);
    return { value: -positive.value, unit: positive.unit };
  }
  for (const kind of unitKinds) {
    const from = findUnit(kind, fromUnit);
    if (from !== undefined) return scaleWithin(kind, number * from.factor, toUnit);
  }
  return { value: number, unit: silentUnits.has(toUnit) ? '' : toUnit };
}

/** @param amount in the kind's smallest unit (the one with factor 1) */
function scaleWithin(kind: UnitKind, amount: number, toUnit: string): Scaled {
  const isAutomatic = toUnit === 'auto' || toUnit === 'minimum';
  const unit = isAutomatic ? largestUnit(kind, amount) : findUnit(kind, toUnit);
  const { name, factor } = unit ?? kind.fallback;
  return { value: amount / factor, unit: name };
}

function largestUnit({ units }: UnitKind, amount: number): Unit | undefined {
  return units.filter(({ factor }) => amount / factor >= 1).at(-1);
}

/**
 * `value` as pprof prints it: two decimals, but none if both are 0; then the unit. Zero is `0` alone.
 *
 * @param toUnit a unit, `auto` or `minimum`; see `scale`
 */
export function scaledLabel(value: Value, fromUnit: string, toUnit: string): string {
  const scaled = scale(value, fromUnit, toUnit);
  const text = formatFixed(scaled.value, 2).replace(/\.00$/, '');
  return text === '0' || text === '-0' ? '0' : text + scaled.unit;
}

/**
 * The share of `value` in `total` as pprof prints it, without the sign: two decimals from 1 % up, two
 * significant digits below, `100%` where it is that but for rounding. Without pprof's padding: tables pad to 6.
 */
export function percentage(value: Value, total: Value): string {
  const whole = Number(total);
  const ratio = whole === 0 ? 0 : Math.abs(Number(value) / whole) * 100;
  if (ratio >= 99.95 && ratio <= 100.05) return '100%';
  return ratio >= 1 ? `${formatFixed(ratio, 2)}%` : `${formatTwoDigits(ratio)}%`;
}

/** Whether two units measure the same kind of thing, so that one converts to the other. */
export function areConvertible(a: string, b: string): boolean {
  return (
    a === b || unitKinds.some((kind) => findUnit(kind, a) !== undefined && findUnit(kind, b) !== undefined)
  );
}

/** What a cost can be per, as it stands behind the slash: an operation of a benchmark, a request to a server, a second. */
export type OperationName = 'op' | 'request' | 's';

export function operationName(unit: PerUnit | undefined): OperationName {
  return unit === undefined ? 'op' : unit === 'second' ? 's' : unit;
}

/** `14ns` for `14ns/op`. */
export function withoutOperation(label: string): string {
  return label.replace(/\/(?:op|request|s)$/, '');
}

/** Significant digits of a cost per operation. No benchmark is exact enough for more. */
const perOperationDigits = 3;

/**
 * A cost per operation: `1.24µs/op`, `0.42ns/op`, `480 B/op`, `3 allocs/op`; of plain counts `3/op`. What happens in few
 * operations only is `1 in 30,000 ops`, `1 B in 2,000 ops`.
 *
 * @param operations how many operations `value` is the cost of; more than 0
 * @param unitName the sample type's unit; one that pprof does not know is printed as it is (`allocs`)
 * @param digits significant ones, at most three
 * @param per what the operations are
 */
export function perOperation(
  value: Value,
  operations: number,
  unitName: string,
  digits = perOperationDigits,
  per: OperationName = 'op',
): string {
  const each = Number(value) / operations;
  const [bytes, time] = unitKinds;
  const inBytes = findUnit(bytes!, unitName);
  if (inBytes !== undefined) {
    const amount = each * inBytes.factor;
    if (isRare(amount, 0.01)) return rareLabel(amount, ' B', per);
    const scaled = perOperationScaled(bytes!, amount, 'B', digits);
    return `${significant(scaled.value, digits)} ${scaled.unit}/${per}`;
  }
  const inTime = findUnit(time!, unitName);
  if (inTime !== undefined) {
    const amount = each * inTime.factor;
    // One clock cycle is a third of a nanosecond, and a share of it can be a line's.
    if (isRare(amount, 0.001)) return rareLabel(amount, 'ns', per);
    const scaled = perOperationScaled(time!, amount, 'ns', digits);
    return `${significant(scaled.value, digits)}${scaled.unit.replace('us', 'µs')}/${per}`;
  }
  if (isRare(each, 0.01)) return rareLabel(each, '', per);
  return unitName === '' || silentUnits.has(unitName)
    ? `${significant(each, digits)}/${per}`
    : `${significant(each, digits)} ${unitName}/${per}`;
}

function isRare(each: number, least: number): boolean {
  return each !== 0 && Math.abs(each) < least;
}

/** `1 in 30,000 ops` for 0.0000333 per operation. */
function rareLabel(each: number, unit: string, per: OperationName): string {
  const operations = String(Number((1 / Math.abs(each)).toPrecision(perOperationDigits)));
  const grouped = operations.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${each < 0 ? '-' : ''}1${unit} in ${grouped} ${per === 's' ? per : `${per}s`}`;
}

/** In the largest unit in which it is at least 1 after rounding: 999.9 ns are 1 µs, not 1000 ns. If there is none, in `smallest`. */
function perOperationScaled(kind: UnitKind, amount: number, smallest: string, digits: number): Scaled {
  const rounded = Math.abs(Number(amount.toPrecision(digits)));
  const unit = largestUnit(kind, rounded) ?? kind.units.find(({ name }) => name === smallest)!;
  return { value: amount / unit.factor, unit: unit.name };
}

/** Significant digits, without trailing zeros. With three of them, a larger whole number keeps its other digits. */
function significant(x: number, digits: number): string {
  if (digits === perOperationDigits && x >= 10 ** digits) return String(Math.round(x));
  if (x < 0) return `-${significant(-x, digits)}`;
  return String(Number(x.toPrecision(digits)));
}
