/** On which stacks the operations of a benchmark have executed an instruction, by two counts in contexts. */
import { madeOnce } from '../../base/maps.ts';
import { CalledContexts } from './calledContexts.ts';
import type { CallgrindCounts } from './callgrindFile.ts';
import { type CountedRuns, type Instruction, keyOf } from './countedOperations.ts';
import type { FunctionTable } from './goTable.ts';

/** How often an instruction was executed on a stack. */
export interface WeightedStack {
  /** The call instructions, the innermost first. */
  readonly calls: readonly Instruction[];
  readonly weight: number;
  /**
   * Its root: in what calls the benchmark, in a goroutine that the program has started, or in the runtime itself. But `timer` for
   * the benchmark's own, and `memory` for what the memory manager does now and then.
   */
  readonly from: 'benchmark' | 'goroutine' | 'runtime' | 'timer' | 'memory';
  /** The name of the outermost function. */
  readonly root: string;
}

/** They call the benchmark. */
const beginning = /^testing\.\(\*B\)\.(?:runN|launch|run1\.func1|RunParallel\.func\d+)$/;
/** Here another goroutine goes on, which callgrind takes for a call. */
const switching =
  /^(?:gogo|runtime\.(?:mcall|gogo|schedule|execute|goexit|mstart\d?|rt0_go|newstack|morestack|morestack_noctxt))(?:\.abi0)?$/;
/** They only wait here. Whatever else they seem to call is a goroutine that was preempted, and goes on. */
const parking = /^runtime\.(?:gopark|goyield|Gosched|goexit1|asyncPreempt2)(?:\.abi0)?$/;
/** What happens less often on one stack, and often on another one, is a remainder of the setup. */
const leastPerOperation = 0.001;
/** They cost nothing by Go's own clock. */
const ofTimer = /^testing\.\(\*B\)\.(?:Start|Stop|Reset)Timer$/;
/**
 * What the memory manager does now and then: new blocks of memory, sweeping, collecting, and what writes of pointers cost while it
 * collects; samples of allocations, at random. When it does depends on the heap, on what was done before and on the machine, not on
 * the code of an operation.
 */
const nowAndThen =
  /^(?:gcWriteBarrier|runtime\.(?:\(\*mcache\)\.(?:refill|nextFree|allocLarge)|gcStart|gcAssistAlloc|gcBgMarkWorker|bgsweep|bgscavenge|deductAssistCredit|deductSweepCredit|gcWriteBarrier\d?|wbBufFlush|wbMove|wbZero|bulkBarrierPreWrite(?:SrcOnly)?|gcmarknewobject|profilealloc))(?:\.abi0)?$/;
const ofRuntime = /^(?:internal\/)?runtime[/.]/;

export class CountedStacks {
  /** How the names of the benchmark's function, and of function literals in it, go on behind their package. */
  readonly #function: string;
  readonly #operations: number;
  /** By instruction and stack. Those that more operations have not executed more often belong to the setup. */
  readonly #stacks = new Map<string, Map<string, WeightedStack>>();

  /** @param benchmark its full name */
  constructor(
    { fewer, more, operations }: CountedRuns,
    private readonly table: FunctionTable,
    benchmark: string,
  ) {
    const [top = ''] = benchmark.split('/');
    this.#function = `.${top}.`;
    this.#operations = operations;
    this.#add(more, 1);
    this.#add(fewer, -1);
  }

  #add(counted: CallgrindCounts, sign: number): void {
    // Where a goroutine goes on after a pause, callgrind takes its returns for calls of its callers.
    const calls = counted.calls.filter(({ address }) => !this.table.isReturn(address));
    const functions = new Map(counted.executed.map((each) => [each.context, each]));
    const contexts = new CalledContexts(calls, (call) => {
      const name = this.#functionAt(call);
      if (this.#isOfBenchmark(name)) return 'with';
      const callee = functions.get(call.callee);
      const goesOn = parking.test(name) && callee !== undefined && !switching.test(this.#functionAt(callee));
      return goesOn || switching.test(name) ? 'behind' : null;
    });
    for (const { context, count, ...instruction } of counted.executed) {
      const stacks = madeOnce(this.#stacks, keyOf(instruction), () => new Map<string, WeightedStack>());
      for (const { calls, share } of contexts.stacks(context)) {
        const key = calls.map(({ address }) => address).join(' ');
        const before = stacks.get(key);
        const { from, root } = before ?? this.#rootOf([instruction, ...calls]);
        stacks.set(key, { calls, from, root, weight: (before?.weight ?? 0) + sign * share * count });
      }
    }
  }

  #isOfBenchmark(name: string): boolean {
    return beginning.test(name) || `${name}.`.includes(this.#function);
  }

  #functionAt({ address }: Instruction): string {
    return this.table.function(address)?.name ?? '';
  }

  #rootOf(instructions: readonly Instruction[]): Pick<WeightedStack, 'from' | 'root'> {
    const names = instructions.map((each) => this.#functionAt(each));
    const root = names.at(-1) ?? '';
    if (names.some((name) => ofTimer.test(name))) return { from: 'timer', root };
    if (names.some((name) => nowAndThen.test(name))) return { from: 'memory', root };
    if (this.#isOfBenchmark(root)) return { from: 'benchmark', root };
    const isRuntime = root === '' || ofRuntime.test(root) || switching.test(root);
    return { from: isRuntime ? 'runtime' : 'goroutine', root };
  }

  /** The stacks of an instruction on which operations have executed it. */
  of(instruction: Instruction): WeightedStack[] {
    const stacks = [...(this.#stacks.get(keyOf(instruction))?.values() ?? [])];
    const frequent = stacks.filter(({ weight }) => weight >= leastPerOperation * this.#operations);
    return frequent.length > 0 ? frequent : stacks.filter(({ weight }) => weight > 0);
  }

  /** Which share of an instruction's count has stacks like this; 0 if no stack of it is known. */
  share(instruction: Instruction, isCounted: (stack: WeightedStack) => boolean): number {
    let [counted, all] = [0, 0];
    for (const stack of this.of(instruction)) {
      all += stack.weight;
      if (isCounted(stack)) counted += stack.weight;
    }
    return all === 0 ? 0 : counted / all;
  }
}
