/**
 * CPU profiles of V8 (`node --cpu-prof`, Chrome, Deno): a tree of calls, and for each sample the node that ran, with the
 * microseconds since the sample before. How often the profiler saw a line of the node's function is in its `positionTicks`.
 *
 *   {"nodes": [{"id": 3, "callFrame": {"functionName": "rank", "url": "file:///src/shop.js", "lineNumber": 19,
 *     "columnNumber": 13}, "hitCount": 48, "children": [4], "positionTicks": [{"line": 23, "ticks": 28}, ...]}, ...],
 *    "startTime": 86400, "endTime": 870000, "samples": [3, 4, 3], "timeDeltas": [1000, 1200, 900]}
 */
import { Int64Builder, Uint32Builder } from '../pprof/columns.ts';
import { NumberedPairs } from '../pprof/numberedPairs.ts';
import type { Profile } from '../pprof/profile.ts';
import { ok, type Result } from '../result.ts';
import { BadRecording, caught, damaged } from './badRecording.ts';
import { JsonReader } from './jsonReader.ts';
import { Numbers, pushNumber } from './numbers.ts';
import { StackProfile } from './stackProfile.ts';
import { V8Functions } from './v8Functions.ts';
import { V8Tree } from './v8Tree.ts';

/** Reads a CPU profile of V8. Problems: `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readV8Cpu(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const json = new JsonReader(bytes);
    const recording = new CpuRecording(json);
    recording.read(json);
    return ok(recording.finish());
  });
}

class CpuRecording {
  readonly #bytes: number;
  readonly #functions: V8Functions;
  /** The ids of nodes. The number of an id is its node's row. */
  readonly #ids = new NumberedPairs();
  readonly #function = new Uint32Builder();
  readonly #hits = new Numbers();
  /** Rows of callers, and the ids of what they call. */
  readonly #caller = new Uint32Builder();
  readonly #called = new Uint32Builder();
  /** By node, where its ticks begin. */
  readonly #tickStart = new Uint32Builder();
  readonly #tickLine = new Uint32Builder();
  readonly #ticks = new Numbers();
  readonly #samples = new Uint32Builder();
  /** In microseconds, since the sample before. */
  readonly #deltas = new Numbers();
  #start = 0;
  #end = 0;

  constructor(json: JsonReader) {
    this.#bytes = json.bytes.length;
    this.#functions = new V8Functions(json);
  }

  read(json: JsonReader): void {
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'startTime') this.#start = json.number();
      else if (key === 'endTime') this.#end = json.number();
      else if (key === 'nodes' && json.beginArray()) while (json.nextItem()) this.#readNode(json);
      else if (key === 'samples' && json.beginArray()) while (json.nextItem()) this.#samples.push(id(json));
      else if (key === 'timeDeltas' && json.beginArray())
        while (json.nextItem()) this.#deltas.push(json.number());
    }
  }

  #readNode(json: JsonReader): void {
    const node = this.#function.length;
    let func = -1;
    let hits = 0;
    this.#tickStart.push(this.#tickLine.length);
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'id') {
        if (this.#ids.add(id(json), 0) !== node) throw damaged();
      } else if (key === 'callFrame') func = this.#functions.read(json);
      else if (key === 'hitCount') hits = json.number();
      else if (key === 'children' && json.beginArray()) {
        while (json.nextItem()) {
          this.#caller.push(node);
          this.#called.push(id(json));
        }
      } else if (key === 'positionTicks' && json.beginArray()) {
        while (json.nextItem()) this.#readTick(json);
      }
    }
    if (func === -1 || this.#ids.count !== node + 1) throw damaged();
    this.#function.push(func);
    this.#hits.push(hits);
    const { problem } = this.#functions;
    if (problem !== null) throw new BadRecording(problem);
  }

  #readTick(json: JsonReader): void {
    let line = 0;
    let ticks = 0;
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'line') line = id(json);
      else if (key === 'ticks') ticks = json.number();
    }
    if (line === 0 || !(ticks > 0)) return;
    this.#tickLine.push(line);
    this.#ticks.push(ticks);
  }

  finish(): Profile {
    const profile = new StackProfile();
    const tree = new V8Tree(profile, this.#functions, {
      func: this.#function.finish(),
      parent: this.#parents(),
      bytes: this.#bytes,
    });
    const { counts, nanoseconds } = this.#sums();
    const hasTimes = nanoseconds.some((time) => time > 0);
    const values = new Int64Builder('signed');
    const lines = this.#lines();
    for (let node = 0; node < counts.length; node++) {
      if (counts[node] === 0 || tree.isIdle(node)) continue;
      for (const { line, share } of lines(node)) {
        pushNumber(values, share(counts[node]!));
        if (hasTimes) pushNumber(values, share(nanoseconds[node]!));
        tree.addSample(node, line);
      }
    }
    const samples = { type: 'samples', unit: 'count' };
    const wall = { type: 'wall', unit: 'nanoseconds' };
    return profile.finish(values, {
      sampleTypes: hasTimes ? [samples, wall] : [samples],
      defaultSampleType: hasTimes ? 'wall' : 'samples',
      durationNanos: BigInt(nanosecondsOf(this.#end - this.#start)),
      comments: [],
      mainObject: '',
    });
  }

  /**
   * Answers for a node where its function was, and which share of a whole number falls there: the shares of all lines are the
   * whole. What was seen on no line is on line 0.
   */
  #lines(): (node: number) => Iterable<{ readonly line: number; share(whole: number): number }> {
    this.#tickStart.push(this.#tickLine.length);
    const [starts, tickLine, ticks] = [this.#tickStart.finish(), this.#tickLine.finish(), this.#ticks];
    const hits = this.#hits;
    return function* lines(node) {
      const [start, end] = [starts[node]!, starts[node + 1]!];
      let seen = 0;
      for (let tick = start; tick < end; tick++) seen += ticks.at(tick);
      const unseen = Math.max(hits.at(node) - seen, seen === 0 ? 1 : 0);
      const all = seen + unseen;
      let before = 0;
      for (let tick = start; tick <= end; tick++) {
        const weight = tick === end ? unseen : ticks.at(tick);
        if (weight === 0) continue;
        const [from, to] = [before, before + weight];
        const share = (whole: number) => Math.round((whole * to) / all) - Math.round((whole * from) / all);
        yield { line: tick === end ? 0 : tickLine[tick]!, share };
        before = to;
      }
    };
  }

  /** By node, the row of its caller + 1; 0 if nobody calls it. */
  #parents(): Uint32Array {
    const parents = new Uint32Array(this.#function.length);
    const [caller, called] = [this.#caller.finish(), this.#called.finish()];
    for (let call = 0; call < called.length; call++) {
      const node = this.#ids.find(called[call]!, 0);
      if (node === -1) throw damaged();
      parents[node] = caller[call]! + 1;
    }
    return parents;
  }

  /** By node, how often it was seen, and how long it ran. */
  #sums(): { readonly counts: Float64Array; readonly nanoseconds: Float64Array } {
    const nodes = this.#function.length;
    const [counts, nanoseconds] = [new Float64Array(nodes), new Float64Array(nodes)];
    const samples = this.#samples.finish();
    if (samples.length === 0) {
      for (let node = 0; node < nodes; node++) counts[node] = Math.max(0, Math.round(this.#hits.at(node)));
      return { counts, nanoseconds };
    }
    const times = this.#durations(samples.length);
    for (let sample = 0; sample < samples.length; sample++) {
      const node = this.#ids.find(samples[sample]!, 0);
      if (node === -1) throw damaged();
      counts[node]!++;
      nanoseconds[node]! += times[sample]!;
    }
    return { counts, nanoseconds };
  }

  /** By sample, the nanoseconds until the next one. V8 can write two samples in the wrong order. */
  #durations(samples: number): Float64Array {
    const times = new Float64Array(samples);
    let time = this.#start;
    let isSorted = true;
    for (let sample = 0; sample < samples; sample++) {
      const delta = this.#deltas.at(sample);
      time += delta;
      times[sample] = time;
      isSorted &&= delta >= 0;
    }
    const order = isSorted ? null : sortedRows(times);
    const rowAt = (at: number) => order?.[at] ?? at;
    // Sorted times, which are many, become durations in their place.
    const durations = isSorted ? times : new Float64Array(samples);
    for (let at = 0; at < samples; at++) {
      const now = times[rowAt(at)]!;
      const next = times[rowAt(at + 1)] ?? Math.max(this.#end, now);
      durations[rowAt(at)] = nanosecondsOf(next - now);
    }
    return durations;
  }
}

/** Rows of times, earliest first; equal times stay in their order. */
function sortedRows(times: Float64Array): Uint32Array {
  const rows = new Uint32Array(times.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return rows.sort((a, b) => times[a]! - times[b]! || a - b);
}

/** A number of a node, or of a line; 0 for what is none. */
function id(json: JsonReader): number {
  const number = json.number();
  return Number.isInteger(number) && number >= 0 && number < 2 ** 32 ? number : 0;
}

function nanosecondsOf(microseconds: number): number {
  if (!(Math.abs(microseconds) < 2 ** 43)) throw damaged();
  return Math.max(0, Math.round(microseconds * 1000));
}
