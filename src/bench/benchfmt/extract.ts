/** The fields of a benchmark result by their keys: `.name`, `.fullname`, `/format`, `/gomaxprocs`, `goos`, `.file`. */
import { namePartsOf } from './benchmarkName.ts';
import type { FormatResult } from './format.ts';

/** A field of a result; the empty string where the result has none. */
export type Extractor = (result: FormatResult) => string;

/** The field for `key`, which is neither empty nor a group (`.config`) nor of a single value (`.unit`). */
export function extractor(key: string): Extractor {
  if (key === '.name') return ({ name }) => namePartsOf(name).base;
  if (key === '.fullname') return ({ name }) => name;
  if (key.startsWith('/')) return ({ name }) => namePart(name, key);
  return ({ config }) => config.find((entry) => entry.key === key)?.value ?? '';
}

function namePart(name: string, key: string): string {
  const { parts } = namePartsOf(name);
  const last = parts.at(-1);
  if (key === '/gomaxprocs' && last?.startsWith('-')) return last.slice(1);
  const prefix = `${key}=`;
  return parts.find((part) => part.startsWith(prefix))?.slice(prefix.length) ?? '';
}

/**
 * The full name without `excluded` keys. A part goes altogether: a benchmark with GOMAXPROCS 1 has no such
 * part and must be the same as one with 8. The base name is replaced by `*`.
 */
export function fullNameWithout(excluded: readonly string[]): Extractor {
  const prefixes = excluded.filter((key) => key.startsWith('/')).map((key) => `${key}=`);
  const isProcsExcluded = excluded.includes('/gomaxprocs');
  const isExcluded = (part: string) =>
    prefixes.some((prefix) => part.startsWith(prefix)) || (isProcsExcluded && part.startsWith('-'));
  return ({ name }) => {
    const { base, parts } = namePartsOf(name);
    const kept = parts.filter((part) => !isExcluded(part));
    return [excluded.includes('.name') ? '*' : base, ...kept].join('');
  };
}
