import { grown, grownLength } from '../pprof/growing.ts';
import { NumberedPairs } from '../pprof/numberedPairs.ts';
import { checkFrames } from './badRecording.ts';
import type { StackProfile } from './stackProfile.ts';

/** The stack without a frame: who begins all others. */
export const noStack = 0;

/**
 * Stacks of a recording that says who calls whom. A stack is a number: the place that it adds to another one. So a sample
 * takes no time for its depth, but for the first one with its stack.
 */
export class StackTree {
  /** The stack of the caller and the called place; a stack is the number of its pair + 1. */
  readonly #calls = new NumberedPairs();
  /** By stack, which of the profile's distinct samples has it, + 1; 0 for none. */
  #sampleOf = new Uint32Array(1024);

  /** @param bytes how many the recording has @param thread what its samples are labelled with; empty for no label */
  constructor(
    private readonly profile: StackProfile,
    private readonly bytes: number,
    private readonly thread: string = '',
  ) {}

  /** The stack in which the innermost function of another one calls a place. */
  call(caller: number, place: number): number {
    return this.#calls.add(caller, place) + 1;
  }

  /** The stack without its innermost place. */
  caller(stack: number): number {
    return stack === noStack ? noStack : this.#calls.first[stack - 1]!;
  }

  /** The innermost place of a stack; -1 of that without frames. */
  place(stack: number): number {
    return stack === noStack ? -1 : this.#calls.second[stack - 1]!;
  }

  /** Adds a sample. Throws `BadRecording` if the stacks of all are too deep for their recording. */
  addSample(stack: number): void {
    if (stack >= this.#sampleOf.length) {
      this.#sampleOf = grown(this.#sampleOf, grownLength(this.#sampleOf.length, stack + 1));
    }
    const known = this.#sampleOf[stack]!;
    if (known !== 0) {
      this.profile.endAs(known - 1);
      return;
    }
    for (let at = stack; at !== noStack; at = this.caller(at)) this.profile.frame(this.place(at));
    this.#sampleOf[stack] = endStack(this.profile, this.bytes, this.thread) + 1;
  }
}

/**
 * Ends a sample whose frames have been added. Answers the number of its stack and thread. Throws `BadRecording` if the stacks of
 * all are too deep for a recording of so many bytes.
 */
export function endStack(profile: StackProfile, bytes: number, thread = ''): number {
  if (thread !== '') profile.label('thread', thread);
  const distinct = profile.end();
  checkFrames(profile.frames, bytes);
  return distinct;
}
