import type { CompleterResult } from 'node:readline';
import { literalPattern, plainLine } from '../../base/escape.ts';
import type { Profile } from '../../pprof/profile.ts';

/** A terminal shows no more. */
const mostShown = 200;

/**
 * Completes the first word of a line with commands and options, as also the word after `help`; the others with functions whose
 * name contains the word, as patterns that match only that name.
 *
 * @param words commands and options
 */
export function completer(words: readonly string[], profile: Profile): (line: string) => CompleterResult {
  let functions: readonly string[] | null = null;
  return (line) => {
    const typed = line.split(/\s+/);
    const last = typed.at(-1)!;
    if (typed.length === 1 || (typed.length === 2 && typed[0] === 'help')) {
      return [words.filter((word) => word.startsWith(last.toLowerCase())), last];
    }
    functions ??= functionNames(profile);
    const [, sign = '', part = ''] = /^(-?)(.*)$/s.exec(last) ?? [];
    const plain = part.replaceAll('\\', '');
    const found = functions.filter((name) => name.includes(plain)).slice(0, mostShown);
    return [found.map((name) => sign + quoted(name)), last];
  };
}

/** Names of functions, which are shown on a terminal. A pattern ends at a space. */
function functionNames({ functions, strings }: Profile): string[] {
  const names = new Set<string>();
  for (let row = 0; row < functions.count; row++) names.add(plainLine(strings.get(functions.name[row]!)));
  return [...names].filter((name) => name !== '').sort();
}

function quoted(name: string): string {
  return literalPattern(name).replace(/\s/g, '.');
}
