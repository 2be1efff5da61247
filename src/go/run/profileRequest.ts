/** What a run of benchmarks is asked to do, and what it reports while it goes on. */
import type { ProfileKind } from '../../model.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import type { BuildResult } from './compilerErrors.ts';
import type { BenchmarkSelection } from './passes.ts';

export interface ProfileRequest {
  readonly toolchain: GoToolchain;
  readonly packageDirectory: string;
  readonly benchmarks: readonly BenchmarkSelection[];
  /** The profiles to take, in this order. Empty to measure times only. */
  readonly kinds: readonly ProfileKind[];
  /** How often each benchmark is measured. */
  readonly count: number;
  /** As `go test -benchtime`: `1s`, `100x`. */
  readonly benchtime: string;
  /** As `go test -cpu`: `1,2,4`. */
  readonly cpu?: string | undefined;
  /** Comma-separated build tags. */
  readonly tags?: string | undefined;
  /** Flags of `go test`. Those after `-args` are for the test binary. */
  readonly flags: readonly string[];
  /** The whole environment of the processes. */
  readonly env: NodeJS.ProcessEnv;
  /** The profiles are written here, and the test binary while it is needed. Made if it is missing. */
  readonly outputDirectory: string;
  /** Keep the test binary there after the run, under the name `testBinary`: it has the instructions of the profiled functions. */
  readonly keepsBinary?: boolean;
}

export interface ProfileHooks {
  /** Gets everything that the tools print, as it comes. */
  output(text: string): void;
  /** `message` is for the user. `done` of `of` steps are finished; `of` grows when a pattern turns out to select more benchmarks. */
  progress(message: string, done: number, of: number): void;
  /** A benchmark has been measured; its profiles follow. */
  benchmarkTimed?(result: BenchmarkResult): void;
  /** A profile has been written. The reader gets it decoded, so that it need not read the file. The run waits for the promise. */
  profileTaken?(path: string, profile: Profile): void | Promise<void>;
  /** All profiles of a benchmark have been taken. */
  benchmarkDone?(result: BenchmarkResult): void;
  readonly signal: AbortSignal;
}

export type ProfileOutcome = BuildResult<BenchmarkResult[]>;
