/**
 * Profiles of Firefox Profiler, which samply, CPython's sampler and others write: tables of stacks, each with its caller before
 * it, and for each thread the samples that have them. They belong to a thread, or since version 60 to all; strings since 56.
 *
 *   {"meta": {"preprocessedProfileVersion": 66, "sampleUnits": {"threadCPUDelta": "µs"}}, "libs": [{"path": "/src/shop"}],
 *    "shared": {"stringArray": ["main"], "stackTable": {"frame": [0], "prefixOffset": [0]},
 *      "frameTable": {"func": [0], "line": [3]}, "funcTable": {"name": [0], "source": [null]}},
 *    "threads": [{"name": "shop", "samples": {"stack": [0, 0], "timeDeltas": [0, 1], "threadCPUDelta": [0, 998]}}]}
 *
 * Firefox itself, simpleperf and `perf script report gecko` write the older form, which has the processes below a main one, and
 * whose frames are texts: `geckoFrame` says which.
 */
import { number, property, text } from '../base/outsideValues.ts';
import { ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile, ValueType } from '../pprof/profile.ts';
import { caught, checkValues, damaged } from './badRecording.ts';
import { cell, type FirefoxTables, libPath, rowIn, rowsOf, stacksOf } from './firefoxTables.ts';
import { items, parsedJson } from './json.ts';
import { StackProfile } from './stackProfile.ts';
import { StackTree } from './stackTree.ts';

/** What a sample of a thread weighs: its `weightType`, and how many of our units one is. */
const weightTypes = {
  samples: { type: 'samples', unit: 'count', ratio: 1 },
  'tracing-ms': { type: 'time', unit: 'nanoseconds', ratio: 1e6 },
  bytes: { type: 'space', unit: 'bytes', ratio: 1 },
} as const;

type WeightType = keyof typeof weightTypes;

/** No recording takes longer than a profile can say in nanoseconds. */
const longestMilliseconds = 2 ** 53 / 1e6;
const cpuType: ValueType = { type: 'cpu', unit: 'nanoseconds' };
/** Nanoseconds. On Windows processor time is counted in cycles, which say nothing beside others. */
const cpuUnits: Readonly<Record<string, number>> = { ns: 1, µs: 1000 };

