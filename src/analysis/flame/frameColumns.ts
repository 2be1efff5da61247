import type { StringTable } from '../../pprof/profile.ts';
import { type CodeOrigin, codeOrigin } from '../names/codeOrigin.ts';
import { cleanPath } from '../names/filePaths.ts';
import type { FlameTree } from './flameTree.ts';

/** What a picture says of its frames, as columns of one length: an item for each frame, the first for the root. */
export interface FrameColumns {
  /** Index into the names; -1 for the root. */
  readonly nameIndexes: Int32Array;
  /** In the sample type's unit. */
  readonly cums: Float64Array;
  readonly flats: Float64Array;
  /** What operations cost of them; empty where the profile does not tell that apart. */
  readonly timedCums: Float64Array;
  readonly timedFlats: Float64Array;
  /** Index into the files; 0 is the empty name. */
  readonly files: Uint32Array;
  /** The line, from 1, with most of the frame's cost; 0 if unknown. */
  readonly lines: Uint32Array;
  /** 0 not inlined, 1 in some samples, 2 in all. */
  readonly inlined: Uint8Array;
  /** The names and files that no earlier picture has contained, with their indexes. */
  readonly newNames: readonly (readonly [func: number, name: string, origin: CodeOrigin])[];
  readonly newFiles: readonly (readonly [file: number, name: string])[];
}

/** The names and files that the page knows, and the indexes by which it knows them. */
export interface PageTexts {
  /** The name index of a func. */
  readonly nameOf: (func: number) => number;
  readonly names: SentTexts;
  readonly files: SentTexts;
}

const inlinedCodes = { none: 0, some: 1, all: 2 } as const;

/**
 * The columns for the frames of a picture.
 *
 * @param nodes The frames, as nodes of the tree.
 * @param texts The names and files that the page knows; new ones are added.
 * @param timed By sample, what operations cost of its value; `null` where that is not told apart.
 */
export function frameColumns(
  tree: FlameTree,
  nodes: Uint32Array,
  strings: StringTable,
  { nameOf, names, files }: PageTexts,
  timed: Float64Array | null,
): FrameColumns {
  const { siteFile, siteLine } = tree.frames;
  const count = nodes.length;
  const nameIndexes = new Int32Array(count);
  const cums = new Float64Array(count);
  const flats = new Float64Array(count);
  const timedCums = new Float64Array(timed === null ? 0 : count);
  const timedFlats = new Float64Array(timedCums.length);
  const fileNumbers = new Uint32Array(count);
  const lines = new Uint32Array(count);
  const inlined = new Uint8Array(count);
  const newNames: [number, string, CodeOrigin][] = [];
  const newFiles: [number, string][] = [];
  /** By the file's string in the profile: many frames share a file. */
  const pathsOf = new Map<number, { path: string; file: number }>();
  const pathOf = (string: number) => {
    let known = pathsOf.get(string);
    if (known === undefined) {
      const path = cleanPath(strings.get(string));
      known = { path, file: files.add(path) };
      pathsOf.set(string, known);
    }
    return known;
  };
  for (let i = 0; i < count; i++) {
    const node = nodes[i]!;
    cums[i] = tree.cum(node);
    flats[i] = tree.flat(node);
    if (timed !== null) {
      const { flat, cum } = tree.sums(node, timed);
      timedFlats[i] = flat;
      timedCums[i] = cum;
    }
    const func = tree.func(node);
    if (func === -1) {
      nameIndexes[i] = -1;
      continue;
    }
    const name = nameOf(func);
    const site = tree.hottestSite(node);
    const { path, file } = pathOf(siteFile[site]!);
    nameIndexes[i] = name;
    fileNumbers[i] = file;
    lines[i] = siteLine[site]!;
    inlined[i] = inlinedCodes[tree.inlined(node)];
    const newName = names.takeUnsent(name);
    if (newName !== null) newNames.push([name, newName, codeOrigin(newName, path)]);
    const newFile = files.takeUnsent(file);
    if (newFile !== null) newFiles.push([file, newFile]);
  }
  return {
    nameIndexes,
    cums,
    flats,
    timedCums,
    timedFlats,
    files: fileNumbers,
    lines,
    inlined,
    newNames,
    newFiles,
  };
}

/** Texts that are sent to a page once, and referred to by index from then on. An index never changes. */
export class SentTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #isSent: boolean[] = [];

  /** @param texts that the page has already, in the order of their indexes */
  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.#isSent[this.add(text)] = true;
  }

  get count(): number {
    return this.#texts.length;
  }

  add(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The text at an index, to be sent now; `null` if it has been sent. */
  takeUnsent(number: number): string | null {
    if (this.#isSent[number] === true) return null;
    this.#isSent[number] = true;
    return this.#texts[number]!;
  }
}
