import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeTable } from '../../../src/analysis/costs/nodes.ts';
import { stackFrames } from '../../../src/analysis/costs/stackFrames.ts';
import { combine, subtractBase } from '../../../src/analysis/difference/combine.ts';
import {
  applyFilters,
  type FilterOptions,
  pruneUninteresting,
} from '../../../src/analysis/filters/filters.ts';
import { numericLabelUnits } from '../../../src/analysis/filters/labels.ts';
import { addTagFrames } from '../../../src/analysis/filters/tagFrames.ts';
import { trimmedPath } from '../../../src/analysis/filters/trimPaths.ts';
import { simplifiedName } from '../../../src/analysis/names/functionName.ts';
import { total } from '../../../src/analysis/values/total.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';
import { succeeded } from '../../why.ts';

/** Stacks leaf first, with their first value: `a b c 3`. */
function stacks(profile: Profile): string[] {
  const nodes = nodeTable(profile);
  const types = profile.sampleTypes.length;
  return Array.from({ length: profile.samples.count }, (_, sample) => {
    const names = stackFrames(profile, nodes, sample).map(({ node }) => nodes.label(node));
    return [...names, profile.samples.values.approximate[sample * types]].join(' ');
  });
}

const profile = profileOf({
  binary: '/bin/app',
  samples: [
    { values: [1], stack: ['leaf l.go:1', 'mid m.go:2', 'main main.go:3'] },
    { values: [2], stack: [['inner i.go:1', 'outer o.go:2'], 'main main.go:3'] },
    { values: [4], stack: ['mid m.go:2', 'leaf l.go:1', 'mid m.go:2', 'main main.go:3'] },
    { values: [8], stack: ['0x1234'] },
  ],
});

const filtered = (options: FilterOptions) =>
  stacks(succeeded(applyFilters(profile, options, numericLabelUnits(profile))).profile);

test('focus keeps samples with a match in a function, a file or a binary; ignore drops them and wins', () => {
  assert.deepEqual(filtered({ focus: 'leaf' }), ['leaf mid main 1', 'mid leaf mid main 4']);
  assert.deepEqual(filtered({ focus: '^i\\.go$' }), ['inner outer main 2']);
  assert.equal(filtered({ focus: '/bin/app' }).length, 4);
  assert.deepEqual(filtered({ focus: 'main', ignore: 'leaf' }), ['inner outer main 2']);
});

test('hide takes lines out, also inlined ones; show leaves only matches; emptied samples go', () => {
  assert.deepEqual(filtered({ hide: 'mid|inner' }), [
    'leaf main 1',
    'outer main 2',
    'leaf main 4',
    '[app] 8',
  ]);
  assert.deepEqual(filtered({ show: 'inner|leaf' }), ['leaf 1', 'inner 2', 'leaf 4']);
});

test('show-from cuts what calls the rootmost match, within a location, too', () => {
  assert.deepEqual(filtered({ showFrom: 'leaf' }), ['leaf 1', 'mid leaf 4']);
  assert.deepEqual(filtered({ showFrom: 'inner' }), ['inner 2']);
});

test('prune-from cuts what the leafmost match calls', () => {
  assert.deepEqual(filtered({ pruneFrom: 'leaf' })[2], 'leaf mid main 4');
  assert.deepEqual(filtered({ pruneFrom: 'outer' })[1], 'outer main 2');
});

test('filters that match nothing are named, and bad patterns refused', () => {
  const units = numericLabelUnits(profile);
  const outcome = succeeded(applyFilters(profile, { focus: 'main', hide: 'nothing', tagFocus: 'x' }, units));
  assert.deepEqual(outcome.unmatched, ['hide', 'tagFocus']);
  for (const pattern of ['(', 'a(?=b)', '\\1', '[']) {
    const refused = applyFilters(profile, { focus: pattern }, units);
    assert.equal(refused.ok ? 'accepted' : refused.problem.code, 'bad-pattern', pattern);
  }
});

test('patterns are Go’s: flags, quoting, classes', () => {
  assert.equal(filtered({ focus: '(?i)LEAF' }).length, 2);
  assert.equal(filtered({ focus: '\\Qi.go\\E' }).length, 1);
  assert.equal(filtered({ focus: '^[[:alpha:]]+$' }).length, 3);
});

test('a pattern that makes others hang takes no time', () => {
  const long = profileOf({ samples: [{ values: [1], stack: [`${'a'.repeat(5000)}!`] }] });
  assert.equal(succeeded(applyFilters(long, { focus: '^(a+)+$' }, new Map())).profile.samples.count, 0);
});

const labelled = profileOf({
  samples: [
    { values: [1], stack: ['a'], labels: { user: 'ann', bytes: [16, 'bytes'] } },
    { values: [2], stack: ['b'], labels: { user: 'bob', bytes: [16_384, 'bytes'] } },
    { values: [4], stack: ['c'], labels: { request: 64 } },
    { values: [8], stack: ['d'] },
  ],
});

