/**
 * The record of a run, as one JSON text: everything that is kept of the run except its profiles and sources. The editor
 * writes it into its history, `bench --save` and `bench --out` beside the profiles; each reads what the other has written.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import {
  dictionary,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  property,
  type Read,
  type Reader,
  text,
  time,
  wholeNumber,
} from '../../base/outsideValues.ts';
import { profileKinds } from '../../base/profileKinds.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import { readTakenKind } from '../../base/takenKind.ts';
import { type BenchmarkResult, fromCommit, type StoredProfile } from './benchmarkResult.ts';
import {
  keptNote,
  readInstructions,
  readInTurns,
  readMeasurements,
  readMemory,
  readNotes,
  readPartial,
  readSlots,
  readTimes,
  readWitness,
  writtenValue,
} from './resultReaders.ts';
import { readSurroundings } from './surroundings.ts';

/** Raise it when older programs can no longer read a new record. */
const version = 1;

export const recordFile = 'run.json';

/** A file or folder below that of the run: names with `/` between them. A path that leads out of it is refused. */
const below: Reader<string> = (value) => {
  const names = text(value)?.split('/');
  return names?.every((name) => name !== '' && !/[\\\0:]|^\.+$/.test(name)) ? names.join('/') : undefined;
};

const goKinds = list(oneOf(...profileKinds));

/** Pairs of numbers. */
const lineRanges = list((value): readonly [first: number, last: number] | undefined => {
  const [first, last, ...more] = list(number)(value) ?? [];
  return first === undefined || last === undefined || more.length > 0 ? undefined : [first, last];
});

const profile = object(
  { kind: readTakenKind, file: below, operations: nullable(number) },
  {
    witness: readWitness,
    isFlat: flag,
    /** Where the timed loops were when it was taken. Only on the command line, which keeps no sources. */
    timedFiles: list(
      object({ file: text, loops: lineRanges, functions: lineRanges }, { paused: lineRanges }),
    ),
  },
);

type RecordedProfile = Read<typeof profile>;

const writtenBenchmark = object(
  {
    // See `BenchmarkResult`.
    runId: text,
    takenAt: time,
    codeHash: (value) => (value === undefined ? null : nullable(text)(value)),
    package: text,
    directory: text,
    name: text,
    procs: wholeNumber,
    config: dictionary(text),
    measurements: readMeasurements,
    profiles: list(profile),
    notes: (value) => (value === undefined ? [] : readNotes(value)),
    /** The name that the user gave to it. */
    label: nullable(text),
    /** The user compares the benchmark's other runs with this one. */
    pinned: flag,
  },
  {
    took: number,
    attributes: dictionary(text),
    counters: readMeasurements,
    slots: readSlots,
    instructions: readInstructions,
    times: readTimes,
    memory: readMemory,
    units: dictionary(dictionary(text)),
    artifacts: below,
    partial: readPartial,
    surroundings: readSurroundings,
    inTurns: readInTurns,
    /** The test binary of its package. Only where `bench --save` has kept it. */
    binary: below,
  },
);

/** The result of one benchmark in a run, with the name and pin that the user gave to it. */
export type RecordedBenchmark = Read<typeof writtenBenchmark>;

/** In the file the measurements are called `runs`, as in its first version. */
const benchmark: Reader<RecordedBenchmark> = (value) =>
  writtenBenchmark({ ...Object(value), measurements: property(value, 'runs') });

const record = object({
  /** When the sources were read and the build began, in milliseconds since the epoch. */
  takenAt: time,
  /** As `go env GOVERSION`: `go1.24.1`. */
  goVersion: text,
  /** The number of processors that the run could use. */
  cores: wholeNumber,
  /** `dirty` if the working tree differed from it; `null` if git took too long to answer. */
  commit: nullable(object({ hash: text, dirty: nullable(flag) })),
  settings: object({ kinds: goKinds, count: wholeNumber, benchtime: text, tags: text, flags: list(text) }),
  benchmarks: list(benchmark),
});

export interface RunRecord extends Read<typeof record> {
  /** The name of the run's folder. */
  readonly id: string;
}

/** What a run was asked for, and what it was asked of. */
export type RunCircumstances = Omit<RunRecord, 'id' | 'cores' | 'benchmarks'>;

/** A result whose files are in the folder of its run. */
export interface RecordableResult extends BenchmarkResult {
  readonly profiles: readonly (StoredProfile & Pick<RecordedProfile, 'timedFiles'>)[];
  readonly binary?: string;
}

/**
 * The record of a run on this machine.
 *
 * @param folder the profiles are in it
 */
export function recordOf(
  { takenAt, goVersion, commit, settings }: RunCircumstances,
  results: readonly RecordableResult[],
  folder: string,
): RunRecord {
  return {
    id: path.basename(folder),
    ...{ takenAt, goVersion, cores: availableParallelism(), commit, settings },
    benchmarks: results.map((result) => recordBenchmark(result, folder)),
  };
}

function recordBenchmark(result: RecordableResult, folder: string): RecordedBenchmark {
  const { profiles, artifacts, binary, notes = [] } = result;
  const { problems: _, commit: _commit, goVersion: _go, ...rest } = result;
  const inFolder = (file: string) => path.relative(folder, file).split(path.sep).join('/');
  return {
    ...rest,
    profiles: profiles.map(({ path: file, ...others }) => ({ ...others, file: inFolder(file) })),
    ...(artifacts === undefined ? {} : { artifacts: inFolder(artifacts) }),
    ...(binary === undefined ? {} : { binary: inFolder(binary) }),
    notes: notes.map(keptNote),
    label: null,
    pinned: false,
  };
}

/** The result as it was when the run ended, but without its problems: the user saw them then. */
export function recordedResult(
  { label: _label, pinned: _pinned, binary: _binary, profiles, artifacts, ...result }: RecordedBenchmark,
  { goVersion, commit }: Pick<RunRecord, 'goVersion' | 'commit'>,
  folder: string,
): BenchmarkResult {
  const stored = profiles.map(({ file, ...others }): StoredProfile => {
    return { ...others, path: path.join(folder, file) };
  });
  const found = artifacts === undefined ? {} : { artifacts: path.join(folder, artifacts) };
  return fromCommit({ ...result, ...found, goVersion, profiles: stored, problems: [] }, commit);
}

export function recordText(written: RunRecord): string {
  const benchmarks = written.benchmarks.map(({ profiles, notes, label, pinned, measurements, ...first }) => {
    return { ...first, runs: measurements, profiles, notes, label, pinned };
  });
  return `${JSON.stringify({ version, ...written, benchmarks }, writtenValue, 1)}\n`;
}

/**
 * Reads a record. Problems: `run-damaged`, also for what `bench --save` wrote before it wrote records; `run-newer` for one
 * that a later version of this program wrote.
 *
 * @param id the name of its folder
 */
export function readRecord(id: string, json: string): Result<RunRecord> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    return damaged(id, errorText(error));
  }
  const found = object({ version: wholeNumber })(parsed);
  if (found === undefined) return damaged(id, 'it has no version');
  if (found.version > version) {
    return fail('run-newer', 'The kept run {0} was written by a newer pprof Lens. Update to see it.', [id]);
  }
  const read = record(parsed);
  if (read === undefined || read.benchmarks.length === 0) return damaged(id, 'a part is missing');
  return ok({ ...read, id });
}

function damaged(id: string, why: string): Result<never> {
  return fail('run-damaged', 'The kept run {0} cannot be read.', [id], why);
}
