/**
 * Counted instructions of a benchmark's operations as a profile, with the same names and lines as Go's own profiles have; and what
 * was simulated beside them.
 */
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { exactSpread } from '../../bench/verdicts/layouts.ts';
import { StackProfile } from '../../foreign/stackProfile.ts';
import { Int64Builder } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { ExecutedCall } from './callgrindFile.ts';
import {
  type CountedRuns,
  growthOf,
  type Instruction,
  type InstructionGrowth,
  keyOf,
  type OperationInstructions,
  perOperation,
  together,
} from './countedOperations.ts';
import { CountedStacks, traits, type WeightedStack } from './countedStacks.ts';
import type { FunctionTable } from './goTable.ts';

export interface CountedProgram {
  /** The last of them in contexts, unless it says `isFlat`. */
  readonly pairs: readonly CountedRuns[];
  /** The same pairs of processes, by sample type: what was simulated in them. */
  readonly simulated: readonly { readonly type: string; readonly pairs: readonly CountedRuns[] }[];
  readonly table: FunctionTable;
  /** The program's path, as it was started. */
  readonly binary: string;
  /** The benchmark's full name. */
  readonly benchmark: string;
  /** No pair is in contexts: what calls what is not known. */
  readonly isFlat?: boolean;
}

export interface CountedBenchmark extends OperationInstructions {
  readonly profile: Profile;
  /** What was simulated in an operation, by pair of processes. */
  readonly simulated: readonly Measurement[];
  /** How many operations the profile has. */
  readonly operations: number;
  /** It stops its timer in operations, and what it does meanwhile is counted, too. */
  readonly hasPauses: boolean;
  /** Its stacks are those of the calls. If not, they are only the instruction and the benchmark's loop: cum says nothing. */
  readonly hasCalls: boolean;
  /** Its counts differ by more than two of the same work do: more of them tell its spread better. */
  readonly isVaried: boolean;
}

/** Go's own clock runs neither for the runtime's background, nor for the benchmark's timer. */
function isOfOperations({ from }: WeightedStack): boolean {
  return from === 'benchmark' || from === 'goroutine';
}

/** To stop the timer takes thousands of instructions; each process does it once at its end. */
const leastOfTimer = 1;
/** Of all instructions. Less is chance. */
const leastShare = 0.001;
/**
 * Where blocks of memory are taken, counts of one code in several layouts have differed by a fifth of a percent: a block that was
 * used before is cleared, a fresh one is not. A change of a percent is beyond three times this.
 */
export const leastSpreadOfHeap = 0.002;
/**
 * If less than this share of all instructions but those of the memory manager, of the timer, of look-ups and after long calls has
 * a stack from the benchmark's loop on, calls were taken for others.
 */
const leastWithCalls = 0.9;

/** `null` if operations execute nothing. */
export function countedBenchmark(program: CountedProgram): CountedBenchmark | null {
  const { pairs, table, simulated } = program;
  const growth = growthOf(pairs);
  const last = pairs.at(-1);
  if (last === undefined) return null;
  // Without contexts, each way through the calls would be a stack.
  const stacks = program.isFlat === true ? null : new CountedStacks(last, table, program.benchmark);
  const operationsOf = pairs.map(({ operations }) => operations);
  const of = (isCounted: (stack: WeightedStack) => boolean) =>
    stacks &&
    together(
      perOperation(growth, pairs, (each) => stacks.share(each, isCounted)),
      operationsOf,
    );
  const whole = together(
    perOperation(growth, pairs, () => 1),
    operationsOf,
  );
  const counted = of(isOfOperations);
  const loop = stacks && largestRoot(growth, stacks);
  const called = of(({ from, root }) => from === 'benchmark' || (from === 'goroutine' && root === loop));
  if (whole === null) return null;
  const operations = sumOf(operationsOf);
  const partOf = (part: WeightedStack['from']) => of(({ from }) => from === part)?.perOp ?? 0;
  const hasPauses = partOf('timer') >= leastOfTimer + leastShare * whole.perOp;
  const leastSpread = partOf('memory') >= leastShare * whole.perOp ? leastSpreadOfHeap : 0;
  const rest = whole.perOp - sumOf(traits.map(partOf));
  const hasCalls = stacks !== null && counted !== null && (called?.perOp ?? 0) >= leastWithCalls * rest;
  const found = hasCalls ? stacksIn(growth, stacks) : flatStacks(growth, program);
  const others = simulated.map((each) => simulatedCosts(each.pairs, program, hasCalls));
  const { perOp, spread } = hasCalls ? counted : whole;
  return {
    perOp,
    spread: hasCalls ? Math.max(spread, leastSpread) : spread,
    isVaried: spread > Math.max(exactSpread, leastSpread),
    operations,
    hasPauses,
    hasCalls,
    profile: profileOf([found, ...others.map((each) => each.found)], program),
    simulated: measurementsOf(program, others),
  };
}

/** What an instruction misses more seldom than once in so many operations is left to chance: of 0 misses it would make 0.00000253. */
const leastSimulated = 0.001;

interface SimulatedCosts {
  readonly found: readonly CountedStack[];
  /** By pair of processes. */
  readonly perOp: readonly number[];
}