test('tags are chosen by text, by key, and by range with units', () => {
  const kept = (tagFocus: string) =>
    stacks(succeeded(applyFilters(labelled, { tagFocus }, numericLabelUnits(labelled))).profile).map(
      (stack) => stack[0],
    );
  assert.deepEqual(kept('ann'), ['a']);
  assert.deepEqual(kept('user:b'), ['b']);
  assert.deepEqual(kept('user=b'), ['b']);
  assert.deepEqual(kept('user=ann,bob'), ['a', 'b']);
  assert.deepEqual(kept('ann,bob'), []);
  assert.deepEqual(kept('16b'), ['a']);
  assert.deepEqual(kept('1kb:'), ['b']);
  assert.deepEqual(kept(':64b'), ['a', 'c']);
  assert.deepEqual(kept('bytes=:1mb'), ['a', 'b']);
});

test('tagshow and taghide change labels, not samples', () => {
  const shown = succeeded(applyFilters(labelled, { tagHide: 'user' }, new Map())).profile;
  assert.equal(shown.samples.count, 4);
  assert.deepEqual(
    new Set(Array.from(shown.labels.key, (key) => shown.strings.get(key))),
    new Set(['bytes', 'request']),
  );
});

test('labels as frames: at the root the first key outermost, at the leaf the last key innermost', () => {
  const framed = addTagFrames(labelled, ['user', 'bytes'], ['user'], 'minimum').profile;
  assert.deepEqual(stacks(framed).slice(0, 2), ['ann a 16B ann 1', 'bob b 16kB bob 2']);
});

test('drop_frames prunes from the rootmost match that a kept frame calls', () => {
  const dropping = profileOf({
    dropFrames: 'malloc.*|start',
    keepFrames: 'mallocKept',
    samples: [
      { values: [1], stack: ['sys', 'malloc(int)', 'user', 'start'] },
      { values: [2], stack: ['mallocKept', 'user', 'start'] },
      { values: [4], stack: [['malloc', 'inliner'], 'user', 'start'] },
    ],
  });
  assert.deepEqual(stacks(pruneUninteresting(dropping)), [
    'user start 1',
    'mallocKept user start 2',
    'inliner user start 4',
  ]);
});

test('argument lists are no part of a name, but some parentheses are', () => {
  assert.equal(simplifiedName('f(int)'), 'f');
  assert.equal(simplifiedName('.f'), 'f');
  assert.equal(simplifiedName('(anonymous namespace)::f(int)'), '(anonymous namespace)::f');
  assert.equal(simplifiedName('A::operator()(int)'), 'A::operator()');
});

test('paths are trimmed by prefix, or guessed from where the source is', () => {
  assert.equal(trimmedPath('/build/src/a.go', '/build', ''), 'src/a.go');
  assert.equal(trimmedPath('/proc/self/cwd/a.go', '', ''), 'a.go');
  assert.equal(trimmedPath('/remote/project/a.go', '', '/local/project'), 'a.go');
});

test('profiles in different units are brought to the finer one', () => {
  const one = (type: string, value: number) =>
    profileOf({ sampleTypes: [type], samples: [{ values: [value], stack: ['a'] }] });
  const merged = succeeded(combine([one('cpu/microseconds', 3), one('cpu/nanoseconds', 5)]));
  assert.deepEqual(merged.sampleTypes, [{ type: 'cpu', unit: 'nanoseconds' }]);
  assert.deepEqual(stacks(merged), ['a 3005']);
  const refused = combine([one('cpu/nanoseconds', 1), one('space/bytes', 1)]);
  assert.equal(refused.ok ? '' : refused.problem.code, 'incompatible-profiles');
});

test('a base is subtracted; compared with, it is what percentages are of', () => {
  const of = (a: number, b: number) =>
    profileOf({
      samples: [
        { values: [a], stack: ['a'] },
        { values: [b], stack: ['b'] },
      ],
    });
  const subtract = succeeded(subtractBase(of(10, 5), of(4, 5), { how: 'subtract', normalize: false }));
  assert.deepEqual(stacks(subtract), ['a 6']);
  const compare = succeeded(subtractBase(of(10, 5), of(4, 5), { how: 'compare', normalize: false }));
  assert.deepEqual(stacks(compare), ['a 10', 'b 5', 'a -4', 'b -5']);
  assert.equal(total(compare, 0), 9);
  const normalized = succeeded(subtractBase(of(10, 10), of(4, 6), { how: 'subtract', normalize: true }));
  assert.deepEqual(stacks(normalized), ['a 1', 'b -1']);
});

test('two profiles compared as shares have the same total, whatever is rounded', () => {
  // Each of the base's samples would be rounded up.
  const stackOf = (at: number) => [`f${at}`];
  const base = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: Array.from({ length: 100 }, (_, at) => ({ values: [1, 7], stack: stackOf(at) })),
  });
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [{ values: [60, 460], stack: ['f0'] }],
  });
  const compared = succeeded(subtractBase(profile, base, { how: 'compare', baseRatio: 'shares' }));
  const values = [...compared.samples.values.approximate];
  const sum = (type: number) => values.filter((_, i) => i % 2 === type).reduce((a, b) => a + b, 0);
  assert.deepEqual([sum(0), sum(1)], [0, 0]);
  assert.deepEqual([total(compared, 0), total(compared, 1)], [60, 460]);
  // No sample is off by one or more.
  const inTime = values.filter((value, i) => i % 2 === 1 && value < 0);
  assert.deepEqual([...new Set(inTime)].sort(), [-4, -5]);
});
