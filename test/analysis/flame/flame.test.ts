import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { layOutFlame, wholeWindow, windowOf } from '../../../src/analysis/flame/flameLayout.ts';
import { searchFrames } from '../../../src/analysis/flame/flameSearch.ts';
import { FlameTree } from '../../../src/analysis/flame/flameTree.ts';
import { type FrameTable, frameTable } from '../../../src/analysis/flame/frames.ts';
import { rootFirstStacks } from '../../../src/analysis/flame/stacks.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { type NaiveNode, naiveTree } from '../naiveTree.ts';
import { type StackProfile, stackProfile } from '../stackProfile.ts';

/** The tree of a profile's first sample type, and what it was made from. */
function treeOf(stacks: StackProfile): {
  tree: FlameTree;
  profile: Profile;
  frames: FrameTable;
  values: Float64Array;
} {
  const profile = stackProfile(stacks);
  const frames = frameTable(profile);
  const types = profile.sampleTypes.length;
  const values = Float64Array.from(
    { length: profile.samples.count },
    (_, sample) => profile.samples.values.approximate[sample * types]!,
  );
  return { tree: new FlameTree(frames, rootFirstStacks(profile, frames), values), profile, frames, values };
}

/** One line per node, indented by depth: `name cum (flat)`. */
function outline(tree: FlameTree, node: number = FlameTree.root): string[] {
  const lines: string[] = [];
  const pending = [node];
  while (pending.length > 0) {
    const at = pending.pop()!;
    const flat = tree.flat(at) === 0 ? '' : ` (${tree.flat(at)})`;
    lines.push(`${'  '.repeat(tree.depth(at))}${tree.name(at)} ${tree.cum(at)}${flat}`);
    const { first, count } = tree.open(at);
    for (let child = first + count - 1; child >= first; child--) pending.push(child);
  }
  return lines;
}