/** Reads a profile of Firefox Profiler. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readFirefox(bytes: Uint8Array): Result<Profile> {
  return caught(() => ok(new FirefoxFile(parsedJson(bytes), bytes.length).profile()));
}

interface FirefoxThread {
  readonly thread: unknown;
  readonly process: unknown;
}

class FirefoxFile {
  readonly #profile = new StackProfile();
  readonly #tree: StackTree;
  readonly #values = new Int64Builder('signed');
  readonly #threads: readonly FirefoxThread[];
  readonly #weights: readonly WeightType[];
  /** Nanoseconds of a unit of processor time; 0 if none is known. */
  readonly #cpuRatio: number;
  /** Of the tables that all threads share. */
  #sharedStacks: Uint32Array | null = null;
  /** Between the first sample of a thread and its last one, of the longest thread. */
  #milliseconds = 0;

  constructor(
    private readonly file: unknown,
    private readonly bytes: number,
  ) {
    this.#tree = new StackTree(this.#profile, bytes);
    this.#threads = threadsOf(file).filter(({ thread }) => samplesOf(thread) > 0);
    const used = new Set(this.#threads.map(({ thread }) => weightTypeOf(thread)));
    this.#weights = Object.keys(weightTypes)
      .filter(isWeightType)
      .filter((type) => used.has(type));
    const unit = text(property(property(property(file, 'meta'), 'sampleUnits'), 'threadCPUDelta')) ?? '';
    const hasCpu = this.#threads.some(({ thread }) => hasCpuTimes(thread));
    this.#cpuRatio = hasCpu && Object.hasOwn(cpuUnits, unit) ? cpuUnits[unit]! : 0;
  }

  profile(): Profile {
    const sampleTypes: ValueType[] = this.#weights.map((weight) => weightTypes[weight]);
    if (this.#cpuRatio > 0) sampleTypes.push(cpuType);
    const count = this.#threads.reduce((sum, { thread }) => sum + samplesOf(thread), 0);
    checkValues(sampleTypes.length, count, this.bytes);
    for (const thread of this.#threads) this.#addThread(thread, this.#threads.length > 1);
    return this.#profile.finish(this.#values, {
      sampleTypes: sampleTypes.map(({ type, unit }) => ({ type, unit })),
      defaultSampleType: sampleTypes.at(-1)?.type ?? '',
      durationNanos: BigInt(Math.round(Math.min(this.#milliseconds, longestMilliseconds) * 1e6)),
      mainObject: this.#program(),
    });
  }

  /** @param isOneOfSeveral whether there are other threads: its samples then have its name */
  #addThread({ thread, process }: FirefoxThread, isOneOfSeveral: boolean): void {
    const stacks = this.#stacksOf(thread, process);
    const samples = property(thread, 'samples');
    const name = isOneOfSeveral ? (text(property(thread, 'name')) ?? '') : '';
    const own = weightTypeOf(thread);
    const weightOf = rounded(weightTypes[own].ratio);
    const cpuOf = rounded(this.#cpuRatio);
    const count = samplesOf(thread);
    let [time, first] = [0, 0];
    for (let row = 0; row < count; row++) {
      time = number(cell(samples, 'time', row)) ?? time + (number(cell(samples, 'timeDeltas', row)) ?? 0);
      if (row === 0) first = time;
      const stack = rowIn(cell(samples, 'stack', row), stacks.length);
      if (stack === -1) continue;
      const weight = weightOf(number(cell(samples, 'weight', row)) ?? 1);
      for (const type of this.#weights) pushSigned(this.#values, type === own ? weight : 0);
      if (this.#cpuRatio > 0)
        pushSigned(this.#values, cpuOf(Math.max(0, number(cell(samples, 'threadCPUDelta', row)) ?? 0)));
      this.#tree.addSample(stacks[stack]!, name);
    }
    this.#milliseconds = Math.max(this.#milliseconds, time - first);
  }

  #stacksOf(thread: unknown, process: unknown): Uint32Array {
    const shared = property(this.file, 'shared');
    const isShared = property(thread, 'stackTable') === undefined;
    if (isShared && this.#sharedStacks !== null) return this.#sharedStacks;
    const own = property(thread, 'stringArray') ?? property(thread, 'stringTable');
    const tables: FirefoxTables = {
      stacks: isShared ? shared : thread,
      sources: shared,
      strings: items(own ?? property(shared, 'stringArray')),
      libs: items(property(thread, 'libs') ?? property(process, 'libs')),
    };
    const stacks = stacksOf(tables, this.#profile, this.#tree, this.bytes);
    if (isShared) this.#sharedStacks = stacks;
    return stacks;
  }

  /** The path of the library that has the name of the first process; empty if there is none. */
  #program(): string {
    const name = property(this.#threads[0]?.thread, 'processName');
    return libPath(items(property(this.file, 'libs')).find((lib) => property(lib, 'name') === name));
  }
}

/** The threads of all processes. Firefox writes other processes below the main one. */
function threadsOf(file: unknown): FirefoxThread[] {
  const processes = [file];
  const threads: FirefoxThread[] = [];
  for (const process of processes) {
    for (const thread of items(property(process, 'threads'))) threads.push({ thread, process });
    for (const child of items(property(process, 'processes'))) processes.push(child);
  }
  return threads;
}

function samplesOf(thread: unknown): number {
  return rowsOf(property(thread, 'samples'), 'stack');
}

/** Whether the processor time of samples is known. */
function hasCpuTimes(thread: unknown): boolean {
  return number(cell(property(thread, 'samples'), 'threadCPUDelta', samplesOf(thread) - 1)) !== undefined;
}

function weightTypeOf(thread: unknown): WeightType {
  const name = text(property(property(thread, 'samples'), 'weightType')) ?? '';
  return isWeightType(name) ? name : 'samples';
}

function isWeightType(name: string): name is WeightType {
  return Object.hasOwn(weightTypes, name);
}

/** Makes whole numbers of the weights that come one after the other, so that they have the sum of the weights. */
function rounded(ratio: number): (weight: number) => number {
  let sum = 0;
  return (weight) => {
    const before = Math.round(sum * ratio);
    sum += weight;
    return Math.round(sum * ratio) - before;
  };
}

/** Adds a whole number, which is negative where two profiles are compared. */
function pushSigned(values: Int64Builder, value: number): void {
  if (!Number.isSafeInteger(value)) throw damaged();
  values.push(value % 2 ** 32, Math.floor(value / 2 ** 32));
}
