/** Disassembles a function with `go tool objdump`. */

import { literalPattern } from '../../base/escape.ts';
import type { Instruction, MachineSymbol } from '../../base/model.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { captureProcess, type ProcessRequest } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';

export interface ObjdumpRequest {
  readonly toolchain: GoToolchain;
  readonly binary: string;
  /** As in the profile: `pkg.F`, `pkg.(*T).M`, `pkg.F.func1`, `pkg.F[...]`. */
  readonly functionName: string;
  /** The go command runs here. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Milliseconds. Some Go installations come without objdump. The go command then builds it first, which can take long. */
const patience = 120_000;
/** In characters. Nobody reads a generated function with a million instructions. */
const mostOutput = 32 * 1024 * 1024;

/**
 * The symbols of a function, in the order in which the tool prints them. Problems: `no-such-symbol`, and those of
 * `disassemble`.
 */
export async function objdump(request: ObjdumpRequest): Promise<Result<MachineSymbol[]>> {
  const { binary, functionName } = request;
  const all = await disassemble({ ...request, pattern: symbolPattern(functionName), what: functionName });
  if (!all.ok) return all;
  const symbols = all.value.filter(({ name }) => isSymbolOf(name, functionName));
  if (symbols.length > 0) return ok(symbols);
  return fail(
    'no-such-symbol',
    '{0} has no code of its own in {1}: the compiler has put it into its callers. See the assembly of its callers.',
    [functionName, binary],
  );
}

export interface DisassembleRequest extends Omit<ObjdumpRequest, 'functionName'> {
  /** A regular expression of Go: which symbols. */
  readonly pattern: string;
  /** What is disassembled, for messages. */
  readonly what: string;
}

/**
 * All symbols that match a pattern. Problems: `not-disassembled` (with the tool's message), `too-much-code`, `objdump-slow`,
 * `cannot-start`.
 */
export async function disassemble(request: DisassembleRequest): Promise<Result<MachineSymbol[]>> {
  const { toolchain, binary, pattern, what, directory, env } = request;
  const args = ['tool', 'objdump', '-s', pattern, binary];
  const printed = await printedBy(
    '"go tool objdump"',
    { command: toolchain.command, args, directory, env },
    what,
  );
  return printed.ok ? ok(parseObjdump(printed.value)) : printed;
}

/**
 * What a program prints about a binary. Problems: those of `disassemble`.
 *
 * @param shown the program, for messages
 * @param what is disassembled, for messages
 */
export async function printedBy(
  shown: string,
  request: Pick<ProcessRequest, 'command' | 'args' | 'directory' | 'env'>,
  what: string,
): Promise<Result<string>> {
  const end = await captureProcess({ ...request, mostOutput, signal: AbortSignal.timeout(patience) });
  if (!end.ok) {
    if (end.problem.code === 'too-much-output') {
      return fail('too-much-code', '{0} has too many instructions to be shown.', [what]);
    }
    if (end.problem.code !== 'cancelled') return end;
    return fail('objdump-slow', '{0} did not answer in time. Try again.', [shown]);
  }
  const { exitCode, stdout, stderr } = end.value;
  if (exitCode === 0) return ok(stdout);
  const reason = stderr.trim().split('\n').at(-1) ?? '';
  return fail(
    'not-disassembled',
    '{0} cannot read {1}: {2}',
    [shown, request.args.at(-1) ?? '', reason],
    stderr,
  );
}

/** The linker adds this to the name of a function in assembly that also has a wrapper with Go's calling convention. */
const callingConvention = /\.abi(?:0|internal)$/;

/** A regular expression for the tool. It matches the symbols of the function, and perhaps a few others. */
export function symbolPattern(functionName: string): string {
  return `^${literalPattern(functionName).replaceAll('\\[\\.\\.\\.\\]', '\\[.*\\]')}(\\.abi(0|internal))?$`;
}

/**
 * Whether a symbol belongs to the function. If the profile leaves type arguments out, the names are compared without
 * them: `f[go.shape.int]` belongs to `f[...]`.
 */
export function isSymbolOf(symbol: string, functionName: string): boolean {
  const name = symbol.replace(callingConvention, '');
  return name === functionName || (functionName.includes('[...]') && withoutTypes(name) === functionName);
}

/** `f[...]` for `f[map[string][]int]`. */
function withoutTypes(name: string): string {
  let depth = 0;
  let plain = '';
  for (const letter of name) {
    if (letter === ']') depth--;
    if (depth === 0) plain += letter === '[' ? '[...' : letter;
    if (letter === '[') depth++;
  }
  return plain;
}

const isCode = /^[0-9a-f]+(?: [0-9a-f]+)*$/;

/**
 * Reads the output of `go tool objdump`:
 *
 *   TEXT pkg.F(SB) /src/pkg/f.go
 *     f.go:12	0x4a1000	55	PUSHQ BP
 *
 * Leaves out symbols without instructions, and instructions whose address is too large for an exact number.
 */
export function parseObjdump(text: string): MachineSymbol[] {
  const symbols: { name: string; instructions: Instruction[]; end: number }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const header = /^TEXT (.*)\(SB\)(?: .*)?$/s.exec(line);
    if (header !== null) {
      symbols.push({ name: header[1] ?? '', instructions: [], end: 0 });
      continue;
    }
    const [place = '', hexadecimal = '', code = '', ...assembly] = line.trim().split(/\t+/);
    const [, file = '', number] = /^(.+):(\d+)$/.exec(place) ?? [];
    const symbol = symbols.at(-1);
    const isInstruction = number !== undefined && /^0x[0-9a-f]+$/.test(hexadecimal) && isCode.test(code);
    const address = isInstruction ? Number.parseInt(hexadecimal, 16) : Number.NaN;
    if (symbol === undefined || !Number.isSafeInteger(address)) continue;
    symbol.instructions.push({
      address,
      file,
      line: Number(number),
      text: assembly.join(' '),
    });
    symbol.end = address + code.replaceAll(' ', '').length / 2;
  }
  return symbols.filter(({ instructions }) => instructions.length > 0);
}
