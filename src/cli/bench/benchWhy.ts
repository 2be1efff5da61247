/** `bench --why`: the compiler's reasons beside the lines that cost, and which lines allocate most of an operation's bytes. */
import { join } from 'node:path';
import { baseName } from '../../analysis/names/filePaths.ts';
import { append } from '../../base/lists.ts';
import { madeOnce } from '../../base/maps.ts';
import type { TakenKind } from '../../base/model.ts';
import { ok, type Result } from '../../base/result.ts';
import { medians } from '../../bench/verdicts/summary.ts';
import { readExecutable } from '../../go/binary/executable.ts';
import { testBinary } from '../../go/build/testBinary.ts';
import type { TimedProfiles } from '../../go/results/timedProfiles.ts';
import { createScanner, type GoScanner } from '../../go/scan/scan.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { ownFiles } from '../../go/sources/sourceRoots.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { askCompiler, type CompilerQuestion } from '../../go/why/askCompiler.ts';
import type { CompilerNote } from '../../go/why/compilerNotes.ts';
import { CompilerDecisions, type LineReason } from '../../go/why/lineReasons.ts';
import { type AllocatingLine, type MeasuredLines, measuredLines } from '../../go/why/measuredLines.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import type { LineReport } from './lineReports.ts';

type Asked = Omit<CompilerQuestion, 'directory' | 'modules'>;

/** The sources of the user's modules, while they are what the benchmarks were built from. */
export interface BuiltSources {
  readonly roots: SourceRoots;
  /** Empty for a file that cannot be read. */
  textOf(file: string): string;
  /** Whether a file is as it was when the run began. */
  isUnchanged(file: string): boolean;
}

/** A line whose allocations the compiler explains. */
export interface ExplainedAllocation extends AllocatingLine {
  readonly reasons: readonly LineReason[];
}

export interface ExplainedAllocations {
  /** The line that allocates most first, in bytes per operation. */
  readonly lines: readonly ExplainedAllocation[];
  /** The bytes that an operation allocates, as Go has counted them. */
  readonly inAll: number;
}

interface Measured {
  readonly lines: MeasuredLines;
  /** Of the memory profile. */
  readonly operations: number;
}

/** Why lines cost what they cost, for the benchmarks of a run. */
export class BenchWhy {
  readonly #own: (name: string) => string | null;
  readonly #measured = new Map<string, Promise<Measured>>();
  readonly #decisions: CompilerDecisions;

  private constructor(
    notes: readonly CompilerNote[],
    private readonly sources: BuiltSources,
    private readonly scanner: GoScanner,
  ) {
    this.#own = ownFiles(sources.roots);
    const unchanged = new Map<string, string | null>();
    this.#decisions = new CompilerDecisions(notes, (name) =>
      madeOnce(unchanged, name, () => {
        const file = this.#own(name);
        return file !== null && sources.isUnchanged(file) ? file : null;
      }),
    );
  }

  /** Has the tests of these packages compiled once more. Problems: those of `askCompiler`. */
  static async of(
    packages: readonly Pick<ListedPackage, 'directory'>[],
    asked: Asked,
    sources: BuiltSources,
  ): Promise<Result<BenchWhy>> {
    const modules = sources.roots.modules.map(({ path }) => path);
    const notes: CompilerNote[] = [];
    for (const { directory } of packages) {
      const found = await askCompiler({ ...asked, directory, modules });
      if (!found.ok) return found;
      append(notes, found.value);
    }
    return ok(new BenchWhy(notes, sources, await createScanner(shippedGrammar())));
  }

  /** The lines of a benchmark with their reasons. */
  async withReasons(
    result: SavedBenchmark,
    profiles: TimedProfiles,
    lines: readonly LineReport[],
  ): Promise<LineReport[]> {
    const measured = await this.#measuredOf(result, profiles);
    return lines.map((line) => {
      const reasons = this.#reasonsOf(measured, line).map(({ kind, text }) => ({ kind, text }));
      return { ...line, reasons };
    });
  }

  /** What an operation of a benchmark allocates, as far as the compiler explains it. */
  async allocations(result: SavedBenchmark, profiles: TimedProfiles): Promise<ExplainedAllocations> {
    const measured = await this.#measuredOf(result, profiles);
    const { 'B/op': inAll = 0 } = medians(result.measurements, ['B/op']);
    const lines = measured.lines.allocating.flatMap((line) => {
      const reasons = this.#reasonsOf(measured, line).filter(({ kind }) => kind === 'escape');
      return reasons.length === 0 ? [] : [{ ...line, bytes: line.bytes / measured.operations, reasons }];
    });
    return { lines, inAll };
  }

  #reasonsOf({ lines }: Measured, { file, line }: Pick<LineReport, 'file' | 'line'>): LineReason[] {
    return this.#decisions.reasonsOf(file, line, lines.of(file, line));
  }

  /**
   * Reads what was measured of a benchmark. The other questions do that, too, but later, when its test binary may be gone.
   *
   * @param folder where its test binaries are; `null` if they are those of a saved run
   */
  read(result: SavedBenchmark, profiles: TimedProfiles, folder: string | null): Promise<unknown> {
    return this.#measuredOf(result, profiles, folder);
  }

  #measuredOf(
    result: SavedBenchmark,
    profiles: TimedProfiles,
    folder: string | null = null,
  ): Promise<Measured> {
    return madeOnce(this.#measured, result.runId, () => this.#measure(result, profiles, folder));
  }

  async #measure(result: SavedBenchmark, profiles: TimedProfiles, folder: string | null): Promise<Measured> {
    const taken = async (kind: TakenKind) => {
      const stored = result.profiles.find((each) => each.kind === kind && each.operations !== null);
      const opened = stored === undefined ? null : await profiles.open(stored, result.name);
      const profile = (opened?.causes?.operations ?? opened?.lines)?.profile ?? null;
      return { profile, operations: stored?.operations ?? 1 };
    };
    const [cpu, memory] = [await taken('cpu'), await taken('mem')];
    const sources = {
      own: this.#own,
      textOf: (file: string) => this.sources.textOf(file),
      loops: (text: string) => this.scanner.loops(text),
    };
    const profilesOfOperations = { cpu: cpu.profile, memory: memory.profile };
    const binary = cpu.profile === null ? null : binaryOf(cpu.profile, folder, result);
    const executable = binary === null ? null : await readExecutable(binary);
    const isRead = binary !== null && executable?.ok === true;
    const read = isRead ? { path: binary, executable: executable.value } : null;
    const lines = measuredLines(profilesOfOperations, sources, read);
    return { lines, operations: memory.operations };
  }
}

/** The binary that a profile was taken of, which it names; `null` if it is not known where that is. */
function binaryOf(
  { mappings, strings }: Profile,
  folder: string | null,
  { binary }: SavedBenchmark,
): string | null {
  const name = baseName(strings.get(mappings.filename[0] ?? 0));
  if (folder !== null) return join(folder, name);
  return name === testBinary ? (binary ?? null) : null;
}
