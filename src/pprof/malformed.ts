import type { Problem, Result } from '../result.ts';
import { fail } from '../result.ts';

/**
 * Carries a problem out of the decoder's nested loops, where a `Result` for every varint would cost
 * more than the decoding. Never leaves this room: `catchMalformed` turns it into a `Result`.
 */
export class Malformed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.template);
    this.problem = problem;
  }
}

/** A `Malformed` with the problem that `fail` makes of the same arguments. */
export function malformed(
  code: string,
  template: string,
  args: readonly (string | number)[] = [],
): Malformed {
  return new Malformed(fail(code, template, args).problem);
}

/** The bytes end inside something that was announced longer. */
export function truncated(): Malformed {
  return malformed(
    'truncated',
    'The profile ends in the middle of a field; it was cut off or damaged. Record it again.',
  );
}

/** The result of `decode`, with what it throws for damaged input as a failure. */
export function catchMalformed<T>(decode: () => Result<T>): Result<T> {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.problem };
    throw error;
  }
}
