import { SourceCode } from './sourceCode.ts';

/**
 * Which of these methods a Go source calls on anything: `x.Name(`. Names in comments and strings do not count.
 */
export function calledMethods(text: string, names: readonly string[]): ReadonlySet<string> {
  const called = new Set<string>();
  const there = names.filter((name) => text.includes(name));
  if (there.length === 0) return called;
  const source = new SourceCode(text, true);
  for (const [line, content] of source.lines.entries()) {
    if (!there.some((name) => content.includes(name))) continue;
    const tokens = source.tokensOf(line);
    for (const [i, token] of tokens.entries()) {
      if (tokens[i + 1] === '(' && there.includes(token) && (i === 0 || tokens[i - 1] === '.'))
        called.add(token);
    }
  }
  return called;
}
