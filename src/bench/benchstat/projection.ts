/** benchstat's projections: the fields of a result that name its table, its row and its column, and their order. */

import { ok, type Result } from '../../base/result.ts';
import { compareText } from '../../goText/text.ts';
import { type Extractor, extractor, fullNameWithout } from '../benchfmt/extract.ts';
import type { FormatResult } from '../benchfmt/format.ts';
import { allOf, type FilterTest } from './filter.ts';
import { namedOrders, type ValueOrder } from './order.ts';
import { type ProjectionKey, parseProjection } from './projectionSyntax.ts';

/** A field of a key. */
export interface KeyField {
  /** `.fullname`, `/size`, `goos`. */
  readonly name: string;
  /** Index in `Key.values`. */
  readonly index: number;
  readonly order: ValueOrder;
}

/** The values of a result in the fields of a projection. Results with the same values have the same object. */
export interface Key {
  readonly projection: Projection;
  /** By `KeyField.index`. Empty strings at the end are left out, because fields may be added later. */
  readonly values: readonly string[];
}

/** The value of a field in a key. */
export function fieldValue(key: Key, { index }: KeyField): string {
  return key.values[index] ?? '';
}

/** The values that are not empty, in the order of the fields, joined by spaces: a row's name. */
export function keyText(key: Key): string {
  return key.projection
    .fields()
    .map((field) => fieldValue(key, field))
    .filter((value) => value !== '')
    .join(' ');
}

/** Sorts keys of one projection, field by field. If a field's order does not decide, the values are ordered as text. */
export function sortKeys(keys: Iterable<Key>): Key[] {
  const sorted = [...keys];
  const fields = sorted[0]?.projection.fields() ?? [];
  return sorted.sort((a, b) => {
    for (const field of fields) {
      const left = fieldValue(a, field);
      const right = fieldValue(b, field);
      if (left !== right) return field.order(left, right) || compareText(left, right);
    }
    return 0;
  });
}

/** The fields in which at least two of the keys differ. */
export function differingFields(keys: readonly Key[]): KeyField[] {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  return first.projection
    .fields()
    .filter((field) => others.some((key) => fieldValue(key, field) !== fieldValue(first, field)));
}

/** Orders values by when they were first seen. */
class Seen {
  readonly #places = new Map<string, number>();

  add(value: string): void {
    if (!this.#places.has(value)) this.#places.set(value, this.#places.size);
  }

  readonly order: ValueOrder = (a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0);
}

/** A group of fields. Only `.config` has more than one; they are added when a result has them. */
interface FieldGroup {
  readonly fields: KeyField[];
  readonly seen: Seen | null;
}

export class Projection {
  readonly #groups: FieldGroup[] = [];
  readonly #fill: ((result: FormatResult, values: string[]) => void)[] = [];
  readonly #keys = new Map<string, Key>();
  #width = 0;
  #unit: KeyField | null = null;

  /** All fields. Those of `.config` are in its place. */
  fields(): readonly KeyField[] {
    return this.#groups.flatMap(({ fields }) => fields);
  }

  /** The `.unit` field, if `addUnit` was called. */
  get unit(): KeyField | null {
    return this.#unit;
  }

  /** Adds a field. `extract` finds its value. */
  addField(name: string, extract: Extractor, order: ValueOrder | null): void {
    const field = this.#addSingle(name, order);
    this.#fill.push((result, values) => {
      values[field.index] = extract(result);
    });
  }

  /** Adds the last field, `.unit`. It is different for each value of a result. */
  addUnit(): void {
    this.#unit = this.#addSingle('.unit', null);
  }

  /**
   * Adds a group with a field for every key of the file's configuration that is not excluded. Without an order, its
   * values are sorted as text, because benchstat does not record in which order it has seen them.
   */
  addConfig(isExcluded: (key: string) => boolean, order: ValueOrder | null): void {
    const fields: KeyField[] = [];
    const byName = new Map<string, KeyField>();
    this.#groups.push({ fields, seen: null });
    this.#fill.push((result, values) => {
      for (const { key, value, isFromFile } of result.config) {
        if (!isFromFile || isExcluded(key)) continue;
        let field = byName.get(key);
        if (field === undefined) {
          field = { name: key, index: this.#width++, order: order ?? (() => 0) };
          fields.push(field);
          byName.set(key, field);
        }
        values[field.index] = value;
      }
    });
  }

  /** The key of a result. */
  project(result: FormatResult): Key {
    return this.#intern(this.#valuesOf(result));
  }

  /** A key for each value of a result. They differ in the field `.unit`, if there is one. */
  projectValues(result: FormatResult): Key[] {
    const values = this.#valuesOf(result);
    const unitField = this.#unit;
    return result.values.map(({ unit }) => {
      if (unitField !== null) values[unitField.index] = unit;
      return this.#intern(values);
    });
  }

  #addSingle(name: string, order: ValueOrder | null): KeyField {
    const seen = order === null ? new Seen() : null;
    const field = { name, index: this.#width++, order: order ?? seen?.order ?? compareText };
    this.#groups.push({ fields: [field], seen });
    return field;
  }

  #valuesOf(result: FormatResult): string[] {
    const values: string[] = new Array(this.#width).fill('');
    for (const fill of this.#fill) fill(result, values);
    return values;
  }

  #intern(row: readonly string[]): Key {
    let length = row.length;
    while (length > 0 && (row[length - 1] ?? '') === '') length--;
    // There may be holes before a field that was added later.
    const values: string[] = [];
    for (let at = 0; at < length; at++) values.push(row[at] ?? '');
    const text = JSON.stringify(values);
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    for (const { fields, seen } of this.#groups) seen?.add(values[fields[0]!.index] ?? '');
    const key = { projection: this, values };
    this.#keys.set(text, key);
    return key;
  }
}

