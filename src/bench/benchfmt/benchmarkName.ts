/** The parts of a benchmark's name as golang.org/x/perf/benchfmt takes it apart. */

/** `Encode/format=json-48` is `Encode`, `/format=json` and `-48`; joined they are the name again. */
export interface NameParts {
  readonly base: string;
  /** `/key=value`, `/anything` and, only as the last, `-` with GOMAXPROCS. */
  readonly parts: readonly string[];
}

/** Takes any number after the last dash for GOMAXPROCS: a single name does not tell. */
export function namePartsOf(name: string): NameParts {
  const procs = /-[0-9]+$/.exec(name)?.[0] ?? '';
  const [base = '', ...rest] = name.slice(0, name.length - procs.length).split('/');
  const parts = rest.map((part) => `/${part}`);
  if (procs !== '') parts.push(procs);
  return { base, parts };
}
