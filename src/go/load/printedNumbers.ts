/** Numbers in what programs print that send requests. */

/** The number that the first group of a pattern matches. */
export function numberAfter(printed: string, pattern: RegExp): number | null {
  const found = pattern.exec(printed)?.[1];
  return found === undefined ? null : Number(found);
}

/** Units of time, in milliseconds. */
export const unitsInMs: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A time such as `1.25ms`, in milliseconds: the first group of the pattern is the number, the second the unit. */
export function milliseconds(printed: string, pattern: RegExp): number | null {
  const [, value, unit = ''] = pattern.exec(printed) ?? [];
  const factor = unitsInMs[unit];
  return value === undefined || factor === undefined ? null : Number(value) * factor;
}

/** What a text in JSON says; `null` if it is none. */
export function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}

/** The answers by status, of a program that prints them as an object: failed are those from 400 on, and errors. */
export function failuresIn(
  statuses: unknown,
  errors: number,
): { failures: Record<string, number>; answered: number } {
  const failures: Record<string, number> = {};
  let answered = 0;
  for (const [status, count] of Object.entries(typeof statuses === 'object' ? (statuses ?? {}) : {})) {
    // Vegeta counts what was not answered as status 0.
    if (typeof count !== 'number' || !/^[1-9]\d\d$/.test(status)) continue;
    answered += count;
    if (Number(status) >= 400) failures[status] = count;
  }
  if (errors > 0) failures.error = errors;
  return { failures, answered };
}