/** What was simulated belongs to the stacks on which it happened, which need not be those with most instructions. */
function simulatedCosts(
  pairs: readonly CountedRuns[],
  program: CountedProgram,
  hasCalls: boolean,
): SimulatedCosts {
  const operations = sumOf(pairs.map((pair) => pair.operations));
  const growth = growthOf(pairs).filter(({ counts }) => sumOf(counts) >= leastSimulated * operations);
  const last = pairs.at(-1);
  if (!hasCalls || last === undefined)
    return { found: flatStacks(growth, program), perOp: perOperation(growth, pairs, () => 1) };
  const stacks = new CountedStacks(last, program.table, program.benchmark);
  const perOp = perOperation(growth, pairs, (each) => stacks.share(each, isOfOperations));
  return { found: stacksIn(growth, stacks), perOp };
}

function measurementsOf(
  { pairs, simulated }: CountedProgram,
  costs: readonly SimulatedCosts[],
): Measurement[] {
  if (simulated.length === 0) return [];
  return pairs.map(({ operations }, pair) => ({
    iterations: operations,
    metrics: Object.fromEntries(
      simulated.map(({ type }, i) => [`${type}/op`, costs[i]?.perOp[pair] ?? 0] as const),
    ),
  }));
}

/**
 * The function in which most stacks begin that do not begin in the benchmark: what has called it is not known any more once its
 * goroutine was paused. So it has the loop, on the benchmark's behalf.
 */
function largestRoot(growth: readonly InstructionGrowth[], stacks: CountedStacks): string | null {
  const weights = new Map<string, number>();
  for (const { from, root, weight } of growth.flatMap((each) => stacks.of(each))) {
    if (from === 'goroutine') weights.set(root, (weights.get(root) ?? 0) + weight);
  }
  const [largest] = [...weights].sort(([, a], [, b]) => b - a);
  return largest?.[0] ?? null;
}

interface CountedStack {
  /** The leaf first. */
  readonly instructions: readonly Instruction[];
  readonly count: number;
}

function stacksIn(growth: readonly InstructionGrowth[], stacks: CountedStacks): CountedStack[] {
  return growth.flatMap((each) => divided(each, stacks.of(each)));
}

/** The count of an instruction, in whole numbers by stack, without what the runtime does in the background. */
function divided(
  { counts, ...instruction }: InstructionGrowth,
  stacks: readonly WeightedStack[],
): CountedStack[] {
  let countLeft = sumOf(counts);
  let weightLeft = sumOf(stacks.map(({ weight }) => weight));
  const found: CountedStack[] = [];
  for (const stack of stacks) {
    const { calls, weight } = stack;
    const count = Math.min(countLeft, Math.round((countLeft * weight) / weightLeft));
    countLeft -= count;
    weightLeft -= weight;
    if (count > 0 && isOfOperations(stack)) found.push({ instructions: [instruction, ...calls], count });
  }
  return found;
}

/** Each instruction below the place in the benchmark from which most is called: its loop. */
function flatStacks(
  growth: readonly InstructionGrowth[],
  { pairs, table, benchmark }: CountedProgram,
): CountedStack[] {
  const [top = ''] = benchmark.split('/');
  const isOfBenchmark = ({ address }: Instruction) =>
    `${table.function(address)?.name ?? ''}.`.includes(`.${top}.`);
  const loop = largestOf((pairs.at(-1)?.more.calls ?? []).filter(isOfBenchmark));
  return growth.map(({ counts, ...instruction }) => {
    const isBelow = loop !== null && !isOfBenchmark(instruction);
    return { instructions: isBelow ? [instruction, loop] : [instruction], count: sumOf(counts) };
  });
}

function largestOf(calls: readonly ExecutedCall[]): ExecutedCall | null {
  return calls.reduce<ExecutedCall | null>(
    (largest, call) => (largest === null || call.count > largest.count ? call : largest),
    null,
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** @param costs the stacks of the instructions, then those of what was simulated */
function profileOf(
  costs: readonly (readonly CountedStack[])[],
  { table, binary, simulated }: CountedProgram,
): Profile {
  const profile = new StackProfile();
  const places = new Map<string, number | null>();
  const values = new Int64Builder('signed', costs.length * costs.flat().length + 1);
  /** `null` for code that the compiler has made up, which Go's profiles leave out. */
  const place = ({ object, address }: Instruction): number | null => {
    const func = object === binary ? table.function(address) : null;
    const frames = func === null ? [] : table.frames(func, address);
    if (func !== null && frames.length === 0) return null;
    return profile.place({ address: BigInt(address), object, frames });
  };
  for (const [i, stacks] of costs.entries()) {
    for (const { instructions, count } of stacks) {
      for (const instruction of instructions) {
        const key = keyOf(instruction);
        let row = places.get(key);
        if (row === undefined) {
          row = place(instruction);
          places.set(key, row);
        }
        if (row !== null) profile.frame(row);
      }
      profile.end();
      for (const own of costs.keys())
        values.push(own === i ? count % 2 ** 32 : 0, own === i ? Math.floor(count / 2 ** 32) : 0);
    }
  }
  const type = { type: 'instructions', unit: 'count' };
  const counted = profile.finish(values, {
    sampleTypes: [type, ...simulated.map((each) => ({ type: each.type, unit: 'count' }))],
    defaultSampleType: type.type,
    comments: ['valgrind --tool=callgrind'],
    mainObject: binary,
  });
  return { ...counted, periodType: type, period: 1n };
}
