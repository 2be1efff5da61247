/** What a flame graph draws of a profile: all of its stacks, or those of a timed loop. */
import type { Profile } from '../../pprof/profile.ts';
import { type Outside, outsides } from '../benchmark/timedLoop.ts';
import { timedType } from '../values/timedValues.ts';
import { type FrameTable, frameTable } from './frames.ts';
import { rootFirstStacks, type Stacks } from './stacks.ts';

/** The samples of one cause outside of the timed loop. They are drawn as one frame, beside those of the loop. */
export interface FoldedPart {
  readonly cause: Outside;
  readonly profile: Profile;
}

/** What the frame of a cause is called. No function has such a name. */
function foldedName(cause: Outside): string {
  return `(${cause})`;
}

/** The cause of which it is the name of its frame; `undefined` for the name of a function. */
export function foldedCause(name: string): Outside | undefined {
  return outsides.find((cause) => foldedName(cause) === name);
}

/** By sample of the profile, its value of one sample type: the nearest double. */
function sampleValues({ samples, sampleTypes }: Profile, sampleType: number): Float64Array {
  const all = samples.values.approximate;
  const values = new Float64Array(samples.count);
  for (let i = 0; i < values.length; i++) values[i] = all[i * sampleTypes.length + sampleType]!;
  return values;
}

/**
 * The stacks of a profile, root first. Those of a timed loop are followed by two for each part that is folded, of its
 * positive and of its negative values, and begin with the last frame of package testing:
 *
 *   testing.(*B).launch  testing.(*B).runN  BenchmarkX  work     ->     testing.(*B).runN  BenchmarkX  work
 *                                                                       (setup)
 */
export class DrawnStacks {
  readonly frames: FrameTable;
  readonly stacks: Stacks;

  /** @param folded `null` where the profile is drawn as it is */
  constructor(
    private readonly profile: Profile,
    private readonly folded: readonly FoldedPart[] | null,
  ) {
    const frames = frameTable(profile);
    const stacks = rootFirstStacks(profile, frames);
    this.frames = folded === null ? frames : withFoldedFrames(frames, folded);
    this.stacks = folded === null ? stacks : withFoldedStacks(withoutHarness(stacks, frames), frames, folded);
  }

  /** By stack, its value of one sample type. */
  values(sampleType: number): Float64Array {
    const values = sampleValues(this.profile, sampleType);
    if (this.folded === null) return values;
    const sums = this.folded.flatMap(({ profile }) => {
      const ofPart = sampleValues(profile, sampleType);
      const sum = (sign: 1 | -1) => ofPart.reduce((all, value) => (value * sign > 0 ? all + value : all), 0);
      return [sum(1), sum(-1)];
    });
    return Float64Array.of(...values, ...sums);
  }

  /** By stack, what operations cost of its value; `null` where the profile does not tell that apart. */
  timedValues(sampleType: number): Float64Array | null {
    const timed = timedType(this.profile, sampleType);
    return timed === sampleType ? null : this.values(timed);
  }
}

function withFoldedFrames(frames: FrameTable, folded: readonly FoldedPart[]): FrameTable {
  const { funcCount, siteCount } = frames;
  const count = folded.length;
  const more = (column: Uint32Array) => {
    const longer = new Uint32Array(siteCount + count);
    longer.set(column);
    return longer;
  };
  const siteFunc = more(frames.siteFunc);
  folded.forEach((_, i) => {
    siteFunc[siteCount + i] = funcCount + i;
  });
  const siteInlined = new Uint8Array(siteCount + count);
  siteInlined.set(frames.siteInlined);
  return {
    ...frames,
    funcCount: funcCount + count,
    funcName: (func) =>
      func < funcCount ? frames.funcName(func) : foldedName(folded[func - funcCount]!.cause),
    siteCount: siteCount + count,
    siteFunc,
    siteFile: more(frames.siteFile),
    siteLine: more(frames.siteLine),
    siteInlined,
  };
}

/** @param frames without those of the folded parts */
function withFoldedStacks(
  { start, sites }: Stacks,
  frames: FrameTable,
  folded: readonly FoldedPart[],
): Stacks {
  const added = folded.flatMap((_, i) => [frames.siteCount + i, frames.siteCount + i]);
  const length = start.at(-1)!;
  const longerStart = new Uint32Array(start.length + added.length);
  longerStart.set(start);
  const longerSites = new Uint32Array(length + added.length);
  longerSites.set(sites.subarray(0, length));
  for (const [i, site] of added.entries()) {
    longerSites[length + i] = site;
    longerStart[start.length + i] = length + i + 1;
  }
  return { start: longerStart, sites: longerSites };
}

/** Frames above every benchmark. The last of them stays: it says where its goroutine comes from. */
const harness = /^(?:testing\.|runtime\.goexit$)/;

function withoutHarness({ start, sites }: Stacks, frames: FrameTable): Stacks {
  const isHarness = Uint8Array.from({ length: frames.funcCount }, (_, func) =>
    harness.test(frames.funcName(func)) ? 1 : 0,
  );
  const isHarnessAt = (at: number) => isHarness[frames.siteFunc[sites[at]!]!] === 1;
  const cutStart = new Uint32Array(start.length);
  const cutSites = new Uint32Array(sites.length);
  let next = 0;
  for (let sample = 0; sample + 1 < start.length; sample++) {
    const end = start[sample + 1]!;
    let at = start[sample]!;
    while (at + 2 < end && isHarnessAt(at) && isHarnessAt(at + 1)) at++;
    for (; at < end; at++) cutSites[next++] = sites[at]!;
    cutStart[sample + 1] = next;
  }
  return { start: cutStart, sites: cutSites };
}
