import { RE2JS, RE2JSException } from 're2js';
import { fail, ok, type Result } from '../../base/result.ts';
import type { StringIndex, StringTable } from '../../pprof/profile.ts';

/**
 * A regular expression in Go's syntax (RE2), as in pprof's options. Matching takes time in proportion to the text, so no
 * pattern can hang an editor.
 */
export interface Pattern {
  readonly source: string;
  /** Whether it matches anywhere in `text`. */
  matches(text: string): boolean;
}

/**
 * Compiles a pattern. Fails with `bad-pattern`.
 *
 * @param option the name of the option that the pattern belongs to, for the problem's sentence
 */
export function compilePattern(option: string, source: string): Result<Pattern> {
  try {
    const compiled = RE2JS.compile(source);
    return ok({ source, matches: (text) => compiled.test(text) });
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return fail('bad-pattern', 'The pattern for {0} is not a regular expression of Go: {1}.', [
      option,
      error.message,
    ]);
  }
}

/** Which strings of a table match. Each string is matched at most once. */
export class MatchedStrings {
  /** 0 not asked, 1 no, 2 yes. */
  readonly #answers: Uint8Array;

  constructor(
    private readonly strings: StringTable,
    private readonly matches: (text: string) => boolean,
  ) {
    this.#answers = new Uint8Array(strings.length);
  }

  has(index: StringIndex): boolean {
    const known = this.#answers[index]!;
    if (known !== 0) return known === 2;
    const matches = this.matches(this.strings.get(index));
    this.#answers[index] = matches ? 2 : 1;
    return matches;
  }
}
