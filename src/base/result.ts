import * as l10n from '@vscode/l10n';

/**
 * Failures as values. What can fail because of its input, or of the world outside, returns a `Result`. Only a bug throws.
 */

/** What went wrong, in one sentence a user can act on. */
export interface Problem {
  /** Identifier in kebab-case, e.g. `gzip-truncated`. It must not change: tests and buttons refer to it. */
  readonly code: string;
  /** The sentence, English, with `{0}`, `{1}`... where `args` go. It is the key for translations. */
  readonly template: string;
  readonly args: readonly (string | number)[];
  /** Longer text for the output channel (compiler output, stderr). Never shown in a notification. */
  readonly details?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failed result. `template` is a full sentence with `{0}`-style places for `args`. */
export function fail(
  code: string,
  template: string,
  args: readonly (string | number)[] = [],
  details?: string,
): { readonly ok: false; readonly problem: Problem } {
  const problem = details === undefined ? { code, template, args } : { code, template, args, details };
  return { ok: false, problem };
}

/** The problem's sentence in the user's language. */
export function sentence({ template, args }: Problem): string {
  return l10n.t(template, ...args);
}

/** What an error says that something else has thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same with its stack, for a log. */
export function errorStack(error: unknown): string {
  return (error instanceof Error && error.stack) || errorText(error);
}

/** What the system calls an error: `EACCES`; empty where it has no such name. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The sentence without its full stop, as a part of another one. */
export function clause(problem: Problem): string {
  return sentence(problem).replace(/[.。]$/, '');
}
