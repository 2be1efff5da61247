/**
 * The stacks of Go's functions in a recording, as the runtime itself would walk them.
 *
 * Frame pointers leave out the caller of a function that has no frame of its own: of `copy` and of many small functions, so
 * often a line of the user's. Walking by the runtime's tables, from the bytes of the stack, leaves out nothing, but it ends
 * where the runtime switches to another stack, from which frame pointers lead back. So each event is recorded twice, once in
 * each way, and of the two recordings, those stacks are taken that each of them is right for:
 *
 *   goroutine   from the bytes: on a goroutine's own stack, from its first function on
 *   others      from frame pointers: on a stack of the system, in code that is not Go's, or too deep for the bytes
 *
 * Which of them a stack is shows in both recordings, so each is counted once.
 */
import type { GoFunction, GoTable } from './goTable.ts';
import type { RecordedSample, RecordedStack } from './recording.ts';

export interface GoFrame {
  /** In the program, as its symbols have it. Of a caller, inside its call instruction. */
  readonly address: number;
  readonly function: GoFunction;
}

export interface GoStack {
  /** The leaf first. Without what starts a goroutine. */
  readonly frames: readonly GoFrame[];
  /** It is a goroutine's, from its first function on, nothing but Go, and not deep. */
  readonly isGoroutine: boolean;
}

/** It starts each goroutine. Go's own profiles leave it out. */
const goroutineStart = /^runtime\.goexit(?:\.abi0)?$/;
/** They run on a stack of the system, or change to one without a frame that says so. */
const switching =
  /^runtime\.(?:systemstack|mcall|morestack|morestack_noctxt|asmcgocall|cgocallback|sigtramp|sigreturn__sigaction|nanotime1|walltime|mstart|rt0_go|gogo)(?:\.abi0)?$/;

/** Put between two instructions of its caller, by a signal: its return address is behind no call. */
const interrupting = /^runtime\.(?:asyncPreempt|sigpanic)(?:\.abi0)?$/;

/** Bytes of a stack that are recorded. Those of most benchmarks have a few hundred. */
export const recordedBytes = 16 * 1024;
/** By frame pointers, Linux records 127 frames (kernel.perf_event_max_stack), the kernel's among them. */
const manyFrames = 100;
const wordBytes = 8;

/** @param base the program's symbols are lower by so much than its addresses in the process */
export function stackByPointers(table: GoTable, { chain }: RecordedSample, base: number): GoStack {
  const frames: GoFrame[] = [];
  let isGo = chain.length > 0;
  let depth = 0;
  for (const recorded of chain) {
    const address = recorded - base - callBytes(frames.at(-1));
    const func = table.function(address);
    if (func === null) isGo = false;
    else {
      frames.push({ address, function: func });
      depth += table.stackGrowth(func, address) + wordBytes;
    }
  }
  return stackOf(frames, isGo && depth <= recordedBytes);
}

export function stackByBytes(table: GoTable, stack: RecordedStack, base: number): GoStack {
  const { bytes } = stack;
  const frames: GoFrame[] = [];
  let [address, top] = [stack.instruction - base, 0];
  while (frames.length < manyFrames) {
    const func = table.function(address);
    if (func === null) return stackOf(frames, false);
    frames.push({ address, function: func });
    if (goroutineStart.test(func.name)) break;
    const growth = table.stackGrowth(func, address);
    const returnAt = top + growth;
    if (growth < 0 || returnAt + wordBytes > bytes.length) return stackOf(frames, false);
    address = Number(bytes.readBigUInt64LE(returnAt)) - base - callBytes(frames.at(-1));
    top = returnAt + wordBytes;
  }
  return stackOf(frames, true);
}

/** By so much the caller's address is lower than the one it returns to, which may be on another line. */
function callBytes(callee: GoFrame | undefined): number {
  return callee === undefined || interrupting.test(callee.function.name) ? 0 : 1;
}

function stackOf(frames: GoFrame[], isGo: boolean): GoStack {
  const last = frames.at(-1);
  const isWhole = last !== undefined && goroutineStart.test(last.function.name);
  if (isWhole) frames.pop();
  const isSwitched = frames.some(({ function: { name } }) => switching.test(name));
  return { frames, isGoroutine: isGo && isWhole && !isSwitched && frames.length < manyFrames - 1 };
}
