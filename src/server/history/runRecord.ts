/** The record of a run, as one JSON text: everything that is kept of the run except its profiles and sources. */
import path from 'node:path';
import type { Attributes } from '../../bench/benchfmt/attributes.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type {
  BenchmarkResult,
  InTurns,
  MeasuredAgain,
  PartialRun,
} from '../../go/results/benchmarkResult.ts';
import {
  type KeptNote,
  keptNote,
  readCounters,
  readMeasurement,
  readNotes,
  readWitness,
  writtenValue,
} from '../../go/results/resultReaders.ts';
import { type ProfileKind, profileKinds, type TakenKind } from '../../model.ts';
import {
  dictionary,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Reader,
  text,
  wholeNumber,
} from '../../outsideValues.ts';
import { fail, ok, type Result } from '../../result.ts';

/** Raise it when older programs can no longer read a new record. */
const version = 1;

export interface RunRecord {
  /** The name of the run's folder. */
  readonly id: string;
  /** When the sources were read and the build began, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** As `go env GOVERSION`: `go1.24.1`. */
  readonly goVersion: string;
  /** The number of processors that the run could use. */
  readonly cores: number;
  readonly commit: RecordedCommit | null;
  readonly settings: RunSettings;
  readonly benchmarks: readonly RecordedBenchmark[];
}

export interface RecordedCommit {
  readonly hash: string;
  /** True if the working tree differed from it; `null` if git took too long to answer. */
  readonly dirty: boolean | null;
}

export interface RunSettings {
  readonly kinds: readonly ProfileKind[];
  readonly count: number;
  readonly benchtime: string;
  readonly tags: string;
  readonly flags: readonly string[];
}

/** The result of one benchmark in a run, with the name and pin that the user gave to it. */
export interface RecordedBenchmark {
  readonly runId: string;
  /** When it was timed, in milliseconds since the epoch. */
  readonly takenAt: number;
  readonly codeHash: string | null;
  /** Import path. */
  readonly package: string;
  readonly directory: string;
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
  readonly config: Readonly<Record<string, string>>;
  /** What the benchmark says of its units. Missing in records of older versions. */
  readonly units?: UnitFacts;
  /** In the order in which they were taken. In the file they are called `runs`. */
  readonly measurements: readonly Measurement[];
  readonly profiles: readonly RecordedProfile[];
  /** See `BenchmarkResult`. */
  readonly counters?: readonly Measurement[];
  /** What the benchmark says of itself. */
  readonly attributes?: Attributes;
  /** A folder below the run's, with the files that the benchmark has left: names with `/` between them. */
  readonly artifacts?: string;
  /** The older result that it was measured in turns with. */
  readonly inTurns?: InTurns;
  /** What was asked for, if the user has cancelled the run before all of it was there. */
  readonly partial?: PartialRun;
  /** What may have disturbed the timings. */
  readonly notes: readonly KeptNote[];
  /** The name that the user gave to it. */
  readonly label: string | null;
  /** The user compares the benchmark's other runs with this one. */
  readonly pinned: boolean;
}

export interface RecordedProfile {
  readonly kind: TakenKind;
  /** The file's name in the run's folder. */
  readonly file: string;
  readonly operations: number | null;
  /** Missing in records of older versions. */
  readonly witness?: PassWitness;
}

/**
 * A benchmark's part of the record, from its result.
 *
 * @param folder of the run
 */
export function recordBenchmark(result: BenchmarkResult, folder: string): RecordedBenchmark {
  const { runId, takenAt, codeHash, package: importPath, directory, name, procs, config } = result;
  const profiles = result.profiles.map(({ path: file, ...profile }) => {
    return { ...profile, file: path.basename(file) };
  });
  return {
    runId,
    takenAt,
    codeHash,
    package: importPath,
    directory,
    name,
    procs,
    config,
    measurements: result.measurements,
    profiles,
    ...(result.units === undefined ? {} : { units: result.units }),
    ...(result.counters === undefined ? {} : { counters: result.counters }),
    ...(result.attributes === undefined ? {} : { attributes: result.attributes }),
    ...(result.artifacts === undefined ? {} : { artifacts: folderBelow(folder, result.artifacts) }),
    ...(result.inTurns === undefined ? {} : { inTurns: result.inTurns }),
    ...(result.partial === undefined ? {} : { partial: result.partial }),
    notes: (result.notes ?? []).map(keptNote),
    label: null,
    pinned: false,
  };
}

