import { property, text, wholeNumber } from '../base/outsideValues.ts';
import { checkDistinctFrames, damaged } from './badRecording.ts';
import { items } from './json.ts';
import type { FrameLocation, StackProfile } from './stackProfile.ts';
import { noStack, type StackTree } from './stackTree.ts';
import { fileOf, mostLines } from './v8Tree.ts';

/**
 * What a table has in a row. Firefox itself writes rows, and a schema that says where a column is in each; the Profiler and most
 * others write columns.
 */
export function cell(table: unknown, column: string, row: unknown): unknown {
  if (typeof row !== 'number') return undefined;
  const schema = property(table, 'schema');
  if (schema === undefined) return items(property(table, column))[row];
  return items(items(property(table, 'data'))[row])[wholeNumber(property(schema, column)) ?? -1];
}

/** How many rows a table has that has this column. */
export function rowsOf(table: unknown, column: string): number {
  return items(property(table, property(table, 'schema') === undefined ? column : 'data')).length;
}

/** The tables that the stacks of a thread are in: its own ones, or those that all threads share. */
export interface FirefoxTables {
  /** What has `stackTable`, `frameTable`, `funcTable`, `resourceTable` and `nativeSymbols`. */
  readonly stacks: unknown;
  /** What has `sources` and `sourceLocationTable`. */
  readonly sources: unknown;
  readonly strings: readonly unknown[];
  readonly libs: readonly unknown[];
}

/** By row of the table of stacks, the stack in the tree. Throws `BadRecording` if a row names one that is not there. */
export function stacksOf(
  tables: FirefoxTables,
  profile: StackProfile,
  tree: StackTree,
  bytes: number,
): Uint32Array {
  const table = property(tables.stacks, 'stackTable');
  const places = placesOf(tables, profile, bytes);
  const stacks = new Uint32Array(rowsOf(table, 'frame'));
  for (let row = 0; row < stacks.length; row++) {
    const place = rowIn(cell(table, 'frame', row), places.length);
    const caller = rowIn(callerOf(table, row), row);
    if (place === -1) throw damaged();
    stacks[row] = tree.call(caller === -1 ? noStack : stacks[caller]!, places[place]!);
  }
  return stacks;
}

/** Since version 66 a stack says how far before it its caller is, and 0 if it has none. */
function callerOf(table: unknown, row: number): unknown {
  const before = cell(table, 'prefixOffset', row);
  if (before === undefined) return cell(table, 'prefix', row);
  return before === 0 ? null : row - (wholeNumber(before) ?? Number.NaN);
}

/** A number of a row; -1 for none. Throws `BadRecording` if there is no such row. */
export function rowIn(value: unknown, rows: number): number {
  if (value === null || value === undefined) return -1;
  const row = wholeNumber(value);
  if (row === undefined || row >= rows) throw damaged();
  return row;
}

/** By row of the table of frames, the place. */
function placesOf(tables: FirefoxTables, profile: StackProfile, bytes: number): Uint32Array {
  const table = property(tables.stacks, 'frameTable');
  const location = property(table, 'schema') === undefined ? processedFrame : browserFrame;
  const places = new Uint32Array(rowsOf(table, 'func'));
  for (let row = 0; row < places.length; row++) {
    places[row] = profile.place(location(tables, table, row));
    checkDistinctFrames(profile.places, bytes);
  }
  return places;
}

function browserFrame({ strings }: FirefoxTables, table: unknown, row: number): FrameLocation {
  const { frames, ...rest } = geckoFrame(stringAt(strings, cell(table, 'location', row)));
  const line = lineOf(cell(table, 'line', row));
  return { ...rest, frames: line === 0 ? frames : frames.map((frame) => ({ ...frame, line })) };
}

function processedFrame(tables: FirefoxTables, table: unknown, row: number): FrameLocation {
  const { stacks, strings } = tables;
  const functions = property(stacks, 'funcTable');
  const func = rowIn(cell(table, 'func', row), rowsOf(functions, 'name'));
  const name = stringAt(strings, cell(functions, 'name', func));
  const object = objectOf(tables, table, row, func);
  const offset = BigInt(wholeNumber(cell(table, 'address', row)) ?? 0);
  // Such a name is all that is known of what is not symbolized. Of what no file has, the offset is missing.
  const address = addressIn(name);
  if (address !== null) return { address: offset === 0n ? address : offset, object, frames: [] };
  return { address: offset, object, frames: [{ name, ...positionOf(tables, table, row, func) }] };
}

