/** Instructions with what they cost, as pprof's `disasm` lists them. */
import type { MachineSymbol } from '../../base/model.ts';
import type { NodeInfo } from '../costs/nodes.ts';
import { baseName } from '../names/filePaths.ts';
import { quotient } from '../values/measure.ts';
import { add, type Value } from '../values/value.ts';

/** What an address of a program costs. */
export interface AddressRow {
  /** As the symbols have it. */
  readonly address: number;
  readonly info: NodeInfo;
  readonly flat: Value;
  readonly cum: Value;
  /** With a mean, what flat and cum are divided by; otherwise 0. */
  readonly flatDivisor: Value;
  readonly cumDivisor: Value;
}

export interface ListedInstruction {
  readonly address: number;
  readonly text: string;
  /** Function, base name of the file, and line that it was compiled from, as the tool or a sample says; may be empty. */
  readonly functionName: string;
  readonly file: string;
  readonly line: number;
  readonly flat: Value;
  readonly cum: Value;
}

export interface SymbolListing {
  readonly name: string;
  /** Sums of the instructions. */
  readonly flat: Value;
  readonly cum: Value;
  readonly instructions: readonly ListedInstruction[];
}

/**
 * The symbols that have costs, by name, each with all of its instructions. An address inside an instruction counts for that
 * instruction: a profile's callers are one byte before their return address.
 *
 * @param rows ascending by address
 */
export function listSymbols(symbols: readonly MachineSymbol[], rows: readonly AddressRow[]): SymbolListing[] {
  const listings = symbols.map((symbol) => ({ symbol, own: rowsOf(symbol, rows) }));
  const byName = ({ symbol: a }: { symbol: MachineSymbol }, { symbol: b }: { symbol: MachineSymbol }) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.instructions[0]!.address - b.instructions[0]!.address;
  return listings
    .filter(({ own }) => own.length > 0)
    .sort(byName)
    .map(({ symbol, own }) => ({
      name: symbol.name,
      flat: sum(own.map(({ flat }) => flat)),
      cum: sum(own.map(({ cum }) => cum)),
      instructions: [...annotated(symbol, own)],
    }));
}

function sum(values: readonly Value[]): Value {
  return values.reduce<Value>((all, value) => add(all, value), 0);
}

function rowsOf({ instructions, end }: MachineSymbol, rows: readonly AddressRow[]): AddressRow[] {
  const start = instructions[0]!.address;
  return rows.slice(firstFrom(rows, start), firstFrom(rows, end));
}

/** The index of the first row at an address or behind it. */
export function firstFrom(rows: readonly AddressRow[], address: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.address < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* annotated(
  { instructions }: MachineSymbol,
  rows: readonly AddressRow[],
): Generator<ListedInstruction> {
  let at = 0;
  for (const [i, instruction] of instructions.entries()) {
    const next = instructions[i + 1]?.address ?? Number.POSITIVE_INFINITY;
    const first = at;
    while (at < rows.length && rows[at]!.address < next) at++;
    const own = rows.slice(first, at);
    const of = (read: (row: AddressRow) => Value) => sum(own.map(read));
    const said = <T>(read: (info: NodeInfo) => T) => own.map(({ info }) => read(info)).find(Boolean);
    const file = instruction.file || said((info) => info.file) || '';
    yield {
      address: instruction.address,
      text: instruction.text,
      functionName: instruction.functionName || said(({ name }) => name) || '',
      file: file === '' ? '' : baseName(file),
      line: instruction.line || said(({ line }) => line) || 0,
      flat: quotient(
        of(({ flat }) => flat),
        of(({ flatDivisor }) => flatDivisor),
      ),
      cum: quotient(
        of(({ cum }) => cum),
        of(({ cumDivisor }) => cumDivisor),
      ),
    };
  }
}
