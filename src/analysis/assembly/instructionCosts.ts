import type { Instruction, MachineCode, MachineSymbol } from '../../base/model.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import type { FrameSums } from '../costs/sumFrames.ts';
import { cleanPath } from '../names/filePaths.ts';
import { add, isZero, type Value } from '../values/value.ts';
import { joinedAt, weightsOf } from '../values/weights.ts';

/** The cost of one instruction. */
export interface InstructionCost {
  /** Index in its symbol's instructions. */
  readonly instruction: number;
  readonly flat: Value;
  readonly cum: Value;
  /** The file of its line as the profile names it, cleaned lexically; empty where unknown. */
  readonly file: string;
}

/**
 * Costs by address for one sample type, as pprof's `disasm` counts them: flat for samples whose leaf is at the address; cum
 * for samples with the address anywhere on the stack, each counted once. Inlined code is at the address where it was
 * inlined.
 */
export class AddressCosts {
  readonly #profile: Profile;
  readonly #nodes: NodeTable;
  readonly #sums: FrameSums;

  constructor(costs: ProfileCosts, sampleType: number) {
    this.#profile = costs.profile;
    this.#nodes = costs.nodes({ granularity: 'addresses', noInlines: true });
    this.#sums = costs.sums(this.#nodes, weightsOf(costs.profile, sampleType));
  }

  /**
   * The costs of each symbol's instructions that are not 0, ascending. An address inside an instruction counts for
   * the instruction, because a profile's callers are one byte before their return address. As in pprof, cum counts a
   * sample once for each address of the instruction on its stack.
   */
  of({ symbols, loads }: MachineCode): InstructionCost[][] {
    const { locations, functions, strings } = this.#profile;
    const bases = basesOf(this.#profile, loads);
    const costs = symbols.map(() => new Map<number, InstructionCost>());
    /** By node: several locations can have one node, whose cost must be added once. */
    const isCounted = new Uint8Array(this.#nodes.count);
    for (let location = 0; location < locations.count; location++) {
      const mapping = locations.mapping[location]!;
      if (mapping === -1 || Number.isNaN(bases[mapping])) continue;
      const address = locations.address.approximate[location]! - bases[mapping]!;
      const symbol = symbolAt(symbols, address);
      const node = this.#nodes.frameNode[this.#nodes.frameStart[location]!]!;
      if (symbol === -1 || isCounted[node] === 1) continue;
      isCounted[node] = 1;
      const instruction = instructionAt(symbols[symbol]!, address);
      const known = costs[symbol]!.get(instruction);
      const row = locations.lineStart[location]!;
      const hasLine = row < locations.lineStart[location + 1]!;
      costs[symbol]!.set(instruction, {
        instruction,
        flat: add(known?.flat ?? 0, joinedAt(this.#sums.flat, node)),
        cum: add(known?.cum ?? 0, joinedAt(this.#sums.cum, node)),
        file:
          known?.file ||
          (hasLine ? cleanPath(strings.get(functions.filename[locations.lineFunction[row]!]!)) : ''),
      });
    }
    return costs.map((ofSymbol) =>
      [...ofSymbol.values()]
        .filter(({ flat, cum }) => !isZero(flat) || !isZero(cum))
        .sort((a, b) => a.instruction - b.instruction),
    );
  }
}

/** The load base of each mapping; NaN for mappings of other binaries. */
export function basesOf({ mappings }: Profile, loads: MachineCode['loads']): Float64Array {
  const bases = new Float64Array(mappings.count).fill(Number.NaN);
  for (const { mapping, base } of loads) bases[mapping] = base;
  return bases;
}

/** Index of the symbol with code at an address; -1 if there is none. */
export function symbolAt(symbols: readonly MachineSymbol[], address: number): number {
  return symbols.findIndex(({ instructions, end }) => instructions[0]!.address <= address && address < end);
}

/** Index of the last instruction that begins at or before an address of the symbol. */
export function instructionAt(
  { instructions }: { readonly instructions: readonly Instruction[] },
  address: number,
): number {
  let low = 0;
  let high = instructions.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (instructions[middle]!.address <= address) low = middle;
    else high = middle;
  }
  return low;
}
