/** On which stacks the operations of a benchmark have executed an instruction, by two counts in contexts. */
import { timerFunction } from '../../analysis/benchmark/stackRoots.ts';
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
   * the benchmark's own, `memory` for what the memory manager does now and then, `noted` for what is looked up unless it is noted,
   * and `late` for what follows a system call that took long.
   */
  readonly from: 'benchmark' | 'goroutine' | 'runtime' | Trait;
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
/**
 * What the memory manager does now and then: new blocks of memory, sweeping, collecting, and what writes of pointers cost while it
 * collects; samples of allocations, at random. When it does depends on the heap, on what was done before and on the machine, not on
 * the code of an operation.
 */
const nowAndThen =
  /^(?:gcWriteBarrier|runtime\.(?:\(\*mcache\)\.(?:refill|nextFree|allocLarge)|gcStart|gcAssistAlloc|gcBgMarkWorker|bgsweep|bgscavenge|deductAssistCredit|deductSweepCredit|gcWriteBarrier\d?|wbBufFlush|wbMove|wbZero|bulkBarrierPreWrite(?:SrcOnly)?|gcmarknewobject|profilealloc))(?:\.abi0)?$/;
/**
 * What the runtime looks up unless it has noted the answer. It notes what answers a type switch or an assertion to an interface with a
 * chance of one to a thousand, so that processes differ by as many calls, which no later operation has. Of the tables of an address
 * (`runtime.Callers`, stack traces) it notes a few, by the address: which ones depends on where the linker has put the code.
 */
const untilNoted = /^runtime\.(?:interfaceSwitch|typeAssert|pcvalue)(?:\.abi0)?$/;
/**
 * A goroutine whose system call took long has lost its processor, and gets one again here (runtime/proc.go, `exitsyscall`). How
 * many calls are that long is up to the machine, and under valgrind it is many.
 */
const afterLongCalls =
  /^runtime\.(?:exitsyscall(?:\.func\d+|0|NoP|TryGetP)|exitsyscallfast(?:\.func\d+|_pidle|_reacquired)|entersyscall(?:_sysmon|_gcwait|WakeSysmon|HandleGCWait))$/;
const ofRuntime = /^(?:internal\/)?runtime[/.]/;

/** What a function makes of each stack that it is on, whatever its root; the first one counts. */
export const traits = ['timer', 'memory', 'noted', 'late'] as const;
type Trait = (typeof traits)[number];

/** The calls of a stack, and what is known of it by them. */
interface KnownCalls {
  readonly calls: WeightedStack['calls'];
  readonly trait: Trait | null;
  /** `null` where nothing is called. */
  readonly root: string | null;
}

interface KnownFunction {
  readonly name: string;
  readonly trait: Trait | null;
}

export class CountedStacks {
  /** How the names of the benchmark's function, and of function literals in it, go on behind their package. */
  readonly #function: string;
  readonly #operations: number;
  /** By instruction and stack, how often. Those that more operations have not executed more often belong to the setup. */
  readonly #weights = new Map<string, Map<KnownCalls, number>>();
  readonly #frequent = new Map<string, readonly WeightedStack[]>();
  /** By their addresses. */
  readonly #calls = new Map<string, KnownCalls>();
  readonly #functions = new Map<number, KnownFunction>();

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
    const contexts = this.#contextsOf(counted);
    const inContext = new Map<number, { readonly known: KnownCalls; readonly share: number }[]>();
    for (const { context, count, ...instruction } of counted.executed) {
      const weights = madeOnce(this.#weights, keyOf(instruction), () => new Map<KnownCalls, number>());
      const all = madeOnce(inContext, context, () =>
        contexts.stacks(context).map(({ calls, share }) => ({ known: this.#known(calls), share })),
      );
      for (const { known, share } of all)
        weights.set(known, (weights.get(known) ?? 0) + sign * share * count);
    }
  }

  #contextsOf({ executed, calls: all }: CallgrindCounts): CalledContexts {
    // Where a goroutine goes on after a pause, callgrind takes its returns for calls of its callers.
    const calls = all.filter(({ address }) => !this.table.isReturn(address));
    const functions = new Map(executed.map((each) => [each.context, each]));
    return new CalledContexts(calls, (call) => {
      const { name } = this.#functionAt(call);
      const callee = functions.get(call.callee);
      const called = callee === undefined ? null : this.#functionAt(callee).name;
      // A function begins again when its stack has grown, or another goroutine has run.
      if (called === name && this.table.isJump(call.address)) return 'none';
      if (this.#isOfBenchmark(name)) return 'first';
      const goesOn = parking.test(name) && called !== null && !switching.test(called);
      return goesOn || switching.test(name) ? 'before' : 'inside';
    });
  }

  #isOfBenchmark(name: string): boolean {
    return beginning.test(name) || `${name}.`.includes(this.#function);
  }

  #functionAt({ address }: Instruction): KnownFunction {
    return madeOnce(this.#functions, address, () => {
      const name = this.table.function(address)?.name ?? '';
      return { name, trait: traitOf(name) };
    });
  }

  #known(calls: KnownCalls['calls']): KnownCalls {
    const key = calls.map(({ address }) => address).join(' ');
    return madeOnce(this.#calls, key, () => {
      const functions = calls.map((each) => this.#functionAt(each));
      const trait = traits.find((each) => functions.some((one) => one.trait === each)) ?? null;
      return { calls, trait, root: functions.at(-1)?.name ?? null };
    });
  }

  #stackOf(
    instruction: Instruction,
    { calls, trait: ofCalls, root: called }: KnownCalls,
    weight: number,
  ): WeightedStack {
    const { name, trait: own } = this.#functionAt(instruction);
    const root = called ?? name;
    const trait = traits.find((each) => each === own || each === ofCalls);
    return { calls, from: trait ?? this.#fromRoot(root), root, weight };
  }

  #fromRoot(root: string): WeightedStack['from'] {
    if (this.#isOfBenchmark(root)) return 'benchmark';
    return root === '' || ofRuntime.test(root) || switching.test(root) ? 'runtime' : 'goroutine';
  }

  /** The stacks of an instruction on which operations have executed it. */
  of(instruction: Instruction): readonly WeightedStack[] {
    const key = keyOf(instruction);
    return madeOnce(this.#frequent, key, () => {
      const weights = [...(this.#weights.get(key) ?? [])].filter(([, weight]) => weight > 0);
      const frequent = weights.filter(([, weight]) => weight >= leastPerOperation * this.#operations);
      const kept = frequent.length > 0 ? frequent : weights;
      return kept.map(([calls, weight]) => this.#stackOf(instruction, calls, weight));
    });
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

function traitOf(name: string): Trait | null {
  if (timerFunction.test(name)) return 'timer';
  if (nowAndThen.test(name)) return 'memory';
  if (untilNoted.test(name)) return 'noted';
  return afterLongCalls.test(name) ? 'late' : null;
}
