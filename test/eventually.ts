/** Waits of tests. Each ends: a wait without a limit hides what went wrong behind the limit of somebody else. */
import { AssertionError } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';

type Look<T> = () => T | undefined | false | Promise<T | undefined | false>;

const patience = 60_000;

/**
 * Waits until `look` finds something (not undefined, not false), and returns it.
 *
 * @param what what is waited for, as the error says it; a function says it when the wait is over
 */
export async function eventually<T>(
  what: string | (() => string),
  look: Look<T>,
  milliseconds = patience,
): Promise<T> {
  for (const begun = Date.now(); ; await pause(begun)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > begun + milliseconds) throw inVain(what, milliseconds);
  }
}

/** Waits until all assertions of `check` hold. When the time is over, the one that fails says what is wrong. */
export async function eventuallyHolds(check: () => Promise<void>, milliseconds = patience): Promise<void> {
  for (const begun = Date.now(); ; await pause(begun)) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AssertionError) || Date.now() > begun + milliseconds) throw error;
    }
  }
}

/** Between two looks: they take time from what is waited for, so the longer it takes, the fewer they are. */
function pause(begun: number): Promise<void> {
  return sleep(Math.min(500, Math.max(30, (Date.now() - begun) / 10)));
}

/** Waits for a promise that others resolve: the end of a process, an answer. */
export async function within<T>(
  what: string | (() => string),
  awaited: Promise<T>,
  milliseconds = patience,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(inVain(what, milliseconds)), milliseconds);
  });
  return Promise.race([awaited, limit]).finally(() => clearTimeout(timer));
}

function inVain(what: string | (() => string), milliseconds: number): Error {
  return new Error(`After ${milliseconds / 1000} s still not: ${typeof what === 'string' ? what : what()}`);
}
