/** Which lines may show samples of another line, because a CPU sample falls behind the instruction that waits. */
import { sampleCounts, skidsOf } from '../../analysis/assembly/skid.ts';
import { fewSamples } from '../../analysis/values/operationCost.ts';
import { shareInterval } from '../../analysis/values/sampleIntervals.ts';
import { weightsOf } from '../../analysis/values/weights.ts';
import { orForget } from '../../base/lazily.ts';
import type { Instruction, MachineCode, SlowKind } from '../../base/model.ts';
import type { Result } from '../../base/result.ts';
import type { Background } from '../client/background.ts';
import type { Session } from '../sessions/session.ts';

/** Samples of a line that stand behind an instruction of another line. */
interface LineSkid {
  readonly samples: number;
  readonly skidOf: SlowKind;
  /** Base name of the other line's file, and its 1-based number. */
  readonly file: string;
  readonly line: number;
}

/** By source line of a session. */
type Found = Map<number, LineSkid[]>;

interface LineSkidContext {
  readonly assemblies: {
    codeOf(session: Session, of: { readonly functionName: string }): Promise<Result<MachineCode>>;
  };
  /** The workspace is trusted, and no benchmark runs. */
  readonly mayRun: () => boolean;
  readonly background: Background;
}

/**
 * Knows for the lines of a session what their instructions show. It is found out in the background, once for each session,
 * and never while a benchmark runs: until then, and without the binary, nothing is known.
 */
export class LineSkids {
  readonly #found = new WeakMap<Session, Found>();

  constructor(private readonly context: LineSkidContext) {}

  /**
   * Those samples of a line that stand behind one other line, and how many samples the line has itself. `null` where they
   * are not most of them, and while that is not known: asking begins to find it out.
   *
   * @param file index in the session's lines
   */
  of(session: Session, file: number, line: number): (LineSkid & { readonly all: number }) | null {
    this.prepare(session);
    const { lines, profile } = session;
    const known = this.#found.get(session)?.get(lines.sourceLine(file, line)) ?? [];
    const [most] = [...known].sort((a, b) => b.samples - a.samples);
    const costs = lines.lines(file, sampleCounts(profile.sampleTypes));
    const all = Number(costs.find((cost) => cost.line === line)?.flat ?? 0);
    return most === undefined || shareInterval(most.samples, all).low < 0.5 ? null : { ...most, all };
  }

  /** Begins to find out about a session of a CPU profile, once. */
  prepare(session: Session): void {
    const counts = sampleCounts(session.sampleTypes);
    const hasCode = counts !== -1 && session.base === undefined;
    if (!hasCode || this.#found.has(session) || !this.context.mayRun()) return;
    const found: Found = new Map();
    this.#found.set(session, found);
    const forget = () => this.#found.delete(session);
    this.context.background(() => orForget(this.#find(session, counts, found), forget));
  }

  async #find(session: Session, counts: number, found: Found): Promise<void> {
    const { assemblies, mayRun } = this.context;
    for (const functionName of hottestFunctions(session, counts)) {
      if (!mayRun()) {
        // What was disassembled is kept: later it is found out at once.
        this.#found.delete(session);
        return;
      }
      const code = await assemblies.codeOf(session, { functionName });
      // Why there is none is said where the user asks for it, in the page.
      if (code.ok) addSkids(session, counts, code.value, found);
    }
  }
}

/** So many functions are disassembled, those with the most samples. Each takes a quarter of a second, one after the other. */
const mostFunctions = 8;

/** Names of the functions with the most samples in their machine code. */
function hottestFunctions({ costs, profile }: Session, counts: number): string[] {
  const nodes = costs.nodes({ noInlines: true });
  const flat = costs.sums(nodes, weightsOf(profile, counts)).flat[0]!;
  return [...flat.keys()]
    .filter((node) => flat[node]! >= fewSamples)
    .sort((a, b) => flat[b]! - flat[a]!)
    .slice(0, mostFunctions)
    .map((node) => nodes.info(node).name)
    .filter((name) => name !== '');
}

function addSkids({ costs, lines }: Session, counts: number, code: MachineCode, found: Found): void {
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
