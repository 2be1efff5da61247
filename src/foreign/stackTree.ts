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
  /** A stack and the number of a thread; by the number of such a pair, which of the profile's distinct samples has both. */
  readonly #samples = new NumberedPairs();
  readonly #distinct: number[] = [];
  readonly #threads = new Map<string, number>();

  /** @param bytes how many the recording has */
  constructor(
    private readonly profile: StackProfile,
    private readonly bytes: number,
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

  /**
   * Adds a sample. Throws `BadRecording` if the stacks of all are too deep for their recording.
   *
   * @param thread what the sample is labelled with; empty for no label
   */
  addSample(stack: number, thread = ''): void {
    const known = this.#threads.get(thread) ?? this.#threads.size;
    this.#threads.set(thread, known);
    const sample = this.#distinct[this.#samples.add(stack, known)];
    if (sample !== undefined) {
      this.profile.endAs(sample);
      return;
    }
    for (let at = stack; at !== noStack; at = this.caller(at)) this.profile.frame(this.place(at));
    this.#distinct.push(endStack(this.profile, this.bytes, thread));
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
