/**
 * Separates the GOMAXPROCS suffix from the name. `testing` prints `BenchmarkX-8` if GOMAXPROCS is 8 and `BenchmarkX` if
 * it is 1, and the name of a sub-benchmark may itself be `size-8`. One line is not enough to see the difference; all
 * lines of a package nearly always are.
 */

/** What the caller knows beyond the text. */
export interface ProcsHint {
  /** The values of GOMAXPROCS, as given to `-cpu`. */
  readonly known?: readonly number[] | undefined;
  /** The exact name of the benchmark that was selected. */
  readonly selected?: string | undefined;
  /** The probable GOMAXPROCS. It is used only if the text is ambiguous. */
  readonly likely?: number | undefined;
}

export interface NameAndProcs {
  readonly name: string;
  readonly procs: number;
}

function split(printed: string): { base: string; suffix: number | null } {
  const match = /^(.+)-([1-9]\d*)$/.exec(printed);
  // GOMAXPROCS=1 is never printed.
  if (!match || match[2] === '1') return { base: printed, suffix: null };
  return { base: match[1]!, suffix: Number(match[2]) };
}

/** The values of GOMAXPROCS of the benchmarks whose names are certain. */
function procsOf(printed: readonly string[], known: (base: string) => boolean): Set<number> {
  const procs = new Set<number>();
  for (const text of printed) {
    if (known(text)) procs.add(1);
    const { base, suffix } = split(text);
    if (suffix !== null && known(base)) procs.add(suffix);
  }
  return procs;
}

function guess(printed: readonly string[], likely: number | undefined): Set<number> {
  const all = new Set(printed);
  const parts = printed.map(split);
  const plain = printed.filter((_, i) => parts[i]!.suffix === null);
  const suffixes = new Set(parts.flatMap(({ suffix }) => suffix ?? []));
  if (plain.length > 0) {
    // GOMAXPROCS was 1 at least once. It was also 4 only if every plain name is there again with -4.
    const repeated = [...suffixes].filter((p) => plain.every((name) => all.has(`${name}-${p}`)));
    return new Set([1, ...repeated]);
  }
  if (suffixes.size === 1) return likely === 1 ? new Set([1]) : suffixes;
  const complete = parts.every(({ base }) => [...suffixes].every((p) => all.has(`${base}-${p}`)));
  return complete ? suffixes : new Set([1]);
}

function possibleProcs(printed: readonly string[], hint: ProcsHint): Set<number> {
  if (hint.known && hint.known.length > 0) return new Set(hint.known);
  const { selected } = hint;
  if (selected !== undefined) {
    const procs = procsOf(printed, (base) => base === selected);
    if (procs.size > 0) return procs;
  }
  // A Go identifier has no '-', so the suffix of a top-level benchmark is certain.
  const topLevel = procsOf(printed, (base) => !/[-/]/.test(base));
  if (topLevel.size > 0) return topLevel;
  return guess(printed, hint.likely);
}

/** A name without its suffix, if these are the possible values of GOMAXPROCS and `all` the names of the package. */
function separate(printed: string, possible: ReadonlySet<number>, all: ReadonlySet<string>): NameAndProcs {
  const { base, suffix } = split(printed);
  if (suffix === null || !possible.has(suffix)) return { name: printed, procs: 1 };
  // With -cpu=1,2,4, `size-4` is a name (and GOMAXPROCS was 1) if `size-4-2` and `size-4-4` are there, too.
  const isName = possible.has(1) && [...possible].every((p) => p === 1 || all.has(`${printed}-${p}`));
  return isName ? { name: printed, procs: 1 } : { name: base, procs: suffix };
}

/** Names without their suffix, in the order of `printed` (all the result lines of one package). */
export function separateProcs(printed: readonly string[], hint: ProcsHint = {}): NameAndProcs[] {
  // A benchmark that runs a thousand times has a thousand lines with one name.
  const all = new Set(printed);
  const possible = possibleProcs([...all], hint);
  const separated = new Map([...all].map((text) => [text, separate(text, possible, all)]));
  return printed.map((text) => separated.get(text)!);
}

/** As long as there are so few names, each new one is a reason to look at all of them again. */
const fewNames = 64;
/** With more, all are looked at when there are so many times as many as the last time. */
const growth = 1.5;

/** The names of a package whose benchmarks still run. What comes later can change what counts as a suffix. */
export class GrowingNames {
  readonly #all = new Set<string>();
  #possible: ReadonlySet<number> = new Set();
  /** By what was printed, as far as the present `#possible` has been asked. */
  #separated = new Map<string, NameAndProcs>();
  #lookAgainAt = 0;

  constructor(private readonly hint: ProcsHint) {}

  /** Adds the name of a result line. Answers it without its suffix, as far as that is known now. */
  add(printed: string): NameAndProcs {
    if (!this.#all.has(printed)) {
      this.#all.add(printed);
      this.#lookAgain();
    }
    const known = this.#separated.get(printed) ?? separate(printed, this.#possible, this.#all);
    this.#separated.set(printed, known);
    return known;
  }

  #lookAgain(): void {
    const count = this.#all.size;
    if (count < this.#lookAgainAt) return;
    this.#lookAgainAt = count < fewNames ? count + 1 : growth * count;
    this.#possible = possibleProcs([...this.#all], this.hint);
    this.#separated = new Map();
  }
}
