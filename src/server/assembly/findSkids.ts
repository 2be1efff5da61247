/** What the instructions of a session's functions say of skid. */
import { sampleCounts, skidsOf } from '../../analysis/assembly/skid.ts';
import { fewSamples } from '../../analysis/values/operationCost.ts';
import { weightsOf } from '../../analysis/values/weights.ts';
import type { Instruction, MachineCode, SlowKind } from '../../base/model.ts';
import type { Session } from '../sessions/session.ts';

/** Samples of a line that stand behind an instruction of another line. */
export interface LineSkid {
  readonly samples: number;
  readonly skidOf: SlowKind;
  /** Base name of the other line's file, and its 1-based number. */
  readonly file: string;
  readonly line: number;
}

/** By source line of a session. */
export type Found = Map<number, LineSkid[]>;

/** So many functions are disassembled, those with the most samples. Each takes a quarter of a second, one after the other. */
const mostFunctions = 8;

/** Names of the functions with the most samples in their machine code. */
export function hottestFunctions({ costs, profile }: Session, counts: number): string[] {
  const nodes = costs.nodes({ noInlines: true });
  const flat = costs.sums(nodes, weightsOf(profile, counts)).flat[0]!;
  return [...flat.keys()]
    .filter((node) => flat[node]! >= fewSamples)
    .sort((a, b) => flat[b]! - flat[a]!)
    .slice(0, mostFunctions)
    .map((node) => nodes.info(node).name)
    .filter((name) => name !== '');
}

/** Adds what the code of a function shows. */
export function addSkids({ costs, lines }: Session, counts: number, code: MachineCode, found: Found): void {
  for (const [index, skids] of skidsOf(costs, counts, code).entries()) {
    const { instructions } = code.symbols[index]!;
    for (const { instruction, file, flat, skidOf } of skids) {
      const { line } = instructions[instruction]!;
      const before = instructions[instruction - 1]!;
      if (isSameLine(before, instructions[instruction]!)) continue;
      const key = lines.sourceLine(lines.fileIndex(file), line);
      const known = found.get(key) ?? [];
      const same = known.find((each) => each.skidOf === skidOf && isSameLine(each, before));
      const samples = Number(flat) + (same?.samples ?? 0);
      const skid = { samples, skidOf, file: before.file, line: before.line };
      found.set(key, [...known.filter((each) => each !== same), skid]);
    }
  }
}

type SourceLine = Pick<Instruction, 'file' | 'line'>;

function isSameLine(a: SourceLine, b: SourceLine): boolean {
  return a.file === b.file && a.line === b.line;
}

/** Marks the instructions whose samples may belong to the one before. */
export function withSkids({ costs, profile }: Session, code: MachineCode): MachineCode {
  const counts = sampleCounts(profile.sampleTypes);
  if (counts === -1) return code;
  const skids = skidsOf(costs, counts, code);
  const symbols = code.symbols.map((symbol, index) => {
    const instructions = [...symbol.instructions];
    for (const { instruction, skidOf } of skids[index]!) {
      instructions[instruction] = { ...instructions[instruction]!, skidOf };
    }
    return { ...symbol, instructions };
  });
  return { ...code, symbols };
}
