import { fail, ok, type Result } from '../../base/result.ts';

/**
 * The arguments in a text, as a shell separates them: by spaces, except in quotes; a backslash takes the next character as it
 * is, except in single quotes. Nothing is expanded, and no shell is started. Problem: `open-quote`.
 */
export function splitArguments(text: string): Result<string[]> {
  const args: string[] = [];
  let current: string | null = null;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\' && quote !== "'" && i + 1 < text.length) {
      i++;
      current = (current ?? '') + text[i]!;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else current = (current ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      current ??= '';
    } else if (/\s/.test(char)) {
      if (current !== null) args.push(current);
      current = null;
    } else current = (current ?? '') + char;
  }
  if (quote !== '') return fail('open-quote', 'A quote {0} is not closed.', [quote]);
  if (current !== null) args.push(current);
  return ok(args);
}
