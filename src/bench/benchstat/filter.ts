/** benchstat's filter expressions, which select results and their values. */
import { ok, type Result } from '../../base/result.ts';
import { extractor } from '../benchfmt/extract.ts';
import type { FormatResult } from '../benchfmt/format.ts';
import { type Token, TokenReader } from './expression.ts';

/** What a filter selects of a result: all or nothing, or, if it asks for units, one answer for each value. */
type Selection = boolean | readonly boolean[];

/** What is selected of one result. */
export type FilterTest = (result: FormatResult) => Selection;

/** The result with the values that the filter selects; `null` if there are none. */
export function applyFilter(test: FilterTest, result: FormatResult): FormatResult | null {
  const selected = test(result);
  if (typeof selected === 'boolean') return selected ? result : null;
  const values = result.values.filter((_, i) => selected[i]);
  return values.length === 0 ? null : { ...result, values };
}

/** Selects what all of `tests` select. */
export function allOf(tests: readonly FilterTest[]): FilterTest {
  return (result) => {
    let common: Selection = true;
    for (const test of tests) {
      const selected = test(result);
      if (selected === false) return false;
      if (selected !== true) common = combine(common, selected, (a, b) => a && b);
    }
    return common;
  };
}

function anyOf(tests: readonly FilterTest[]): FilterTest {
  return (result) => {
    let common: Selection = false;
    for (const test of tests) {
      const selected = test(result);
      if (selected === true) return true;
      if (selected !== false) common = combine(common, selected, (a, b) => a || b);
    }
    return common;
  };
}

function combine(
  a: Selection,
  b: readonly boolean[],
  join: (a: boolean, b: boolean) => boolean,
): readonly boolean[] {
  return typeof a === 'boolean' ? b : b.map((bit, i) => join(a[i] === true, bit));
}

function not(test: FilterTest): FilterTest {
  return (result) => {
    const selected = test(result);
    return typeof selected === 'boolean' ? !selected : selected.map((bit) => !bit);
  };
}

/**
 * Reads a filter such as `.unit:(ns/op OR B/op) /size:/k$/ -goos:windows`; `*` matches everything. Problem:
 * `bad-expression`, with the option's name.
 */
export function parseFilter(option: string, source: string): Result<FilterTest> {
  const reader = new TokenReader(option, source);
  const test = readAny(reader);
  const rest = reader.peek('key');
  if (rest.kind !== 'end') reject(reader, rest, `unexpected ${JSON.stringify(rest.text)}`);
  return reader.problem === null ? ok(test) : { ok: false, problem: reader.problem };
}

/** Takes the place of a filter that could not be read. The reader has the problem. */
const unread: FilterTest = () => true;

function reject(reader: TokenReader, { start }: Token, message: string): FilterTest {
  reader.reject(start, message);
  return unread;
}

function readAny(reader: TokenReader): FilterTest {
  const tests = [readAll(reader)];
  while (reader.peek('key').kind === 'OR') {
    reader.take('key');
    tests.push(readAll(reader));
  }
  return tests.length === 1 ? tests[0]! : anyOf(tests);
}

function readAll(reader: TokenReader): FilterTest {
  const tests = [readTerm(reader)];
  for (;;) {
    const next = reader.peek('key');
    if (next.kind === ')' || next.kind === 'OR' || next.kind === 'end') break;
    // Terms without an operator between them are joined by AND, too.
    if (next.kind === 'AND') reader.take('key');
    else if (['(', '-', '*', 'word', 'quoted'].includes(next.kind)) tests.push(readTerm(reader));
    else return reject(reader, next, `unexpected ${JSON.stringify(next.text)}`);
  }
  return tests.length === 1 ? tests[0]! : allOf(tests);
}

function readTerm(reader: TokenReader): FilterTest {
  const token = reader.take('key');
  if (token.kind === '*') return () => true;
  if (token.kind === '-') return not(readTerm(reader));
  if (token.kind === '(') {
    const inner = readAny(reader);
    const close = reader.take('key');
    return close.kind === ')' ? inner : reject(reader, close, 'missing ")"');
  }
  if (token.kind !== 'word' && token.kind !== 'quoted') {
    return reject(reader, token, 'expected key:value or subexpression');
  }
  if (reader.take('key').kind !== ':') return reject(reader, token, 'expected key:value');
  const value = reader.take('value');
  if (value.kind === '(') return readValues(reader, token);
  return isValue(value) ? match(reader, token, value) : reject(reader, token, 'expected key:value');
}

/** `b OR c)`, after `a:(`. */
function readValues(reader: TokenReader, key: Token): FilterTest {
  const tests: FilterTest[] = [];
  for (;;) {
    const value = reader.take('value');
    if (!isValue(value)) return reject(reader, value, 'expected value');
    tests.push(match(reader, key, value));
    const separator = reader.take('value');
    if (separator.kind === ')') return anyOf(tests);
    if (separator.kind !== 'OR') return reject(reader, separator, 'value list must be separated by OR');
  }
}

function isValue({ kind }: Token): boolean {
  return kind === 'word' || kind === 'quoted' || kind === 'pattern';
}

function match(reader: TokenReader, key: Token, { text, matches }: Token): FilterTest {
  const test = matches ?? ((value: string) => value === text);
  if (key.text === '.unit') {
    return ({ values }) =>
      values.map(({ unit, writtenUnit }) => test(unit) || (writtenUnit !== null && test(writtenUnit)));
  }
  if (key.text === '.config') return reject(reader, key, '.config is only allowed in projections');
  if (key.text === '') return reject(reader, key, 'key must not be empty');
  const extract = extractor(key.text);
  return (result) => test(extract(result));
}
