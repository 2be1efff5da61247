/** The names that package testing gives to sub-benchmarks (testing/match.go). */

/** What package testing takes for white space: that of `\s`, and U+0085. */
const space = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;
/** As Go's strconv.IsPrint: letters, marks, numbers, punctuation, symbols. */
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;
const shortEscapes: Readonly<Record<string, string>> = { '\u0007': '\\a', '\b': '\\b' };

function escapeCharacter(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Rewrites a name given to `b.Run` as package testing does: no white space, only printable characters. */
export function rewriteSubName(name: string): string {
  let rewritten = '';
  for (const character of name) {
    if (space.test(character)) rewritten += '_';
    else rewritten += printable.test(character) ? character : escapeCharacter(character);
  }
  return rewritten;
}

/** Splits `BenchmarkX/sub#03` into `BenchmarkX/sub` and 3. The number is 0 if the name has none. */
function splitOccurrence(name: string): { prefix: string; occurrence: number } {
  const none = { prefix: name, occurrence: 0 };
  const match = /^(.*)#(\d{2}|[1-9]\d{2,})$/su.exec(name);
  if (!match) return none;
  // Package testing adds `#00` only to an empty name.
  if (match[2] === '00' && !match[1]!.endsWith('/')) return none;
  return { prefix: match[1]!, occurrence: Number(match[2]) };
}

/**
 * Makes the full names of sub-benchmarks, in the order of their `b.Run` calls. A name that is used again gets `#01`,
 * then `#02`. An empty name gets `#00`.
 */
export class SubNames {
  readonly #seen = new Map<string, number>();

  /** The full name of the next sub-benchmark: `parent` is a full name, `name` is the text given to `b.Run`. */
  next(parent: string, name: string): string {
    const rewritten = rewriteSubName(name);
    const base = `${parent}/${rewritten}`;
    for (;;) {
      const before = this.#seen.get(base) ?? 0;
      this.#seen.set(base, before + 1);
      if (before === 0 && rewritten !== '') {
        // The second `sub` may already have the name `sub#01`.
        const { prefix, occurrence } = splitOccurrence(base);
        if (prefix !== base && occurrence < (this.#seen.get(prefix) ?? 0)) continue;
        return base;
      }
      const numbered = `${base}#${String(before).padStart(2, '0')}`;
      if (!this.#seen.get(numbered)) return numbered;
    }
  }
}
