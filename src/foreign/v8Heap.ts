/**
 * Heap profiles of V8 (`node --heap-prof`, Chrome): a tree of calls, with the bytes that each node's function has allocated
 * and that were still in use at the end.
 *
 *   {"head": {"callFrame": {...}, "selfSize": 0, "id": 1, "children": [{"callFrame": {...}, "selfSize": 65880, ...}]}, ...}
 */
import { Int64Builder } from '../pprof/columns.ts';
import { growColumns, grown, grownLength } from '../pprof/growing.ts';
import type { Profile } from '../pprof/profile.ts';
import { ok, type Result } from '../result.ts';
import { BadRecording, caught } from './badRecording.ts';
import { JsonReader } from './jsonReader.ts';
import { pushNumber } from './numbers.ts';
import { StackProfile } from './stackProfile.ts';
import { V8Functions } from './v8Functions.ts';
import { V8Tree } from './v8Tree.ts';

/** Reads a heap profile of V8. Problems: `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readV8Heap(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const json = new JsonReader(bytes);
    const recording = new HeapRecording(json);
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'head' && json.beginObject()) recording.read();
    }
    return ok(recording.finish());
  });
}

class HeapRecording {
  readonly #json: JsonReader;
  readonly #functions: V8Functions;
  #nodes = 0;
  /** By node: its function, the row of its caller + 1 (0 for none), and the bytes. Longer than `#nodes`. */
  readonly #columns = {
    func: new Uint32Array(64),
    parent: new Uint32Array(64),
  };
  #size = new Float64Array(64);

  constructor(json: JsonReader) {
    this.#json = json;
    this.#functions = new V8Functions(json);
  }

  /** Reads the node that is open, and all below it. */
  read(): void {
    const json = this.#json;
    const open = [this.#add(0)];
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      const key = json.nextKey();
      if (key === 'callFrame') this.#columns.func[node] = this.#functions.read(json);
      else if (key === 'selfSize') this.#size[node] = json.number();
      else if (key === 'children' && json.beginArray()) {
        if (this.#nextChild()) open.push(this.#add(node + 1));
      } else if (key === null) {
        open.pop();
        // After a child comes its parent's next one, or what else its parent has.
        const parent = open.at(-1);
        if (parent !== undefined && this.#nextChild()) open.push(this.#add(parent + 1));
      }
    }
  }

  #nextChild(): boolean {
    if (!this.#json.nextItem()) return false;
    if (!this.#json.beginObject()) throw this.#json.broken();
    return true;
  }

  #add(parent: number): number {
    const { problem } = this.#functions;
    if (problem !== null) throw new BadRecording(problem);
    const node = this.#nodes++;
    if (node === this.#size.length) {
      const length = grownLength(node, node + 1);
      growColumns(this.#columns, length);
      this.#size = grown(this.#size, length);
    }
    this.#columns.parent[node] = parent;
    return node;
  }

  finish(): Profile {
    const profile = new StackProfile();
    const count = this.#nodes;
    const tree = new V8Tree(profile, this.#functions, {
      func: this.#columns.func.subarray(0, count),
      parent: this.#columns.parent.subarray(0, count),
      bytes: this.#json.bytes.length,
    });
    const values = new Int64Builder('signed');
    for (let node = 0; node < count; node++) {
      const size = Math.round(this.#size[node]!);
      if (size === 0 || Number.isNaN(size)) continue;
      pushNumber(values, size);
      tree.addSample(node, 0);
    }
    return profile.finish(values, {
      sampleTypes: [{ type: 'inuse_space', unit: 'bytes' }],
      defaultSampleType: 'inuse_space',
      durationNanos: 0n,
      comments: [],
      mainObject: '',
    });
  }
}
