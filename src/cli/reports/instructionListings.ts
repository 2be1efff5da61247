/** Finds the programs of a profile, has functions of them disassembled, and puts the costs to the instructions. */
import { codeFits } from '../../analysis/assembly/codeFits.ts';
import {
  type AddressRow,
  firstFrom,
  listSymbols,
  type SymbolListing,
} from '../../analysis/assembly/symbolListing.ts';
import { measuredRows } from '../../analysis/callGraph/callGraph.ts';
import { compilePattern, type Pattern } from '../../analysis/filters/pattern.ts';
import { joinedAt } from '../../analysis/values/weights.ts';
import { append } from '../../base/lists.ts';
import type { MachineCode, MachineSymbol } from '../../base/model.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { binutilsSymbols } from '../../go/binary/binutils.ts';
import { disassemble, isSymbolOf, symbolPattern } from '../../go/binary/objdump.ts';
import { aloneEnvironment, findGo } from '../../go/toolchain/toolchain.ts';
import { binaryOf, type LoadedBinary } from '../profiles/profiledBinary.ts';
import { noMatch } from './peek.ts';
import type { ReportContext } from './reportContext.ts';

/** Functions of one program of the profile. */
interface FoundCode {
  /** The first of the program's mappings. */
  readonly mapping: number;
  readonly binary: LoadedBinary;
  /** What the addresses of the program cost, ascending. */
  readonly rows: readonly AddressRow[];
  readonly symbols: readonly MachineSymbol[];
}

/** The instructions of the functions that match, by function. Problems: as of `listingsOf`. */
export async function codeByFunction(context: ReportContext): Promise<Result<Map<string, MachineCode>>> {
  const found = await findCode(context);
  if (!found.ok) return found;
  const pattern = compilePattern('weblist', context.argument);
  if (!pattern.ok) return pattern;
  const code = new Map<string, MachineCode>();
  for (const { mapping, binary, rows, symbols } of found.value) {
    const loads = [{ mapping, base: binary.base }];
    for (const name of new Set(rows.map(({ info }) => info.name))) {
      if (!pattern.value.matches(name)) continue;
      const own = symbols.filter((symbol) => isSymbolOf(symbol.name, name));
      if (own.length > 0) code.set(name, { symbols: own, loads });
    }
  }
  return ok(code);
}

/**
 * The listings of all programs of the profile that have such functions. Problems: `bad-pattern`, `no-match`, and those of
 * `binaryOf` and the disassemblers.
 */
export async function listingsOf(context: ReportContext): Promise<Result<SymbolListing[]>> {
  const found = await findCode(context);
  if (!found.ok) return found;
  const listings: SymbolListing[] = [];
  for (const { symbols, rows } of found.value) append(listings, listSymbols(symbols, rows));
  return listings.length > 0 ? ok(listings) : noMatch(context.argument);
}

async function findCode(context: ReportContext): Promise<Result<FoundCode[]>> {
  const pattern = compilePattern('disasm', context.argument);
  if (!pattern.ok) return pattern;
  const wanted = { pattern: pattern.value, address: addressIn(context.argument) };
  const all = addressRows(context);
  const found: FoundCode[] = [];
  for (const mapping of mappingsWith(context, all, wanted)) {
    const binary = await binaryOf(context.profile, mapping, context.options);
    if (!binary.ok) return binary;
    const file = context.profile.strings.get(context.profile.mappings.filename[mapping]!);
    const rows = rowsIn(all, file, binary.value);
    const symbols = await symbolsOf(context, binary.value, rows, wanted);
    if (!symbols.ok) return symbols;
    if (!binary.value.isProven && !fits(context, mapping, binary.value, symbols.value)) {
      return fail(
        'another-binary',
        '{0} is another build than the profiled one: its instructions are not those of the costs. Name the right one with --binary.',
        [binary.value.file],
      );
    }
    found.push({ mapping, binary: binary.value, rows, symbols: symbols.value });
  }
  return ok(found);
}

interface Wanted {
  readonly pattern: Pattern;
  /** The pattern as an address in the profile; `null` if it is none. */
  readonly address: number | null;
}

function addressIn(argument: string): number | null {
  const address = /^(?:0x[0-9a-f]+|\d+)$/i.test(argument) ? Number(argument) : Number.NaN;
  return Number.isSafeInteger(address) ? address : null;
}

/** A node of the profile at an address, without the functions that are inlined there. */
type ProfileRow = Omit<AddressRow, 'address'>;

