import { lastPart } from '../base/fileName.ts';
import { number, property, text } from '../base/outsideValues.ts';
import { NumberedPairs } from '../pprof/numberedPairs.ts';
import { checkDistinctFrames, damaged } from './badRecording.ts';
import type { SourceFrame, StackProfile } from './stackProfile.ts';
import { noStack, StackTree } from './stackTree.ts';

/** Lines and columns are below. */
export const mostLines = 2 ** 31;

/** A function of V8. Where all stacks begin, and where nothing runs, is none of the program. */
interface V8Function extends SourceFrame {
  readonly is: 'function' | 'root' | 'idle';
  /** Its number in the profile; -1 until a sample has it. */
  number: number;
}

/**
 * The tree of calls in a recording of V8, as Node.js, Chrome, Deno and others write them: each node is a function, called by
 * that of its parent. V8 does not keep the lines of calls, so what a caller pays counts where its function begins.
 */
export class V8Tree {
  readonly #stacks: StackTree;
  readonly #functions: V8Function[] = [];
  /** Names and scripts, numbered. */
  readonly #texts = new Map<string, number>();
  /** Name and script; line and column; and both: the number of such a pair is the row in `#functions`. */
  readonly #names = new NumberedPairs();
  readonly #positions = new NumberedPairs();
  readonly #known = new NumberedPairs();
  /** By node: its function, the row of its caller or -1, and its stack or -1. */
  readonly #func: number[] = [];
  readonly #caller: number[] = [];
  readonly #stack: number[] = [];
  /** A function and a line each; the number of a pair is that of its place. */
  readonly #places = new NumberedPairs();

  /** @param bytes how many the recording has */
  constructor(
    private readonly profile: StackProfile,
    private readonly bytes: number,
  ) {
    this.#stacks = new StackTree(profile, bytes);
  }

  get nodes(): number {
    return this.#func.length;
  }

  /** Adds a node with its `callFrame`. Answers its row. Throws `BadRecording` if there are too many functions. */
  add(callFrame: unknown, caller = -1): number {
    this.#func.push(this.#functionNumber(callFrame));
    this.#caller.push(caller);
    return this.#stack.push(-1) - 1;
  }

  /** Says which node calls another one. */
  calls(caller: number, called: number): void {
    this.#caller[called] = caller;
  }

  #functionNumber(callFrame: unknown): number {
    const name = text(property(callFrame, 'functionName')) ?? '';
    const url = text(property(callFrame, 'url')) ?? '';
    const line = oneBased(number(property(callFrame, 'lineNumber')));
    const column = oneBased(number(property(callFrame, 'columnNumber')));
    const names = this.#names.add(this.#textNumber(name), this.#textNumber(url));
    const known = this.#known.add(names, this.#positions.add(line, column));
    if (known === this.#functions.length) {
      this.#functions.push(v8Function(name, fileOf(url), line, column));
      checkDistinctFrames(this.#functions.length, this.bytes);
    }
    return known;
  }

  #textNumber(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const added = this.#texts.size;
    this.#texts.set(text, added);
    return added;
  }

  /** Whether a node stands for the time in which nothing ran. */
  isIdle(node: number): boolean {
    return this.#functionOf(node).is === 'idle';
  }

  #functionOf(node: number): V8Function {
    return this.#functions[this.#func[node]!]!;
  }

  /**
   * Adds a sample with the stack of a node.
   *
   * @param line where the node's function was; 0 if V8 does not say. Lines before the function are of another one, perhaps of
   *   another file, that V8 has inlined there: they count where the function begins
   */
  addSample(node: number, line: number): void {
    const place = this.#place(node, line);
    const callers = this.#stackOf(this.#caller[node]!);
    this.#stacks.addSample(place === -1 ? callers : this.#stacks.call(callers, place));
  }

  /** The stack of a caller, where its function begins. */
  #stackOf(caller: number): number {
    const unknown: { readonly node: number; readonly place: number }[] = [];
    let node = caller;
    for (; node !== -1 && this.#stack[node] === -1; node = this.#caller[node]!) {
      unknown.push({ node, place: this.#place(node, 0) });
      // A node cannot be called by itself.
      if (unknown.length > this.nodes) throw damaged();
    }
    let stack = node === -1 ? noStack : this.#stack[node]!;
    for (const { node: called, place } of unknown.reverse()) {
      if (place !== -1) stack = this.#stacks.call(stack, place);
      this.#stack[called] = stack;
    }
    return stack;
  }

  /** The place of a node's function on a line, or where it begins; -1 if it is no frame of its own. */
  #place(node: number, line: number): number {
    const func = this.#functionOf(node);
    if (func.is === 'root') return -1;
    const own = Math.max(line, func.line);
    const place = this.#places.add(this.#func[node]!, own);
    if (place === this.profile.places) {
      if (func.number === -1) func.number = this.profile.func(func.name, func.file);
      this.profile.placeIn(func.number, own);
    }
    return place;
  }
}

function v8Function(name: string, file: string, line: number, column: number): V8Function {
  const is = file !== '' ? 'function' : name === '(root)' ? 'root' : name === '(idle)' ? 'idle' : 'function';
  // A script begins on a line that means something else, nearly always.
  const isScript = line === 1 && column === 1;
  const shown = name === '' ? anonymous(file, line, column) : name;
  return { is, name: shown, file, line: isScript ? 0 : line, number: -1 };
}

/** V8 counts from 0, and says -1 for what it does not know. */
function oneBased(position = -1): number {
  return position >= 0 && position < mostLines ? Math.floor(position) + 1 : 0;
}

/** Functions of one name are one in reports, and these must stay apart. */
function anonymous(file: string, line: number, column: number): string {
  if (line === 0) return '(anonymous)';
  const base = lastPart(file);
  return `(anonymous ${base}:${line}:${column})`;
}

/** The path of an address such as `file:///src/shop.js`. Others, such as `node:fs`, stay as they are. */
export function fileOf(url: string): string {
  if (!url.startsWith('file:///')) return url;
  const path = decoded(url.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that stands for itself.
    return path;
  }
}
