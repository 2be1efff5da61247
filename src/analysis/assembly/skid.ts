import type { Instruction, MachineCode, SlowKind } from '../../base/model.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { fewSamples } from '../values/operationCost.ts';
import { AddressCosts, type InstructionCost } from './instructionCosts.ts';

/** An instruction whose samples may belong to the one before it. */
export interface Skid extends InstructionCost {
  /** What the instruction before it does. Its cost is in samples. */
  readonly skidOf: SlowKind;
}

/** So many times the samples of the other instructions of its block, on average. */
const leastExcess = 5;

/**
 * The instructions of each symbol whose samples may belong to the instruction before them. Samples are taken when the
 * CPU can be interrupted, which is after an instruction that it had to wait for (golang/go#41338). That shows where
 *
 * - the instruction before can take long (`slowKind`), and nothing jumps between the two;
 * - the instruction has far more samples than the others of its block, which run equally often.
 *
 * Measured: behind loads that miss the cache and behind divisions, 20 to 200 times as many as the others; in loops that
 * wait for nothing, up to 3 times as many, because a CPU finishes several instructions at once.
 *
 * @param sampleType of sample counts
 */
export function skidsOf(costs: ProfileCosts, sampleType: number, code: MachineCode): Skid[][] {
  const ofSymbols = new AddressCosts(costs, sampleType).of(code);
  return code.symbols.map(({ instructions }, symbol) => skidsIn(instructions, ofSymbols[symbol]!));
}

/** The sample type with the sample counts of a CPU profile; -1 for other profiles. */
export function sampleCounts(sampleTypes: readonly ValueType[]): number {
  const isCpu = sampleTypes.some(({ type }) => type === 'cpu');
  return isCpu ? sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count') : -1;
}

/** @param costs in samples, ascending by instruction */
export function skidsIn(instructions: readonly Instruction[], costs: readonly InstructionCost[]): Skid[] {
  const starts = blockStarts(instructions);
  if (starts === null) return [];
  return costs.flatMap((cost) => {
    const at = cost.instruction;
    const samples = Number(cost.flat);
    if (samples < fewSamples || starts.has(at)) return [];
    let [start, end] = [at, at + 1];
    while (start > 0 && !starts.has(start)) start--;
    while (end < instructions.length && !starts.has(end)) end++;
    const all = costs
      .filter(({ instruction }) => start <= instruction && instruction < end)
      .reduce((sum, { flat }) => sum + Number(flat), 0);
    const skidOf = slowKind(instructions[at - 1]!.text);
    const isExcess = samples * (end - start - 1) >= leastExcess * (all - samples);
    // Where the tool could not decode an instruction, it may have lost count of where instructions begin.
    const isDecoded = instructions.slice(start, end).every(({ text }) => text !== '?');
    return skidOf !== null && isExcess && isDecoded ? [{ ...cost, skidOf }] : [];
  });
}

/**
 * Indexes of the instructions that begin a block: those that are jumped to, and those behind a jump. `null` if a jump's
 * target is only known when the program runs, as that of a `switch` with a table.
 */
function blockStarts(instructions: readonly Instruction[]): ReadonlySet<number> | null {
  const indexes = new Map(instructions.map(({ address }, index) => [address, index]));
  const starts = new Set([0]);
  for (const [index, { address, text }] of instructions.entries()) {
    // amd64: `JNE 0x4a1000`. arm64: `BNE 3(PC)`, `TBZ $3, R1, -4(PC)`, in instructions of four bytes.
    const [, absolute, relative] = /^(?:J|LOOP)\S* 0x([0-9a-f]+)$|(-?(?<!\d)\d+)\(PC\)$/.exec(text) ?? [];
    const target = absolute === undefined ? address + 4 * Number(relative) : Number.parseInt(absolute, 16);
    if (/^(?:J|LOOP|RET)|\(PC\)$/.test(text)) starts.add(index + 1);
    if (Number.isNaN(target)) {
      if (/^JMP (?!.*\(SB\)$)/.test(text)) return null;
    } else starts.add(indexes.get(target) ?? 0);
  }
  return starts;
}

/**
 * A memory operand as `go tool objdump` prints it for amd64 and arm64: `0x8(AX)(CX*8)`, `pkg.v(SB)`, `16(R1)`, `(R1)(R2<<3)`.
 * Not a fixed place in the frame, `0x8(SP)`, which is always in the cache; and not `5(PC)`, which is where a branch goes.
 */
const memory = String.raw`\((?!R?SP\)(?!\()|PC\))\w+\)(?:\([^()]*\))?`;

/** The first that matches counts. In Go's syntax the last operand is the destination. */
const forms: readonly (readonly [RegExp, SlowKind | null])[] = [
  [/^CALL /, 'call'],
  // They have an operand like an address, but do not read memory, or do not wait for it.
  [/^(?:LEA|NOP|PREFETCH|PRFM|JMP)/, null],
  // An exchange with memory needs no prefix to be atomic.
  [/^(?:LOCK |XCHG.*\(|LDA?X?R|STL?X?R|LD(?:ADD|CLR|EOR|SET)|SWP|CAS)/, 'atomic'],
  [/^(?:I?DIV[BWLQ]|V?DIV[SP][SD]|[SU]DIVW?|FDIV[SD]) /, 'division'],
  [new RegExp(`^(?:REP; )?(?:\\w*MOV|[FV]?ST|SET|PEXTR).*${memory}$`), 'store'],
  // Besides plain loads: comparisons and arithmetic with an operand in memory.
  [new RegExp(`${memory}(?:, |$)`), 'load'],
];

/** What can take long in an instruction, by the form of its operands; `null` for those that never wait. */
export function slowKind(text: string): SlowKind | null {
  return forms.find(([form]) => form.test(text))?.[1] ?? null;
}
