/** The words of a run: what is asked for, what is told meanwhile, what comes out. */
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { ProfileKind } from '../../model.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Problem } from '../../result.ts';
import type { Commit } from '../git/commit.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { CompilerError } from './compilerErrors.ts';
import type { BenchmarkSelection } from './passes.ts';

export interface ProfileRequest {
  readonly toolchain: GoToolchain;
  readonly packageDirectory: string;
  readonly benchmarks: readonly BenchmarkSelection[];
  /** In the order wanted; empty for timing alone. */
  readonly kinds: readonly ProfileKind[];
  /** Timing runs of each benchmark. */
  readonly count: number;
  /** As `go test -benchtime`: `1s`, `100x`. */
  readonly benchtime: string;
  /** As `go test -cpu`: `1,2,4`. */
  readonly cpu?: string | undefined;
  /** Comma-separated build tags. */
  readonly tags?: string | undefined;
  /** Flags of `go test`; those after `-args` go to the test binary. */
  readonly flags: readonly string[];
  /** The whole environment of the processes. */
  readonly env: NodeJS.ProcessEnv;
  /** Profiles and, while it is needed, the test binary are written here. Made if missing. */
  readonly outputDirectory: string;
  /** The test binary stays there after the run, by the name `testBinary`: a profile's instructions are in it. */
  readonly keepsBinary?: boolean;
}

export interface ProfileHooks {
  /** Everything the tools print, as it comes. */
  output(text: string): void;
  /** `message` is for the user; `done` of `of` steps are behind us (`of` may grow once names are learnt). */
  progress(message: string, done: number, of: number): void;
  /** A benchmark has its timings; profiles follow. */
  benchmarkTimed?(result: BenchmarkResult): void;
  /** A profile is on the disk. Here it is decoded already, so that nobody has to read it again. The run waits. */
  profileTaken?(path: string, profile: Profile): void | Promise<void>;
  /** All passes of a benchmark are done. */
  benchmarkDone?(result: BenchmarkResult): void;
  readonly signal: AbortSignal;
}

export interface StoredProfile {
  readonly kind: ProfileKind;
  readonly path: string;
  /** Operations behind the profile, exactly; `null` where the loop's style could not be learnt. */
  readonly operations: number | null;
}

export interface BenchmarkResult {
  /** Unique to this run of this benchmark: what is known of it grows, the id stays. */
  readonly runId: string;
  /** When its timings were taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** The commit it was built from, abbreviated, where that is known. */
  readonly commit?: string;
  /** Equal for runs of the same machine code, whose differences are the machine's; `null` where it is not known. */
  readonly codeHash: string | null;
  /** Import path, as the `pkg:` line says. */
  readonly package: string;
  readonly directory: string;
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
  /** Configuration lines above its results: `goos`, `goarch`, `cpu`; empty without results. */
  readonly config: Readonly<Record<string, string>>;
  /** In the order they ran; empty when the benchmark failed or was skipped. */
  readonly measurements: readonly Measurement[];
  readonly profiles: readonly StoredProfile[];
  /** What may have spoilt its timings; missing where nobody looked. */
  readonly notes?: readonly Problem[];
  /** What went wrong for this benchmark, although the rest stands. */
  readonly problems: readonly Problem[];
}

/** A `Result<BenchmarkResult[]>` whose failure also has the compiler's messages, for diagnostics. */
export type ProfileOutcome =
  | { readonly ok: true; readonly value: BenchmarkResult[] }
  | { readonly ok: false; readonly problem: Problem; readonly compilerErrors: readonly CompilerError[] };

/** Whether both ran the same machine code, for all that is known. */
export function isSameCode(a: BenchmarkResult, b: BenchmarkResult): boolean {
  return a.codeHash !== null && a.codeHash === b.codeHash;
}

/** The run with the commit it was built from, as `git describe --always --dirty` writes it. */
export function fromCommit(result: BenchmarkResult, commit: Commit | null): BenchmarkResult {
  return commit === null ? result : { ...result, commit: commitText(commit) };
}

/** `1a2b3c4`, or `1a2b3c4-dirty` where the working tree differed. */
export function commitText({ hash, dirty }: Commit): string {
  return `${hash.slice(0, 7)}${dirty === true ? '-dirty' : ''}`;
}