/** @param frames whose order decides between equals */
function outlineNaive(root: NaiveNode, frames: FrameTable): string[] {
  const names = Array.from({ length: frames.funcCount }, (_, func) => frames.funcName(func));
  const lines: string[] = [];
  const pending = [{ node: root, depth: 0 }];
  while (pending.length > 0) {
    const { node, depth } = pending.pop()!;
    lines.push(`${'  '.repeat(depth)}${node.name} ${node.cum}${node.flat === 0 ? '' : ` (${node.flat})`}`);
    const children = [...node.children.values()].sort(
      (a, b) => b.width - a.width || names.indexOf(a.name) - names.indexOf(b.name),
    );
    for (const child of children.reverse()) pending.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

describe('the call tree', () => {
  it('has a node per stack of functions, the widest child first, equals as the profile has them', () => {
    const { tree } = treeOf({
      samples: ['main a 1', 'main b c 5', 'main b 2', 'main d 1', 'gc 3'],
    });
    assert.deepEqual(outline(tree), [
      'root 12',
      '  main 9',
      '    b 7 (2)',
      '      c 5 (5)',
      '    a 1 (1)',
      '    d 1 (1)',
      '  gc 3 (3)',
    ]);
  });

  it('shows a function that calls itself under itself', () => {
    const { tree } = treeOf({
      samples: ['f f f 1', 'f f 1'],
    });
    assert.deepEqual(outline(tree), ['root 2', '  f 2', '    f 2 (1)', '      f 1 (1)']);
  });

  it('shows what was inlined as frames of their own, and says where', () => {
    const { tree } = treeOf({
      samples: ['main work +add 3', 'main work add 1', 'main +sub 1'],
    });
    assert.deepEqual(outline(tree), ['root 5', '  main 5', '    work 4', '      add 4 (4)', '    sub 1 (1)']);
    assert.equal(tree.inlined(tree.follow(['main', 'work'])), 'none');
    assert.equal(tree.inlined(tree.follow(['main', 'work', 'add'])), 'some');
    assert.equal(tree.inlined(tree.follow(['main', 'sub'])), 'all');
  });

  it('merges functions of one name, whatever their file and line, and knows their hottest line', () => {
    const { tree, frames } = treeOf({
      samples: ['main:5 f:10@a.go 1', 'main:6 f:11@a.go 2', 'main:5 f:10@a.go 2', 'main:5 f:10@b.go 1'],
    });
    const f = tree.follow(['main', 'f']);
    assert.equal(tree.cum(f), 6);
    assert.equal(frames.siteLine[tree.hottestSite(f)], 10);
    assert.equal(frames.siteLine[tree.hottestSite(tree.parent(f))], 5);
  });

  it('is as wide as |value|, so a difference shows what shrank too', () => {
    const { tree } = treeOf({
      samples: ['main grown 5', 'main shrunk -7', 'main same 3', 'main same -3'],
    });
    assert.deepEqual(outline(tree), [
      'root -2',
      '  main -2',
      '    shrunk -7 (-7)',
      '    same 0',
      '    grown 5 (5)',
    ]);
    assert.equal(tree.total, 18);
  });

  it('leaves out samples without a value', () => {
    const { tree } = treeOf({ sampleTypes: ['a/count', 'b/count'], samples: ['main idle 0 9'] });
    assert.deepEqual(outline(tree), ['root 0']);
    assert.equal(tree.total, 0);
  });

  it('names a frame by its path, in any tree of the profile', () => {
    const { tree } = treeOf({ samples: ['main a b 1'] });
    const b = tree.follow(['main', 'a', 'b']);
    assert.deepEqual(tree.path(b), ['main', 'a', 'b']);
    assert.deepEqual(tree.path(tree.follow(['main', 'a', 'gone', 'b'])), ['main', 'a']);
  });

  it('goes 100,000 frames deep without recursion of its own', () => {
    const { tree } = treeOf({ samples: [[Array(100_000).fill('f').join(' '), 1]] });
    const { rowStart } = layOutFlame(tree, wholeWindow, 1e-3);
    assert.equal(rowStart.length - 2, 100_000);
  });

  it('equals the naively built tree on any stacks', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const frame = fc.tuple(name, fc.boolean(), fc.integer({ min: 1, max: 3 }));
    const stack = fc
      .array(frame, { minLength: 1, maxLength: 8 })
      .map((frames) =>
        frames.map(([name, inlined, line], i) => `${inlined && i > 0 ? '+' : ''}${name}:${line}`).join(' '),
      );
    const samples = fc.array(fc.tuple(stack, fc.integer({ min: -5, max: 20 })), { maxLength: 40 });
    fc.assert(
      fc.property(samples, (samples) => {
        const { tree, profile, frames } = treeOf({ samples });
        assert.deepEqual(outline(tree), outlineNaive(naiveTree(profile, 0), frames));
      }),
    );
  });
});

describe('the picture of a call tree', () => {
  const stacks: StackProfile = {
    samples: ['main a 60', 'main b 20', 'main 10', 'gc mark 9', 'tiny leaf 1'],
  };

  /** Per row, `name left..right` in percent of the graph. */
  function rows(tree: FlameTree, window = wholeWindow, least = 0): string[][] {
    const { rowStart, nodes, lefts, widths } = layOutFlame(tree, window, least);
    return Array.from({ length: rowStart.length - 1 }, (_, row) => {
      const frames: string[] = [];
      for (let i = rowStart[row]!; i < rowStart[row + 1]!; i++) {
        const percent = (share: number) => Math.round(share * 100);
        frames.push(`${tree.name(nodes[i]!)} ${percent(lefts[i]!)}..${percent(lefts[i]! + widths[i]!)}`);
      }
      return frames;
    });
  }

  it('puts callees under their caller and leaves the flat value free at the right', () => {
    assert.deepEqual(rows(treeOf(stacks).tree), [
      ['root 0..100'],
      ['main 0..90', 'gc 90..99', 'tiny 99..100'],
      ['a 0..60', 'b 60..80', 'mark 90..99', 'leaf 99..100'],
    ]);
  });

  it('opens no node that is too narrow to be drawn', () => {
    const { tree } = treeOf(stacks);
    assert.deepEqual(rows(tree, wholeWindow, 0.05), [
      ['root 0..100'],
      ['main 0..90', 'gc 90..99'],
      ['a 0..60', 'b 60..80', 'mark 90..99'],
    ]);
    assert.equal(tree.nodeCount, 1 + 3 + 2 + 1, 'root, its children, those of main and gc');
  });

  it('draws a window: what is in it and all callers of that', () => {
    const { tree } = treeOf(stacks);
    const gc = tree.follow(['gc']);
    assert.deepEqual(rows(tree, windowOf(tree, gc)), [['root 0..100'], ['gc 90..99'], ['mark 90..99']]);
  });

  it('of a profile without samples is the root alone', () => {
    assert.deepEqual(rows(treeOf({ samples: [] }).tree), [['root 0..100']]);
  });
});

describe('searching frames', () => {
  function search(stacks: StackProfile, expression: RegExp) {
    const { profile, frames, values } = treeOf(stacks);
    const { funcs, cum, width, binaries } = searchFrames(profile, frames, values, (text) =>
      expression.test(text),
    );
    return {
      names: Array.from(funcs, (_, func) => frames.funcName(func)).filter((_, func) => funcs[func] === 1),
      cum,
      width,
      binaries,
    };
  }

  it('counts a sample once however often its stack matches', () => {
    const found = search(
      {
        samples: ['main json.a json.b json.a 5', 'main other 3'],
      },
      /json/,
    );
    assert.deepEqual(found, { names: ['json.a', 'json.b'], cum: 5, width: 5, binaries: [] });
  });

  it('looks at file names and inlined functions too', () => {
    const found = search(
      {
        samples: ['main f:1@json/decode.go 5', 'main g +json 3', 'main h 2'],
      },
      /json/,
    );
    assert.deepEqual(found, { names: ['f', 'json'], cum: 8, width: 8, binaries: [] });
  });

  it('matches everything of a binary whose name matches, and says so', () => {
    const found = search({ samples: ['main f 5'], binary: '/tmp/json.test' }, /json/);
    assert.deepEqual(found, { names: ['main', 'f'], cum: 5, width: 5, binaries: ['json.test'] });
  });

  it('adds up signed values and widths of a difference', () => {
    const found = search(
      {
        samples: ['main f 5', 'main f -2', 'main 9'],
      },
      /f/,
    );
    assert.deepEqual([found.cum, found.width], [3, 7]);
  });
});