/** What the addresses of the profile cost, in no order. */
export function addressRows({ costs, measured, graph }: ReportContext): ProfileRow[] {
  const table = costs.nodes({ granularity: 'addresses', noInlines: true, keepBinaries: true });
  const divisors = measured.divisors === null ? null : costs.sums(table, measured.divisors);
  const divisorAt = (of: 'flat' | 'cum', node: number) =>
    divisors === null ? 0 : joinedAt(divisors[of], node);
  return measuredRows(costs, table, measured, graph.dropNegative === true).map(
    ({ node, info, flat, cum }) => ({
      info,
      flat,
      cum,
      flatDivisor: divisorAt('flat', node),
      cumDivisor: divisorAt('cum', node),
    }),
  );
}

/** The mappings whose program has a function that is asked for, each program once. */
function mappingsWith({ profile }: ReportContext, rows: readonly ProfileRow[], wanted: Wanted): number[] {
  const { mappings, strings } = profile;
  const matching = new Set(
    rows.filter(({ info }) => wanted.pattern.matches(info.name)).map(({ info }) => info.objectFile),
  );
  const found = new Map<string, number>();
  for (let mapping = 0; mapping < mappings.count; mapping++) {
    const file = strings.get(mappings.filename[mapping]!);
    const [start, limit] = [mappings.start.approximate[mapping]!, mappings.limit.approximate[mapping]!];
    const isAt = wanted.address !== null && start <= wanted.address && wanted.address <= limit;
    if (file !== '' && (isAt || matching.has(file)) && !found.has(file)) found.set(file, mapping);
  }
  return [...found.values()];
}

function rowsIn(rows: readonly ProfileRow[], file: string, { base }: LoadedBinary): AddressRow[] {
  return rows
    .filter(({ info }) => info.objectFile === file && info.address <= Number.MAX_SAFE_INTEGER)
    .map((row) => ({ ...row, address: Number(row.info.address) - base }))
    .sort((a, b) => a.address - b.address);
}

/** The wanted symbols of a program, by Go's own disassembler, or by binutils if its syntax or folder is asked for. */
async function symbolsOf(
  { options }: ReportContext,
  { file, base }: LoadedBinary,
  rows: readonly AddressRow[],
  { pattern, address }: Wanted,
): Promise<Result<MachineSymbol[]>> {
  const [directory, env] = [process.cwd(), process.env];
  const at = address === null ? null : address - base;
  if (options['intel-syntax'] === true || options.tools !== undefined) {
    return binutilsSymbols({
      binary: file,
      tools: (options.tools ?? '').split(',').filter((folder) => folder !== ''),
      intelSyntax: options['intel-syntax'] === true,
      directory,
      env,
      wanted: ({ names, start, last }) =>
        ((at !== null && start <= at && at <= last) || names.some(pattern.matches)) &&
        firstFrom(rows, start) < firstFrom(rows, last),
    });
  }
  const alone = aloneEnvironment(env);
  const toolchain = await findGo({ env: alone, directory });
  if (!toolchain.ok) return toolchain;
  const names = namesOf(rows, pattern, at);
  const symbols: MachineSymbol[] = [];
  for (const part of patternsOf(names)) {
    const request = { toolchain: toolchain.value, binary: file, directory, env: alone };
    const found = await disassemble({ ...request, pattern: part, what: pattern.source });
    if (!found.ok) return found;
    append(symbols, found.value);
  }
  if (at === null) return ok(symbols);
  return ok(symbols.filter(({ instructions, end }) => instructions[0]!.address <= at && at < end));
}

/** Names of functions that match, or whose code may be at an address. */
function namesOf(rows: readonly AddressRow[], pattern: Pattern, at: number | null): string[] {
  const names = new Set(
    rows.map(({ info }) => info.name).filter((name) => name !== '' && pattern.matches(name)),
  );
  if (at !== null) {
    const next = rows.findIndex(({ address }) => address > at);
    for (const row of [rows[next], rows.at(next === -1 ? -1 : next - 1)]) {
      if (row !== undefined && row.info.name !== '') names.add(row.info.name);
    }
  }
  return [...names];
}

/** Systems limit the length of an argument: to 128 kB on Linux, to 32 kB altogether on Windows. */
const longestPattern = 16_000;

/** Regular expressions for the tool that match the symbols of these functions. */
function* patternsOf(names: readonly string[]): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  for (const name of names) {
    const part = symbolPattern(name);
    if (length > 0 && length + part.length > longestPattern) {
      yield parts.join('|');
      [parts, length] = [[], 0];
    }
    parts.push(part);
    length += part.length + 1;
  }
  if (parts.length > 0) yield parts.join('|');
}

/** Whether the instructions were compiled from the lines that the profile has for them. */
function fits(
  { profile }: ReportContext,
  mapping: number,
  { base }: LoadedBinary,
  symbols: MachineSymbol[],
): boolean {
  if (symbols.length === 0) return true;
  return symbols.some(({ name }) => codeFits(profile, name, { symbols, loads: [{ mapping, base }] }));
}
