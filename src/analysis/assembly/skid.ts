import type { Instruction, MachineCode, SlowKind } from '../../model.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { fewSamples } from '../values/operationCost.ts';
import { AddressCosts, type InstructionCost } from './instructionCosts.ts';
import { slowKind } from './slowKind.ts';

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
