import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../../src/analysis/costs/reportRows.ts';
import { frameTable } from '../../../src/analysis/flame/frames.ts';
import { rootFirstStacks } from '../../../src/analysis/flame/stacks.ts';
import { mergeProfiles } from '../../../src/pprof/merge.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';

/** The frames of each stack, as `name file:line`. */
function stacksOf(profile: Profile): string[] {
  const frames = frameTable(profile);
  const { start, sites } = rootFirstStacks(profile, frames);
  const frameText = (site: number) =>
    `${frames.funcName(frames.siteFunc[site]!)} ${profile.strings.get(frames.siteFile[site]!)}:${frames.siteLine[site]}`;
  return Array.from({ length: profile.samples.count }, (_, sample) =>
    [...sites.subarray(start[sample]!, start[sample + 1]!)].map(frameText).join(' > '),
  );
}

test('a function without a name is known by its binary, and by the binary of each place', () => {
  const inBinary = (binary: string, value: number) =>
    profileOf({ binary, samples: [{ values: [value], stack: [' a.s:1', 'main m.go:2'] }] });
  // One function without a name, in two binaries: as pprof reads it, it is `[first]` in one and `[second]` in the other.
  const profile = mergeProfiles([inBinary('/bin/first', 5), inBinary('/bin/second', 3)]);
  assert.equal(profile.functions.count, 2);
  assert.deepEqual(stacksOf(profile), ['main m.go:2 > [first] a.s:1', 'main m.go:2 > [second] a.s:1']);
  assert.deepEqual(
    reportRows(new ProfileCosts(profile), 0).map(({ label }) => label),
    ['[first]', '[second]', 'main'],
  );
});

test('functions without a name keep their files and lines in one binary, and share a name', () => {
  const profile = profileOf({
    binary: '/bin/tool',
    samples: [
      { values: [1], stack: [' a.s:1', '0x10'] },
      { values: [1], stack: [' b.s:1', ' a.s:2'] },
    ],
  });
  assert.deepEqual(stacksOf(profile), ['[tool] :0 > [tool] a.s:1', '[tool] a.s:2 > [tool] b.s:1']);
  assert.equal(frameTable(profile).funcCount, 1);
});
