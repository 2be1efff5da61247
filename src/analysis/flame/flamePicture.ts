import type { Profile, StringTable } from '../../pprof/profile.ts';
import { type PageFacts, pageFacts, TimedLoop } from '../benchmark/timedLoop.ts';
import { pruneUninteresting } from '../filters/filters.ts';
import { DrawnStacks } from './drawnStacks.ts';
import { type FlameWindow, layOutFlame, wholeWindow, windowOf } from './flameLayout.ts';
import { FlameTree } from './flameTree.ts';
import { type FrameColumns, frameColumns, type PageTexts, SentTexts } from './frameColumns.ts';

/** What part of a tree to show. */
export interface Zoom {
  /** Function names from below the root down to the frame zoomed into; empty for all. */
  readonly path: readonly string[];
  /** The part itself; `null` if only the path is known: after a switch of sample type. */
  readonly window: FlameWindow | null;
}

/**
 * The frames to draw, row by row, from left to right within a row. Columns of one length, an item per frame; the
 * first is the root.
 */
export interface FlamePicture extends FrameColumns {
  readonly window: FlameWindow;
  /** The part of the path asked for that this tree has. */
  readonly path: readonly string[];
  /** Sum of |value| over the tree's samples. Widths are shares of it. */
  readonly total: number;
  /** Row `d` holds the frames `rowStart[d]` to `rowStart[d + 1] - 1`. */
  readonly rowStart: Uint32Array;
  /** Shares of the whole graph's width. */
  readonly lefts: Float64Array;
  readonly widths: Float64Array;
}

/**
 * A picture of a tree.
 *
 * @param pixels Width of the graph. Frames narrower than half of one are left out.
 * @param timed By stack, what operations cost of its value; `null` where that is not told apart.
 */
export function flamePicture(
  tree: FlameTree,
  zoom: Zoom,
  pixels: number,
  strings: StringTable,
  numbers: PageTexts,
  timed: Float64Array | null = null,
): FlamePicture {
  const node = tree.follow(zoom.path);
  const window = zoom.window ?? (tree.total > 0 ? windowOf(tree, node) : wholeWindow);
  const least = (0.5 / Math.max(pixels, 1)) * (window.right - window.left);
  const { nodes, lefts, widths, rowStart } = layOutFlame(tree, window, least);
  return {
    window,
    path: tree.path(node),
    total: tree.total,
    rowStart,
    lefts,
    widths,
    ...frameColumns(tree, nodes, strings, numbers, timed),
  };
}

/** What a page shows first: the whole graph of a profile, of a benchmark's that of its timed loop, and the facts about it. */
export interface FirstPicture {
  readonly facts: PageFacts;
  readonly sampleType: number;
  readonly picture: FlamePicture;
}

/** Width of first pictures: that of most screens. A wider screen gets the rest when the profile has been read. */
export const firstPicturePixels = 2048;

/**
 * The first picture of a profile, which a page shows before it has read the profile.
 *
 * @param sampleType -1 for the profile's default
 * @param changes of a difference: see `PageFacts`
 */
export function firstPicture(
  whole: Profile,
  sampleType: number,
  pixels: number,
  changes?: PageFacts['changes'],
): FirstPicture {
  const profile = pruneUninteresting(whole);
  const loop = TimedLoop.of(profile);
  const facts = pageFacts(profile, loop, changes);
  const shown = sampleType in facts.sampleTypes ? sampleType : facts.defaultSampleType;
  const drawn = new DrawnStacks(loop?.with([]) ?? profile, loop?.folded([]) ?? null);
  const { frames, stacks } = drawn;
  const tree = new FlameTree(frames, stacks, drawn.values(shown));
  const names = new SentTexts();
  const numbers = {
    nameOf: (func: number) => names.add(frames.funcName(func)),
    names,
    files: new SentTexts(['']),
  };
  const zoom = { path: [], window: wholeWindow };
  return {
    facts,
    sampleType: shown,
    picture: flamePicture(tree, zoom, pixels, profile.strings, numbers, drawn.timedValues(shown)),
  };
}