function folderBelow(folder: string, inner: string): string {
  return path.relative(folder, inner).split(path.sep).join('/');
}

export function recordText(record: RunRecord): string {
  const benchmarks = record.benchmarks.map(({ profiles, notes, label, pinned, measurements, ...first }) => {
    return { ...first, runs: measurements, profiles, notes, label, pinned };
  });
  return `${JSON.stringify({ version, ...record, benchmarks }, writtenValue, 1)}\n`;
}

/** A file name. A path that leads out of the folder is refused. */
const fileName: Reader<string> = (value) => {
  const name = text(value);
  return name === undefined || /[\\/\0]/.test(name) || name === '' || /^\.+$/.test(name) ? undefined : name;
};

/** A folder below that of the run. */
const below: Reader<string> = (value) => {
  const names = text(value)?.split('/');
  return names?.every((name) => fileName(name) !== undefined && !name.includes(':'))
    ? names.join('/')
    : undefined;
};

const kind = oneOf(...profileKinds);

/** A benchmark as the file has it: its measurements have been called `runs` since the first version. */
interface WrittenBenchmark extends Omit<RecordedBenchmark, 'measurements' | keyof OptionalParts> {
  readonly runs: readonly Measurement[];
}

type OptionalParts = Required<
  Pick<RecordedBenchmark, 'partial' | 'inTurns' | 'attributes' | 'artifacts' | 'counters' | 'units'>
>;

const measuredAgain = object<MeasuredAgain>({
  takenAt: number,
  base: list(readMeasurement),
  measurements: list(readMeasurement),
  notes: readNotes,
});

const writtenBenchmark = object<WrittenBenchmark, OptionalParts>(
  {
    runId: text,
    takenAt: number,
    codeHash: (value) => (value === undefined ? null : nullable(text)(value)),
    package: text,
    directory: text,
    name: text,
    procs: wholeNumber,
    config: dictionary(text),
    runs: list(readMeasurement),
    profiles: list(
      object<Omit<RecordedProfile, 'witness'>, Required<Pick<RecordedProfile, 'witness'>>>(
        { kind, file: fileName, operations: nullable(number) },
        { witness: readWitness },
      ),
    ),
    notes: (value) => (value === undefined ? [] : readNotes(value)),
    label: nullable(text),
    pinned: flag,
  },
  {
    attributes: dictionary(text),
    counters: readCounters,
    units: dictionary(dictionary(text)),
    artifacts: below,
    partial: object<PartialRun>({ count: wholeNumber, kinds: list(kind) }),
    inTurns: object<Pick<InTurns, 'with'>, Required<Pick<InTurns, 'again'>>>(
      { with: text },
      { again: measuredAgain },
    ),
  },
);

const benchmark: Reader<RecordedBenchmark> = (value) => {
  const written = writtenBenchmark(value);
  if (written === undefined) return undefined;
  const { runs, ...rest } = written;
  return { ...rest, measurements: runs };
};

const record = object<Omit<RunRecord, 'id'>>({
  takenAt: number,
  goVersion: text,
  cores: wholeNumber,
  commit: nullable(object<RecordedCommit>({ hash: text, dirty: nullable(flag) })),
  settings: object<RunSettings>({
    kinds: list(kind),
    count: wholeNumber,
    benchtime: text,
    tags: text,
    flags: list(text),
  }),
  benchmarks: list(benchmark),
});

/**
 * Reads a record. Problems: `run-damaged`; `run-newer` for one that a later version of this program wrote.
 *
 * @param id the name of its folder
 */
export function readRecord(id: string, json: string): Result<RunRecord> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    return damaged(id, error instanceof Error ? error.message : String(error));
  }
  const found = object({ version: wholeNumber })(parsed);
  if (found === undefined) return damaged(id, 'it has no version');
  if (found.version > version) {
    return fail('run-newer', 'The kept run {0} was written by a newer pprof Lens. Update to see it.', [id]);
  }
  const read = record(parsed);
  if (read === undefined || read.benchmarks.length === 0) return damaged(id, 'a part is missing');
  return ok({ id, ...read });
}

function damaged(id: string, why: string): Result<never> {
  return fail('run-damaged', 'The kept run {0} cannot be read.', [id], why);
}
