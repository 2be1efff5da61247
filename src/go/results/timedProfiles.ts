/** The profiles of a benchmark, split by what caused their costs: its timed loop, its setup, the runtime behind both. */
import type { TimedFile } from '../../analysis/benchmark/timedRegion.ts';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines, type LineIndex } from '../../analysis/lines/lines.ts';
import { LinesByCause } from '../../analysis/lines/linesByCause.ts';
import { splitLines } from '../../analysis/lines/splitLines.ts';
import { withTimedValues } from '../../analysis/values/timedValues.ts';
import { madeOnce } from '../../base/maps.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfileFile } from '../profiles/profileFile.ts';
import { createScanner, type GoScanner } from '../scan/scan.ts';
import { locateFile, type SourceRoots } from '../sources/sourcePaths.ts';
import { findTimedFiles } from '../sources/timedFiles.ts';
import { shippedGrammar } from '../toolchain/shippedFiles.ts';
import type { StoredProfile } from './benchmarkResult.ts';

/** A profile, and the timed loops of the code that it was taken of. */
export interface TimedProfile extends StoredProfile {
  /** Missing if the source is to be read for them: it is still what the profile was taken of. */
  readonly timedFiles?: readonly TimedFile[];
}

/** A profile that has been read. */
export interface OpenedProfile {
  readonly profile: Profile;
  /** All lines. */
  readonly lines: LineIndex;
  /** `null` if the timed loop is not known. Then all costs count as those of operations, as in the editor. */
  readonly causes: LinesByCause | null;
}

/** The profiles of a run, and of what it is compared with. */
export interface RunProfiles {
  readonly now: TimedProfiles;
  readonly base: TimedProfiles;
}

/** Reads the profiles of benchmarks, and finds the timed loops in their sources. */
export class TimedProfiles {
  #scanner: Promise<GoScanner> | undefined;
  /** By path. */
  readonly #lines = new Map<string, readonly string[]>();

  /**
   * @param decoded profiles that the run has read already, by path
   * @param textOf the text of a source file when the benchmark was built; `null` if it is not known
   */
  constructor(
    private readonly roots: SourceRoots,
    private readonly decoded: ReadonlyMap<string, Profile>,
    private readonly textOf: (file: string) => string | null,
  ) {}

  /** `null` if the file is empty or cannot be read. The run that took it has already said why. */
  async open(stored: TimedProfile, benchmark: string): Promise<OpenedProfile | null> {
    const read = await this.#read(stored);
    if (!read.ok || read.value === null) return null;
    const profile = read.value;
    const costs = new ProfileCosts(profile);
    const causes = await this.#causes(costs, stored, benchmark);
    return { profile, lines: indexLines(costs), causes };
  }

  /** A line (1-based) as it was when the benchmark was built, without its indentation; empty if the source is not known. */
  lineText(file: string, line: number): string {
    return this.#linesOf(file)[line - 1]?.trim() ?? '';
  }

  /** The only line (1-based) of a file with this text, without its indentation; `null` if there is none, or more than one. */
  onlyLineWith(file: string, text: string): number | null {
    const lines = this.#linesOf(file).flatMap((each, i) => (each.trim() === text ? i + 1 : []));
    return lines.length === 1 ? (lines[0] ?? null) : null;
  }

  #linesOf(file: string): readonly string[] {
    const path = locateFile(file, this.roots) ?? file;
    return madeOnce(this.#lines, path, () => splitLines(this.textOf(path) ?? ''));
  }

  /** The profile with its timed loops, for the time when the source has changed. */
  async withTimedFiles(stored: TimedProfile): Promise<TimedProfile> {
    if (stored.timedFiles !== undefined) return stored;
    const read = await this.#read(stored);
    return read.ok && read.value !== null ? { ...stored, timedFiles: await this.#find(read.value) } : stored;
  }

  /**
   * The profile, with what operations cost of each value where the timed loop is known; `null` if it is empty. Problems:
   * those of reading it.
   */
  async withTimedValues(stored: TimedProfile, benchmark: string): Promise<Result<Profile | null>> {
    const read = await this.#read(stored);
    if (!read.ok || read.value === null) return read;
    const causes = await this.#causes(new ProfileCosts(read.value), stored, benchmark);
    return ok(causes === null ? read.value : withTimedValues(read.value, causes.timedRuns));
  }

  async #causes(
    costs: ProfileCosts,
    { timedFiles }: TimedProfile,
    benchmark: string,
  ): Promise<LinesByCause | null> {
    return LinesByCause.of(costs, timedFiles ?? (await this.#find(costs.profile)), benchmark);
  }

  async #read({ path }: StoredProfile): Promise<Result<Profile | null>> {
    const decoded = this.decoded.get(path);
    return decoded === undefined ? readProfileFile(path) : ok(decoded);
  }

  async #find(profile: Profile): Promise<TimedFile[]> {
    this.#scanner ??= createScanner(shippedGrammar());
    return findTimedFiles(profile, this.roots, this.textOf, await this.#scanner);
  }
}
