import { fail, ok, type Result } from '../../result.ts';
import type { SearchText } from './questions.ts';

/** A test for the texts that a search means, or why its regular expression cannot be read. */
export function searchExpression({ text, regExp, matchCase }: SearchText): Result<(text: string) => boolean> {
  // Go's way to say "any case" in the expression itself; JavaScript has a flag for it.
  const inlineFlag = regExp && text.startsWith('(?i)');
  const source = regExp ? text.slice(inlineFlag ? 4 : 0) : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  try {
    const expression = new RegExp(source, matchCase && !inlineFlag ? '' : 'i');
    return ok((candidate) => expression.test(candidate));
  } catch {
    return fail('bad-expression', 'Not a regular expression: {0}', [text]);
  }
}
