import { NumberedPairs } from '../pprof/numberedPairs.ts';
import { checkFrames, damaged } from './badRecording.ts';
import type { StackProfile } from './stackProfile.ts';
import type { V8Functions } from './v8Functions.ts';

/** The nodes of a recording. */
export interface V8Nodes {
  /** By node, its function. */
  readonly func: Uint32Array;
  /** By node, the row of its caller + 1; 0 if it has none. */
  readonly parent: Uint32Array;
  /** How many the recording has. */
  readonly bytes: number;
}

/**
 * The tree of calls in a recording of V8: each node is a function, called by that of its parent. V8 does not keep the lines of
 * calls, so what a caller pays counts where its function begins.
 */
export class V8Tree {
  readonly #profile: StackProfile;
  readonly #functions: V8Functions;
  readonly #nodes: V8Nodes;
  /** A function and a line each; the number of a pair is that of its place. */
  readonly #places = new NumberedPairs();

  constructor(profile: StackProfile, functions: V8Functions, nodes: V8Nodes) {
    this.#profile = profile;
    this.#functions = functions;
    this.#nodes = nodes;
  }

  /** Whether a node stands for the time in which nothing ran. */
  isIdle(node: number): boolean {
    return this.#functions.isIdle(this.#nodes.func[node]!);
  }

  /**
   * Adds a sample with the stack of a node.
   *
   * @param line where the node's function was; 0 if V8 does not say. Lines before the function are of another one, perhaps of
   *   another file, that V8 has inlined there: they count where the function begins
   */
  addSample(node: number, line: number): void {
    const { func, parent, bytes } = this.#nodes;
    const leaf = func[node]!;
    this.#frame(leaf, Math.max(line, this.#functions.frame(leaf).line));
    let depth = 0;
    for (let at = parent[node]!; at !== 0; at = parent[at - 1]!) {
      const caller = func[at - 1]!;
      this.#frame(caller, this.#functions.frame(caller).line);
      // A node cannot be called by itself.
      if (++depth > func.length) throw damaged();
    }
    this.#profile.end();
    checkFrames(this.#profile.frames, bytes);
  }

  #frame(func: number, line: number): void {
    if (this.#functions.isRoot(func)) return;
    const number = this.#places.add(func, line);
    if (number === this.#profile.places) {
      const { name, file } = this.#functions.frame(func);
      this.#profile.place({ address: 0n, object: '', frames: [{ name, file, line }] });
    }
    this.#profile.frame(number);
  }
}
