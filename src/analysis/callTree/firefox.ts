import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { NodeOptions, NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { baseName } from '../names/filePaths.ts';
import { listParts } from './listParts.ts';

/** What Firefox Profiler sums, by pprof's units: times in milliseconds, bytes, and how often something was seen. */
const weightTypes: ReadonlyMap<string, { readonly weightType: string; readonly ratio: number }> = new Map([
  ['nanoseconds', { weightType: 'tracing-ms', ratio: 1e-6 }],
  ['microseconds', { weightType: 'tracing-ms', ratio: 1e-3 }],
  ['milliseconds', { weightType: 'tracing-ms', ratio: 1 }],
  ['seconds', { weightType: 'tracing-ms', ratio: 1e3 }],
  ['bytes', { weightType: 'bytes', ratio: 1 }],
]);

/**
 * The profile in the file format of Firefox Profiler, with a thread for each sample type: it shows one kind of weight of a thread.
 * It is returned in parts, because for a large profile the document is longer than the longest possible string.
 *
 * @param sampleType the one to show first
 */
export function* firefoxParts(
  costs: ProfileCosts,
  sampleType: number,
  options: NodeOptions = {},
): Generator<string> {
  const { profile } = costs;
  const table = costs.nodes({ granularity: 'lines', ...options });
  const { mappings, strings } = profile;
  const binary = baseName(mappings.count > 0 ? strings.get(mappings.filename[0]!) : '');
  const stacks = stacksOf(profile, table);
  yield `{"meta":${JSON.stringify(metaOf(binary, sampleType))},"libs":[],"pages":[],"shared":{`;
  yield* tableParts(table, stacks);
  yield '},"threads":[';
  for (let type = 0; type < profile.sampleTypes.length; type++) {
    if (type > 0) yield ',';
    yield* threadParts(profile, type, stacks.ofSample, binary);
  }
  yield ']}';
}

/** The profiler upgrades files of older versions. In this one all threads share their tables. */
function metaOf(binary: string, sampleType: number) {
  return {
    interval: 1,
    startTime: 0,
    processType: 0,
    product: binary === '' ? 'profile' : binary,
    importedFrom: 'pprof Lens',
    stackwalk: 1,
    version: 32,
    preprocessedProfileVersion: 60,
    categories: [{ name: 'Other', color: 'grey', subcategories: ['Other'] }],
    markerSchema: [],
    symbolicated: true,
    usesOnlyOneStackType: true,
    sourceCodeIsNotOnSearchfox: true,
    keepProfileThreadOrder: true,
    initialSelectedThreads: [sampleType],
  };
}

interface Stacks {
  /** By stack, its caller + 1, which is 0 for none, and its node. */
  readonly pairs: NumberedPairs;
  /** By sample, its stack + 1; 0 for none. */
  readonly ofSample: Uint32Array;
}

function stacksOf({ samples }: Profile, { frameStart, frameNode }: NodeTable): Stacks {
  const pairs = new NumberedPairs();
  const ofSample = new Uint32Array(samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    let stack = 0;
    for (let i = samples.locationStart[sample + 1]! - 1; i >= samples.locationStart[sample]!; i--) {
      const location = samples.locations[i]!;
      for (let frame = frameStart[location + 1]! - 1; frame >= frameStart[location]!; frame--)
        stack = pairs.add(stack, frameNode[frame]!) + 1;
    }
    ofSample[sample] = stack;
  }
  return { pairs, ofSample };
}

/** The tables, in which a frame is a node. */
function* tableParts(table: NodeTable, { pairs }: Stacks): Generator<string> {
  const texts = new Numbered();
  const files = new Numbered();
  const functions = new Numbered();
  const names: number[] = [];
  const sources: (number | null)[] = [];
  const funcOf: number[] = [];
  for (let node = 0; node < table.count; node++) {
    const { name, file } = table.info(node);
    const shown = texts.number(name === '' ? table.label(node) : name);
    const source = file === '' ? null : files.number(file);
    const func = functions.number(`${shown} ${source}`);
    if (func === names.length) {
      names.push(shown);
      sources.push(source);
    }
    funcOf.push(func);
  }
  const fileTexts = files.texts.map((file) => texts.number(file));
  yield '"stackTable":';
  yield* columns(pairs.count, {
    frame: (stack) => pairs.second[stack]!,
    prefix: (stack) => (pairs.first[stack] === 0 ? null : pairs.first[stack]! - 1),
  });
  yield ',"frameTable":';
  yield* columns(table.count, {
    func: (node) => funcOf[node]!,
    line: (node) => table.info(node).line || null,
    column: (node) => table.info(node).column || null,
    address: () => -1,
    inlineDepth: () => 0,
    category: () => 0,
    subcategory: () => 0,
    nativeSymbol: () => null,
    innerWindowID: () => null,
  });
  yield ',"funcTable":';
  yield* columns(names.length, {
    name: (func) => names[func]!,
    source: (func) => sources[func]!,
    resource: () => -1,
    isJS: () => false,
    relevantForJS: () => false,
    lineNumber: () => null,
    columnNumber: () => null,
  });
  yield ',"sources":';
  yield* columns(fileTexts.length, { filename: (file) => fileTexts[file]!, uuid: () => null });
  yield ',"resourceTable":{"length":0,"lib":[],"name":[],"host":[],"type":[]}';
  yield ',"nativeSymbols":{"length":0,"libIndex":[],"address":[],"name":[],"functionSize":[]}';
  yield ',"stringArray":';
  const all = texts.texts;
  yield* listParts(all.length, (text) => JSON.stringify(all[text]));
}

function* threadParts(
  { samples, sampleTypes }: Profile,
  type: number,
  stackOf: Uint32Array,
  binary: string,
): Generator<string> {
  const { type: name, unit } = sampleTypes[type]!;
  const { weightType, ratio } = weightTypes.get(unit) ?? { weightType: 'samples', ratio: 1 };
  const weight = (sample: number) => samples.values.approximate[sample * sampleTypes.length + type]! * ratio;
  const rows: number[] = [];
  for (let sample = 0; sample < samples.count; sample++)
    if (stackOf[sample] !== 0 && weight(sample) !== 0) rows.push(sample);
  const head = {
    name: name === '' ? 'samples' : name,
    processName: binary === '' ? 'profile' : binary,
    processType: 'default',
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    isMainThread: type === 0,
    pid: '0',
    tid: type,
    markers: { length: 0, data: [], name: [], startTime: [], endTime: [], phase: [], category: [] },
  };
  // pprof does not say when its samples were taken: times stand one behind the other, and all else at equal distances.
  let time = 0;
  const isTime = weightType === 'tracing-ms';
  const next = (row: number) => {
    const before = time;
    time += isTime ? Math.max(0, weight(rows[row]!)) : 1;
    return before;
  };
  yield `${JSON.stringify(head).slice(0, -1)},"samples":`;
  yield* columns(
    rows.length,
    {
      stack: (row) => stackOf[rows[row]!]! - 1,
      weight: (row) => weight(rows[row]!),
      time: next,
    },
    { weightType },
  );
  yield '}';
}

/** A table as its columns. @param head what else it has */
function* columns(
  length: number,
  of: Readonly<Record<string, (row: number) => number | boolean | null>>,
  head: object = {},
): Generator<string> {
  yield JSON.stringify({ ...head, length }).slice(0, -1);
  for (const [name, value] of Object.entries(of)) {
    yield `,"${name}":`;
    yield* listParts(length, (row) => String(value(row)));
  }
  yield '}';
}

/** Numbers texts, from 0 in the order in which they first occur. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  get texts(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}
