/**
 * The fields of a benchmark result by their keys: `.name`, `.fullname`, `/format`, `/gomaxprocs`, `goos`, `.file`.
 * A name is taken apart as golang.org/x/perf/benchfmt does it.
 */
import type { FormatResult } from './format.ts';

/** A field of a result; the empty string where the result has none. */
export type Extractor = (result: FormatResult) => string;

/** The field for `key`. The key is not empty, not `.config` (a group of fields) and not `.unit` (each value has its own). */
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
 * The full name without `excluded` keys. A part is removed as a whole: with GOMAXPROCS 1 a benchmark has no such part,
 * and must get the same name as with 8. The base name is replaced by `*`.
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

/** `Encode/format=json-48` is `Encode`, `/format=json` and `-48`; joined, they are the name again. */
interface NameParts {
  readonly base: string;
  /** `/key=value` or `/anything`; the last one may be `-` with GOMAXPROCS. */
  readonly parts: readonly string[];
}

/** Any number after the last dash is taken for GOMAXPROCS: a name alone does not show whether it is. */
function namePartsOf(name: string): NameParts {
  const procs = /-[0-9]+$/.exec(name)?.[0] ?? '';
  const [base = '', ...rest] = name.slice(0, name.length - procs.length).split('/');
  const parts = rest.map((part) => `/${part}`);
  if (procs !== '') parts.push(procs);
  return { base, parts };
}
