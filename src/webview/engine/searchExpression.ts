import { compilePattern } from '../../analysis/filters/pattern.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { SearchText } from './scope.ts';

/**
 * A test whether a search matches a text. Fails with `bad-pattern` if its regular expression is not valid.
 */
export function searchExpression({ text, regExp, matchCase }: SearchText): Result<(text: string) => boolean> {
  if (!regExp) return ok(plainText(text, matchCase));
  const pattern = compilePattern('search', matchCase ? text : `(?i)${text}`);
  if (!pattern.ok) return fail('bad-pattern', 'Not a regular expression: {0}', [text]);
  return ok((candidate) => pattern.value.matches(candidate));
}

/**
 * A test whether a table shows the row of a name. An incomplete expression, which the user is still typing, hides no
 * row.
 */
export function rowFilter(search: SearchText): (name: string) => boolean {
  const matches = search.text === '' ? null : searchExpression(search);
  return matches?.ok === true ? matches.value : () => true;
}

function plainText(text: string, matchCase: boolean): (text: string) => boolean {
  if (matchCase) return (candidate) => candidate.includes(text);
  const lower = text.toLowerCase();
  return (candidate) => candidate.toLowerCase().includes(lower);
}
