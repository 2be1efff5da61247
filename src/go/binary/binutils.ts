/** Disassembles with the tools of binutils or LLVM, which know programs of any language, and the syntax of Intel. */
import path from 'node:path';
import { baseName } from '../../analysis/names/filePaths.ts';
import type { Instruction, MachineSymbol } from '../../base/model.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { findProgram } from '../toolchain/programs.ts';
import { printedBy } from './objdump.ts';

export interface BinutilsRequest {
  readonly binary: string;
  /** Folders with the tools; looked into before PATH. */
  readonly tools: readonly string[];
  readonly intelSyntax: boolean;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Which symbols are wanted. */
  readonly wanted: (symbol: BinarySymbol) => boolean;
}

/** A symbol, or several at one address. */
export interface BinarySymbol {
  readonly names: readonly string[];
  readonly start: number;
  /** Address of its last byte. */
  readonly last: number;
}

/** Problems: `no-binutils`, and those of `printedBy`. */
export async function binutilsSymbols(request: BinutilsRequest): Promise<Result<MachineSymbol[]>> {
  const { binary, directory } = request;
  const env = { ...request.env, LC_ALL: 'C' };
  const nm = findTool(['llvm-nm', 'nm'], request);
  const objdump = findTool(['llvm-objdump', 'objdump'], request);
  if (nm === null || objdump === null) {
    return fail(
      'no-binutils',
      'This needs the programs nm and objdump, of binutils or of LLVM. Install them, or name their folder with --tools.',
    );
  }
  const listed = await printedBy('nm', { command: nm, args: ['-n', binary], directory, env }, binary);
  if (!listed.ok) return listed;
  const symbols: MachineSymbol[] = [];
  for (const symbol of parseSymbols(listed.value).filter(request.wanted)) {
    const args = [...objdumpArguments(objdump, symbol, request.intelSyntax), binary];
    const printed = await printedBy('objdump', { command: objdump, args, directory, env }, symbol.names[0]!);
    if (!printed.ok) return printed;
    const instructions = parseInstructions(printed.value);
    if (instructions.length === 0) continue;
    symbols.push({ name: symbol.names[0]!, instructions, end: symbol.last });
  }
  return ok(symbols);
}

function findTool(names: readonly string[], { tools, env }: BinutilsRequest): string | null {
  const own =
    tools.length === 0 ? null : { PATH: tools.map((each) => path.resolve(each)).join(path.delimiter) };
  for (const name of names) {
    const found = (own === null ? null : findProgram(name, own)) ?? findProgram(name, env);
    if (found !== null) return found;
  }
  return null;
}

function objdumpArguments(objdump: string, { start, last }: BinarySymbol, intelSyntax: boolean): string[] {
  const hex = (address: number) => `0x${address.toString(16)}`;
  const isLlvm = path.basename(objdump).startsWith('llvm-');
  return [
    '--disassemble',
    '--demangle',
    '--no-show-raw-insn',
    '--line-numbers',
    `--start-address=${hex(start)}`,
    `--stop-address=${hex(last)}`,
    ...(!intelSyntax ? [] : isLlvm ? ['--x86-asm-syntax=intel'] : ['-M', 'intel']),
  ];
}

/** Reads what `nm -n` prints: `0000000000401000 T main.main`, sorted by address. A symbol ends where the next one begins. */
export function parseSymbols(text: string): BinarySymbol[] {
  const found: { names: string[]; start: number; last: number }[] = [];
  for (const line of text.split('\n')) {
    const [, hex, name] = /^\s*([0-9a-f]+)\s+\S\s+(.*)$/i.exec(line.trimEnd()) ?? [];
    const start = Number.parseInt(hex ?? '', 16);
    if (name === undefined || !Number.isSafeInteger(start)) continue;
    const before = found.at(-1);
    if (before?.start === start) before.names.push(name);
    else {
      if (before !== undefined) before.last = start - 1;
      found.push({ names: [name], start, last: start });
    }
  }
  return found;
}

/** `main.main:`, `401000 main.main:`. The lookahead takes the digits as a whole, so that no shorter beginning is tried. */
const label = /^(?=([0-9a-f]*))\1\s?(.*):/i;

/**
 * Reads what objdump prints:
 *
 *   main.main():                  or, LLVM:   ; main.main():
 *   /src/main.go:7                            ; /src/main.go:7
 *     401000:       cmp rsp,QWORD PTR [r14+0x10]
 */
export function parseInstructions(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let [functionName, file, number] = ['', '', 0];
  for (const untrimmed of text.split('\n')) {
    const line = untrimmed.trim();
    const [, hex, assembly] = /^([0-9a-f]+):\s+(.*)$/i.exec(line) ?? [];
    if (assembly !== undefined) {
      const address = Number.parseInt(hex!, 16);
      instructions.push({ address, file, line: number, text: assembly, functionName });
      continue;
    }
    const [, ofFile, ofLine] = /^;?\s?(.*):([0-9]+)/.exec(line) ?? [];
    const ofFunction = /^;?\s?(\S.*)\(\):/.exec(line)?.[1] ?? label.exec(line)?.[2];
    if (ofFile !== undefined) [file, number] = [baseName(ofFile), Number(ofLine)];
    else if (ofFunction !== undefined) functionName = ofFunction;
    else [functionName, file, number] = ['', '', 0];
  }
  return instructions;
}
