import { FlameTree } from '../../analysis/flame.ts';
import { layOut, wholeWindow, windowOf } from '../../analysis/flamePicture.ts';
import { searchFrames } from '../../analysis/flameSearch.ts';
import { type FrameTable, frameTable } from '../../analysis/frames.ts';
import { defaultSampleType } from '../../analysis/sampleType.ts';
import { rootFirstStacks, type Stacks } from '../../analysis/stacks.ts';
import { total } from '../../analysis/total.ts';
import { defaultMaxBytes, isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import { ok, type Result } from '../../result.ts';
import { nativeGunzip } from './nativeGunzip.ts';
import type {
  OpenQuestion,
  Picture,
  PictureQuestion,
  ProfileFacts,
  Questions,
  SearchAnswer,
  SearchQuestion,
} from './questions.ts';
import { searchExpression } from './searchExpression.ts';

/** Answers the page's questions about one profile at a time. */
export class LocalEngine {
  #opened: OpenedProfile | null = null;

  async answer<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
  ): Promise<Questions[K]['answer']> {
    const answers: Answers = {
      open: (question) => this.#open(question),
      picture: (question) => this.#profile().picture(question),
      search: (question) => this.#profile().search(question),
    };
    return answers[kind](question);
  }

  async #open({ bytes, sampleType, pixels }: OpenQuestion): Promise<Result<ProfileFacts>> {
    this.#opened = null;
    const file = new Uint8Array(bytes);
    const inflated = isGzip(file) ? await nativeGunzip(file, defaultMaxBytes) : null;
    const profile = readProfile(inflated ?? file);
    if (!profile.ok) return profile;
    const opened = new OpenedProfile(profile.value);
    this.#opened = opened;
    const facts = opened.facts();
    // After the answer: while the page builds itself, the tree is opened as far as it will be seen.
    setTimeout(() => {
      const isThere = sampleType >= 0 && sampleType < facts.sampleTypes.length;
      opened.prepare(isThere ? sampleType : facts.defaultSampleType, pixels);
    });
    return ok(facts);
  }

  #profile(): OpenedProfile {
    if (this.#opened === null) throw new Error('a question before a profile was opened');
    return this.#opened;
  }
}

type Answers = {
  [K in keyof Questions]: (
    question: Questions[K]['question'],
  ) => Questions[K]['answer'] | Promise<Questions[K]['answer']>;
};

/** A profile and what has been derived from it so far. */
class OpenedProfile {
  readonly #profile: Profile;
  readonly #frames: FrameTable;
  readonly #stacks: Stacks;
  /** By sample type. A tree keeps what was opened, so that going back costs nothing. */
  readonly #trees = new Map<number, FlameTree>();
  readonly #values = new Map<number, Float64Array>();
  readonly #mentionedEntries: Uint8Array;
  readonly #mentionedFiles: Uint8Array;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#frames = frameTable(profile);
    this.#stacks = rootFirstStacks(profile, this.#frames);
    this.#mentionedEntries = new Uint8Array(this.#frames.entryCount);
    this.#mentionedFiles = new Uint8Array(profile.strings.length);
  }

  facts(): ProfileFacts {
    const { sampleTypes, samples, durationNanos } = this.#profile;
    return {
      sampleTypes,
      defaultSampleType: defaultSampleType(this.#profile),
      totals: sampleTypes.map((_, sampleType) => Number(total(this.#profile, sampleType))),
      samples: samples.count,
      durationNanos: Number(durationNanos),
    };
  }

  /** Opens the tree for a picture of all of it. */
  prepare(sampleType: number, pixels: number): void {
    layOut(this.#tree(sampleType), wholeWindow, 0.5 / Math.max(pixels, 1));
  }

  picture({ sampleType, zoom, pixels }: PictureQuestion): Picture {
    const tree = this.#tree(sampleType);
    const node = tree.follow(zoom.path);
    const window = zoom.window ?? (tree.total > 0 ? windowOf(tree, node) : wholeWindow);
    const least = (0.5 / Math.max(pixels, 1)) * (window.right - window.left);
    const { nodes, lefts, widths, rowStart } = layOut(tree, window, least);
    const columns = this.#columns(tree, nodes);
    const path = tree.path(node);
    return { sampleType, window, path, total: tree.total, rowStart, nodes, lefts, widths, ...columns };
  }

  search(question: SearchQuestion): Result<SearchAnswer> {
    const matches = searchExpression(question);
    if (!matches.ok) return matches;
    const values = this.#valuesOf(question.sampleType);
    const { entries, cum, binaries } = searchFrames(this.#profile, this.#frames, values, matches.value);
    return ok({ entries, cum, binaries });
  }

  #tree(sampleType: number): FlameTree {
    let tree = this.#trees.get(sampleType);
    if (tree === undefined) {
      tree = new FlameTree(this.#frames, this.#stacks, this.#valuesOf(sampleType));
      this.#trees.set(sampleType, tree);
    }
    return tree;
  }

  #valuesOf(sampleType: number): Float64Array {
    let values = this.#values.get(sampleType);
    if (values === undefined) {
      const { samples, sampleTypes } = this.#profile;
      const all = samples.values.approximate;
      values = new Float64Array(samples.count);
      for (let i = 0; i < values.length; i++) values[i] = all[i * sampleTypes.length + sampleType]!;
      this.#values.set(sampleType, values);
    }
    return values;
  }

  #columns(tree: FlameTree, nodes: Uint32Array) {
    const { siteFile, siteLine, entryNames } = this.#frames;
    const count = nodes.length;
    const entries = new Int32Array(count);
    const cums = new Float64Array(count);
    const flats = new Float64Array(count);
    const files = new Uint32Array(count);
    const lines = new Uint32Array(count);
    const inlined = new Uint8Array(count);
    const newNames: [number, string][] = [];
    const newFiles: [number, string][] = [];
    const inlinedCode = { none: 0, some: 1, all: 2 } as const;
    for (let i = 0; i < count; i++) {
      const node = nodes[i]!;
      const entry = tree.entry(node);
      entries[i] = entry;
      cums[i] = tree.cum(node);
      flats[i] = tree.flat(node);
      inlined[i] = inlinedCode[tree.inlined(node)];
      if (entry === -1) continue;
      if (this.#mentionedEntries[entry] === 0) {
        this.#mentionedEntries[entry] = 1;
        newNames.push([entry, entryNames[entry]!]);
      }
      const site = tree.hottestSite(node);
      lines[i] = siteLine[site]!;
      const file = siteFile[site]!;
      files[i] = file;
      if (this.#mentionedFiles[file] === 0) {
        this.#mentionedFiles[file] = 1;
        newFiles.push([file, this.#profile.strings.get(file)]);
      }
    }
    return { entries, cums, flats, files, lines, inlined, newNames, newFiles };
  }
}