/** The program or library: of the frame since version 70, before of its symbol, or of its function's resource. */
function objectOf({ stacks, libs }: FirefoxTables, table: unknown, row: number, func: number): string {
  const own = cell(table, 'lib', row);
  const symbol = cell(property(stacks, 'nativeSymbols'), 'libIndex', cell(table, 'nativeSymbol', row));
  const resource = cell(property(stacks, 'funcTable'), 'resource', func);
  const lib = own ?? symbol ?? cell(property(stacks, 'resourceTable'), 'lib', resource);
  return typeof lib === 'number' ? libPath(libs[lib]) : '';
}

/** Where a library is. */
export function libPath(lib: unknown): string {
  return text(property(lib, 'path')) ?? text(property(lib, 'name')) ?? '';
}

function positionOf({ stacks, sources, strings }: FirefoxTables, table: unknown, row: number, func: number) {
  const fileAt = (source: unknown) =>
    stringAt(strings, cell(property(sources, 'sources'), 'filename', source));
  // Since version 64, what a source map says.
  const original = cell(table, 'originalLocation', row);
  if (typeof original === 'number') {
    const locations = property(sources, 'sourceLocationTable');
    return {
      file: fileOf(fileAt(cell(locations, 'source', original))),
      line: lineOf(cell(locations, 'line', original)),
    };
  }
  const functions = property(stacks, 'funcTable');
  const named = stringAt(strings, cell(functions, 'fileName', func));
  return {
    file: fileOf(named || fileAt(cell(functions, 'source', func))),
    line: lineOf(cell(table, 'line', row) ?? cell(functions, 'lineNumber', func)),
  };
}

function lineOf(value: unknown): number {
  const line = wholeNumber(value) ?? 0;
  return line < mostLines ? line : 0;
}

/** A text of the table of strings; none if nothing is named. Throws `BadRecording` if it is not there. */
function stringAt(strings: readonly unknown[], index: unknown): string {
  const row = rowIn(index, strings.length);
  return row === -1 ? '' : (text(strings[row]) ?? '');
}

/** The address that a name is; `null` for another name. */
function addressIn(name: string): bigint | null {
  return /^0x[0-9a-fA-F]{1,16}$/.test(name) ? BigInt(name) : null;
}

/**
 * What a frame says in the format that Firefox itself writes: `0x7f12` (not symbolized), `rank (in libshop.so)`, also with
 * ` + 12` behind, `rank (https://shop.example/a.js:12:7)`, or `https://shop.example/a.js:1:0` for a whole script.
 */
function geckoFrame(text: string): FrameLocation {
  const address = addressIn(text);
  if (address !== null) return { address, object: '', frames: [] };
  const inLibrary = text.lastIndexOf(' (in ');
  const close = text.indexOf(')', inLibrary + 1);
  if (inLibrary > 0 && close !== -1) {
    const object = text.slice(inLibrary + ' (in '.length, close);
    return { address: 0n, object, frames: [{ name: text.slice(0, inLibrary), file: '', line: 0 }] };
  }
  return { address: 0n, object: '', frames: [scriptFrame(text)] };
}

/** Behind its place a script has the number of its source. */
const sourceNumber = /\[\d{1,9}\]$/;
const lineAndColumn = /:(\d{1,9})(?::\d{1,9})?$/;

function scriptFrame(text: string) {
  const named = text.replace(sourceNumber, '');
  const open = named.endsWith(')') ? named.lastIndexOf(' (') : -1;
  const place = open === -1 ? named : named.slice(open + 2, -1);
  const position = lineAndColumn.exec(place);
  if (position === null || position.index === 0) return { name: text, file: '', line: 0 };
  const file = place.slice(0, position.index);
  const name = open === -1 ? `(root scope) ${file}` : named.slice(0, open);
  return { name, file, line: Number(position[1]) };
}