/**
 * The projections of one comparison. A key that one of them names is left out of the groups `.config` and `.fullname` of
 * all others, also of those that were read before.
 */
export class ProjectionSet {
  readonly #configKeys = new Set<string>();
  readonly #nameKeys: string[] = [];
  readonly #filters: FilterTest[] = [];
  #hasConfig = false;
  #hasFullName = false;
  #fullName: Extractor | null = null;

  /** Selects the results whose values are in the fixed orders of all projections. */
  get filter(): FilterTest {
    return allOf(this.#filters);
  }

  /** Reads the projection of an option. Problem: `bad-expression`. */
  parse(option: string, source: string): Result<Projection> {
    const parsed = parseProjection(option, source);
    if (!parsed.ok) return parsed;
    const { keys, reader } = parsed.value;
    const projection = new Projection();
    for (const key of keys) {
      const wrong = this.#add(projection, key);
      if (wrong !== null) reader.reject(wrong.start, wrong.message);
      if (reader.problem !== null) return { ok: false, problem: reader.problem };
    }
    return ok(projection);
  }

  /** A projection to the fields that no other one has. The results of one cell should not differ in them. */
  residue(): Projection {
    const projection = new Projection();
    if (!this.#hasConfig) projection.addConfig((key) => this.#configKeys.has(key), null);
    if (!this.#hasFullName) this.#addFullName(projection, null);
    return projection;
  }

  #add(projection: Projection, projectionKey: ProjectionKey): { start: number; message: string } | null {
    const { key, order: orderText, start, orderStart } = projectionKey;
    const order = orderOf(orderText);
    if (order === undefined) {
      return { start: orderStart, message: `unknown order ${JSON.stringify(orderText)}` };
    }
    if (key === '.unit') return { start, message: '.unit is only allowed in filters' };
    if (key === '') return { start, message: 'key must not be empty' };
    if (key === '.config') {
      if (typeof orderText !== 'string') {
        return { start: orderStart, message: 'fixed order not allowed for .config' };
      }
      this.#hasConfig = true;
      projection.addConfig((name) => this.#configKeys.has(name), order);
      return null;
    }
    const extract = extractor(key);
    if (typeof orderText !== 'string') this.#filters.push((result) => orderText.includes(extract(result)));
    if (key === '.fullname') {
      this.#hasFullName = true;
      this.#addFullName(projection, order);
      return null;
    }
    if (key === '.name' || key.startsWith('/')) this.#nameKeys.push(key);
    else this.#configKeys.add(key);
    projection.addField(key, extract, order);
    return null;
  }

  /** The excluded keys are known only after all projections were read, so they are taken at the first result. */
  #addFullName(projection: Projection, order: ValueOrder | null): void {
    const extract: Extractor = (result) => {
      this.#fullName ??= fullNameWithout(this.#nameKeys);
      return this.#fullName(result);
    };
    projection.addField('.fullname', extract, order);
  }
}

/** The order that a projection asks for; `null` for `first`, `undefined` if there is no such order. */
function orderOf(order: ProjectionKey['order']): ValueOrder | null | undefined {
  if (typeof order === 'string') return order === 'first' ? null : namedOrders.get(order);
  const places = new Map(order.map((value, i) => [value, i]));
  return (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0);
}
