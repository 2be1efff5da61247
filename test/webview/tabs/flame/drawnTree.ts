/** The flame graph that a profile must have, by the definitions of its tree and of pprof's focus alone. */
import assert from 'node:assert/strict';
import type { Profile } from '../../../../src/pprof/profile.ts';
import type { PublishedFrame } from '../../../../src/webview/tabs/flame/publishedFrames.ts';
import { functionsOf, type NaiveNode, naiveTree } from '../../../analysis/naiveTree.ts';

/** Checks the rectangles of a sample type, in a graph of this many pixels. */
export function assertCallTree(
  frames: readonly PublishedFrame[],
  profile: Profile,
  sampleType: number,
  pixels: number,
): void {
  const tree = naiveTree(profile, sampleType);
  const type = profile.sampleTypes[sampleType]!.type;
  const drawn = paths(frames);
  const wanted = wideNodes(tree, 0.5 / pixels);
  assert.deepEqual([...drawn.keys()].sort(), [...wanted.keys()].sort(), type);
  for (const [path, frame] of drawn) {
    const node = wanted.get(path)!;
    assert.equal(frame.cum, node.cum, `cum of ${path}, ${type}`);
    assert.equal(frame.flat, node.flat, `flat of ${path}, ${type}`);
    assert.ok(Math.abs(frame.width - node.width / tree.width) < 1e-9, `width of ${path}, ${type}`);
  }
}

/** What is searched for: in names of functions, of files and of binaries, and nowhere. */
export const expressions = [
  'runtime',
  'malloc|alloc',
  '\\.func1$',
  '^main\\.',
  'go$',
  'Sort|sort',
  'no such function',
];

/** The path of each frame, from the rectangles alone: a callee is below its caller. */
function paths(frames: readonly PublishedFrame[]): Map<string, PublishedFrame> {
  const byPath = new Map<string, PublishedFrame>();
  const pathOf = new Map<PublishedFrame, string>();
  const rows: PublishedFrame[][] = [];
  for (const frame of frames) {
    const middle = frame.x + frame.width / 2;
    const caller = rows[frame.depth - 1]?.find(({ x, width }) => x <= middle && middle <= x + width);
    rows[frame.depth] ??= [];
    rows[frame.depth]!.push(frame);
    assert.ok(caller !== undefined || frame.depth === 0, `${frame.name} has no caller`);
    const path = caller === undefined ? 'root' : `${pathOf.get(caller)}\n${frame.name}`;
    assert.ok(!byPath.has(path), `${path} is drawn twice`);
    pathOf.set(frame, path);
    byPath.set(path, frame);
  }
  return byPath;
}

/** The nodes of the tree with at least the share `least` of the whole width, by path. */
function wideNodes(root: NaiveNode, least: number): Map<string, NaiveNode> {
  const nodes = new Map<string, NaiveNode>();
  const pending = [{ node: root, path: 'root' }];
  while (pending.length > 0) {
    const { node, path } = pending.pop()!;
    if (node.width / root.width < least) continue;
    nodes.set(path, node);
    for (const child of node.children.values()) pending.push({ node: child, path: `${path}\n${child.name}` });
  }
  return nodes;
}

/** Sum of the samples with a match, by the definition of pprof's focus. */
export function focusTotal(profile: Profile, sampleType: number, expression: RegExp): number {
  const { samples, locations, functions, strings, mappings } = profile;
  let sum = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    let isMatch = functionsOf(profile, sample).some((name) => expression.test(name));
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]! && !isMatch; i++) {
      const location = samples.locations[i]!;
      const mapping = locations.mapping[location]!;
      isMatch = mapping !== -1 && expression.test(strings.get(mappings.filename[mapping]!));
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        isMatch ||= expression.test(strings.get(functions.filename[locations.lineFunction[row]!]!));
      }
    }
    if (isMatch) sum += samples.values.approximate[sample * profile.sampleTypes.length + sampleType]!;
  }
  return sum;
}
