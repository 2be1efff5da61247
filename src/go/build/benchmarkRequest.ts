/** What a run of benchmarks is asked to do. */
import type { ProfileKind } from '../../base/profileKinds.ts';
import type { GoSettings } from './goBuild.ts';

/** One benchmark with its sub-benchmarks, by its full name; or everything that a `-bench` pattern selects. */
export type BenchmarkSelection =
  | { readonly name: string }
  | {
      readonly pattern: string;
      /** Benchmark functions that are left out. */
      readonly without?: readonly string[];
    };

/** For messages. */
export function selectionText(selection: BenchmarkSelection): string {
  return 'name' in selection ? selection.name : selection.pattern;
}

/** Leaves out each benchmark that runs as a part of another selected one, so that none is run twice. */
export function withoutCovered(selections: readonly BenchmarkSelection[]): BenchmarkSelection[] {
  const names = new Set(selections.flatMap((selection) => ('name' in selection ? selection.name : [])));
  return selections.filter((selection, i) => {
    if (!('name' in selection)) return true;
    const elements = selection.name.split('/');
    const isCovered = elements.some((_, n) => n > 0 && names.has(elements.slice(0, n).join('/')));
    const isRepeated = selections.findIndex((other) => 'name' in other && other.name === selection.name) < i;
    return !isCovered && !isRepeated;
  });
}

export interface BenchmarkRequest extends GoSettings {
  readonly packageDirectory: string;
  readonly benchmarks: readonly BenchmarkSelection[];
  /** The profiles to take, in this order. Empty to measure times only. */
  readonly kinds: readonly ProfileKind[];
  readonly count: number;
  /** As `go test -benchtime`: `1s`, `100x`. */
  readonly benchtime: string;
  /** How long one measurement or profile may take, in milliseconds; missing for `usualLimit`. */
  readonly timeout?: number | undefined;
  /** As `go test -cpu`: `1,2,4`. */
  readonly cpu?: string | undefined;
  /** The profiles are written here, and the test binary while it is needed. Made if it is missing. */
  readonly outputDirectory: string;
  /** Over how many layouts of the code two builds are compared; missing or 0 for the linker's usual one. */
  readonly layouts?: number;
  /** The same for what is measured again because it looks different; missing or 0 as `layouts`. */
  readonly layoutsAgain?: number;
  /** The events of the processor or of Linux that are counted, too, as in `findCounters`. Missing if none are. */
  readonly counters?: readonly string[];
  /** Whether valgrind counts the instructions of an operation, too. */
  readonly instructions?: boolean;
  /** Whether it simulates caches and the prediction of branches while it does. */
  readonly simulates?: boolean;
  /** Whether single operations are timed, too, in a pass of their own. */
  readonly times?: boolean;
  /** Keep the test binary there after the run, under the name `testBinary`: it has the instructions of the profiled functions. */
  readonly keepsBinary?: boolean;
  /** Whether the results name the modules that are linked in, which takes another call of go. */
  readonly namesModules?: boolean;
  /**
   * Two builds in turns are measured `count` times at most, each time as long as pays: until a look has settled the difference.
   * See looks.ts.
   */
  readonly stopsWhenSettled?: boolean;
  /** The looks' probability of a wrong answer, at most; missing for 1%. */
  readonly level?: number | undefined;
  /** The test binary of an earlier run of the package. Where go finds nothing changed since, it builds nothing. */
  readonly earlier?: string;
}

/** How many steps of a run each measured benchmark needs besides its timing. */
export function passesOfOne({
  kinds,
  counters,
  instructions,
  times,
}: Pick<BenchmarkRequest, 'kinds' | 'counters' | 'instructions' | 'times'>): number {
  const others = [kinds.includes('mem'), counters !== undefined, instructions, times];
  return kinds.length + others.filter((each) => each === true).length;
}
