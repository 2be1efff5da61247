/**
 * CPU profiles of V8 (`node --cpu-prof`, Chrome, Deno): a tree of calls, and for each sample the node that ran, with the
 * microseconds since the sample before. How often the profiler saw a line of the node's function is in its `positionTicks`.
 *
 *   {"nodes": [{"id": 3, "callFrame": {"functionName": "rank", "url": "file:///src/shop.js", "lineNumber": 19,
 *     "columnNumber": 13}, "hitCount": 48, "children": [4], "positionTicks": [{"line": 23, "ticks": 28}, ...]}, ...],
 *    "startTime": 86400, "endTime": 870000, "samples": [3, 4, 3], "timeDeltas": [1000, 1200, 900]}
 */
import { number, property, wholeNumber } from '../base/outsideValues.ts';
import { ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { caught, damaged } from './badRecording.ts';
import { pushNumber } from './count.ts';
import { items, parsedJson } from './json.ts';
import { StackProfile } from './stackProfile.ts';
import { mostLines, V8Tree } from './v8Tree.ts';

/** Reads a CPU profile of V8. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readV8Cpu(bytes: Uint8Array): Result<Profile> {
  return caught(() => ok(new CpuRecording(parsedJson(bytes), bytes.length).profile()));
}

class CpuRecording {
  readonly #profile = new StackProfile();
  readonly #tree: V8Tree;
  readonly #nodes: readonly unknown[];
  /** Rows by the ids of nodes. */
  readonly #rows = new Map<unknown, number>();

  constructor(
    private readonly recording: unknown,
    bytes: number,
  ) {
    this.#tree = new V8Tree(this.#profile, bytes);
    this.#nodes = items(property(recording, 'nodes'));
    for (const node of this.#nodes) {
      const id = property(node, 'id');
      if (id === undefined || this.#rows.has(id)) throw damaged();
      this.#rows.set(id, this.#tree.add(property(node, 'callFrame')));
    }
    for (const [caller, node] of this.#nodes.entries())
      for (const called of items(property(node, 'children'))) this.#tree.calls(caller, this.#row(called));
  }

  #row(id: unknown): number {
    const row = this.#rows.get(id);
    if (row === undefined) throw damaged();
    return row;
  }

  profile(): Profile {
    const { counts, nanoseconds } = this.#sums();
    const hasTimes = nanoseconds.some((time) => time > 0);
    const values = new Int64Builder('signed');
    for (let node = 0; node < counts.length; node++) {
      if (counts[node] === 0 || this.#tree.isIdle(node)) continue;
      this.#addSamples(node, hasTimes ? [counts[node]!, nanoseconds[node]!] : [counts[node]!], values);
    }
    const samples = { type: 'samples', unit: 'count' };
    const wall = { type: 'wall', unit: 'nanoseconds' };
    return this.#profile.finish(values, {
      sampleTypes: hasTimes ? [samples, wall] : [samples],
      defaultSampleType: hasTimes ? 'wall' : 'samples',
      durationNanos: BigInt(nanosecondsOf(this.#time('endTime') - this.#time('startTime'))),
    });
  }

  /**
   * Adds a sample for each line where the function of a node was, with its share of whole numbers: the shares of all lines are
   * the whole. What was seen on no line is on line 0.
   */
  #addSamples(row: number, wholes: readonly number[], values: Int64Builder): void {
    const ticks = items(property(this.#nodes[row], 'positionTicks'));
    let seen = 0;
    for (const tick of ticks) seen += ticksOf(tick);
    const unseen = Math.max(this.#hits(row) - seen, seen === 0 ? 1 : 0);
    const all = seen + unseen;
    let before = 0;
    for (let at = 0; at <= ticks.length; at++) {
      const weight = at === ticks.length ? unseen : ticksOf(ticks[at]);
      if (weight === 0) continue;
      const after = before + weight;
      for (const whole of wholes)
        pushNumber(values, Math.round((whole * after) / all) - Math.round((whole * before) / all));
      this.#tree.addSample(row, at === ticks.length ? 0 : (lineOf(ticks[at]) ?? 0));
      before = after;
    }
  }

  #hits(row: number): number {
    return number(property(this.#nodes[row], 'hitCount')) ?? 0;
  }

  #time(name: 'startTime' | 'endTime'): number {
    return number(property(this.recording, name)) ?? 0;
  }

  /** By node, how often it was seen, and how long it ran. */
  #sums(): { readonly counts: Float64Array; readonly nanoseconds: Float64Array } {
    const { nodes } = this.#tree;
    const [counts, nanoseconds] = [new Float64Array(nodes), new Float64Array(nodes)];
    const samples = items(property(this.recording, 'samples'));
    if (samples.length === 0) {
      for (let node = 0; node < nodes; node++) counts[node] = Math.max(0, Math.round(this.#hits(node)));
      return { counts, nanoseconds };
    }
    const times = this.#durations(samples.length);
    for (const [sample, id] of samples.entries()) {
      const node = this.#row(id);
      counts[node]!++;
      nanoseconds[node]! += times[sample]!;
    }
    return { counts, nanoseconds };
  }

  /** By sample, the nanoseconds until the next one. V8 can write two samples in the wrong order. */
  #durations(samples: number): Float64Array {
    const deltas = items(property(this.recording, 'timeDeltas'));
    const end = this.#time('endTime');
    const times = new Float64Array(samples);
    let time = this.#time('startTime');
    let isSorted = true;
    for (let sample = 0; sample < samples; sample++) {
      const delta = number(deltas[sample]) ?? 0;
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
      const next = times[rowAt(at + 1)] ?? Math.max(end, now);
      durations[rowAt(at)] = nanosecondsOf(next - now);
    }
    return durations;
  }
}

/** The line where a function was seen; `undefined` if it cannot be one. */
function lineOf(tick: unknown): number | undefined {
  const line = wholeNumber(property(tick, 'line'));
  return line !== undefined && line > 0 && line < mostLines ? line : undefined;
}

/** How often it was seen there. */
function ticksOf(tick: unknown): number {
  return lineOf(tick) === undefined ? 0 : Math.max(0, number(property(tick, 'ticks')) ?? 0);
}

/** Rows of times, earliest first; equal times stay in their order. */
function sortedRows(times: Float64Array): Uint32Array {
  const rows = new Uint32Array(times.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return rows.sort((a, b) => times[a]! - times[b]! || a - b);
}

function nanosecondsOf(microseconds: number): number {
  if (!(Math.abs(microseconds) < 2 ** 43)) throw damaged();
  return Math.max(0, Math.round(microseconds * 1000));
}
