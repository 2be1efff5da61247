import type { Problem, Result } from '../base/result.ts';
import { fail } from '../base/result.ts';

/**
 * Carries a problem out of the decoder's nested loops: a `Result` for every varint would take longer than the decoding.
 * It never leaves this folder: `catchMalformed` turns it into a `Result`.
 */
export class Malformed extends Error {
  constructor(readonly problem: Problem) {
    super(problem.template);
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

/** The tables whose rows have ids. */
export type TableName = 'function' | 'location' | 'mapping';

/** Two rows of a table have the same id, given as two unsigned halves. */
export function idTwice(table: TableName, low: number, high: number): Malformed {
  return malformed(
    `${table}-id-duplicate`,
    'The profile holds two {0}s with the id {1}; it is damaged. Record it again.',
    [table, String((BigInt(high) << 32n) | BigInt(low))],
  );
}

/** A line of a location refers to no function. */
export function functionMissing(): Malformed {
  return malformed(
    'function-missing',
    'A location of the profile names a function that is not there; it is damaged. Record it again.',
  );
}

/** A row of a table has no id. */
export function idZero(table: TableName): Malformed {
  return malformed(
    `${table}-id-zero`,
    'The profile holds a {0} with the reserved id 0; it is damaged. Record it again.',
    [table],
  );
}

/** The bytes end inside a field. */
export function truncated(): Malformed {
  return malformed(
    'truncated',
    'The profile ends in the middle of a field; it was cut off or damaged. Record it again.',
  );
}

/** The result of `decode`. A `Malformed` that it throws becomes a failure. */
export function catchMalformed<T>(decode: () => Result<T>): Result<T> {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.problem };
    throw error;
  }
}
