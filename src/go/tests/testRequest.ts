/** What a run of a package's tests is asked to do, and what it gives. */
import type { TestTotals } from '../../analysis/benchmark/testOwners.ts';
import type { ProcessMemory } from '../../base/processMemory.ts';
import type { Problem } from '../../base/result.ts';
import type { BenchmarkRequest } from '../build/benchmarkRequest.ts';
import type { GoSettings } from '../build/goBuild.ts';
import type { WrittenProfile } from '../build/writtenFiles.ts';
import type { LeakRequest } from '../leaks/leakChecker.ts';
import type { LeakedGoroutines } from '../leaks/leaks.ts';
import type { TopLevelTest } from './testEvents.ts';

export interface TestRequest
  extends GoSettings,
    Pick<BenchmarkRequest, 'packageDirectory' | 'kinds' | 'count' | 'outputDirectory' | 'keepsBinary'> {
  readonly importPath: string;
  /** As `go test -run`; missing for all tests, examples and fuzz seeds. */
  readonly run?: string | undefined;
  /** As `go test -timeout`. */
  readonly timeout: string;
  /** As `go test -memprofilerate`. */
  readonly memProfileRate: number;
  /** Runs again, as often as it takes to fill a second, if the CPU profile of one run has too few samples. */
  readonly repeatsShort?: boolean;
  /** Finds the goroutines that tests leave behind, but for those of these functions. Missing if it does not. */
  readonly leaks?: LeakRequest | undefined;
  readonly signal: AbortSignal;
  output(text: string): void;
  progress?(step: TestStep): void;
}

/** The build begins, or the tests, or a test with this name. */
export interface TestStep {
  readonly what: 'build' | 'tests' | 'test';
  readonly name?: string;
}

/** As Go's own default for `go test`. */
export const usualTimeout = '10m';

/**
 * Go records one object in each 512 KiB, which leaves too little of a test of a second. With this, allocating a gigabyte takes
 * 16,000 stacks: some hundredths of a second, so that the CPU profile of the same process stays true.
 */
export const usualMemProfileRate = 64 * 1024;

export interface TestProfile extends WrittenProfile {
  /** By sample type: what each of the package's tests costs, in the order of `TestedPackage.tests`, and the rest. */
  readonly totals: readonly TestTotals[];
}

export interface TestedPackage {
  readonly importPath: string;
  readonly directory: string;
  /** `unfinished`: the process ended before all tests did, so there is no profile. */
  readonly outcome: 'pass' | 'fail' | 'unfinished';
  /** Wall time of the process. */
  readonly seconds: number;
  /** In the order in which they began. */
  readonly tests: readonly TopLevelTest[];
  readonly profiles: readonly TestProfile[];
  /** What the machine has seen of its memory; missing with `leaks`, where the process crashed, or this Go is not known. */
  readonly memory?: ProcessMemory;
  /** Missing if they were not asked for. */
  readonly leaks?: LeakedGoroutines;
  /** What is wrong; everything else is valid all the same. */
  readonly problems: readonly Problem[];
}
