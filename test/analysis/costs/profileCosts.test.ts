import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../../src/analysis/costs/reportRows.ts';
import { applyFilters, type FilterOptions } from '../../../src/analysis/filters/filters.ts';
import { addTagFrames } from '../../../src/analysis/filters/tagFrames.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { profileOf } from '../../pprof/builder.ts';
import { succeeded } from '../../why.ts';

const profile = profileOf({
  samples: [
    { values: [1], stack: ['walk a.go:4', 'walk a.go:5', 'walk a.go:4', 'main a.go:9'] },
    { values: [20], stack: ['min a.go:1', 'walk a.go:5', 'main a.go:9'] },
    { values: [300], stack: ['other b.go:4', 'other b.go:4', 'main a.go:9'] },
  ],
});

function filtered(from: Profile, options: FilterOptions): Profile {
  const outcome = succeeded(applyFilters(from, options, new Map()));
  return outcome.profile;
}

/** `name flat cum` of all functions with a cost. */
function functions(costs: ProfileCosts): string[] {
  return reportRows(costs, 0).map(({ label, flat, cum }) => `${label} ${flat} ${cum}`);
}

describe('what is derived from a profile', () => {
  it('is made once', () => {
    const costs = new ProfileCosts(profile);
    assert.equal(costs.nodes({ granularity: 'lines' }), costs.nodes({ granularity: 'lines' }));
    assert.notEqual(costs.nodes({ granularity: 'lines' }), costs.nodes());
    assert.equal(costs.lines, costs.lines);
    assert.equal(costs.nodes().slots, costs.nodes().slots);
    assert.equal(costs.functionSums(0), costs.functionSums(0));
    assert.equal(costs.lineSums(0), costs.lineSums(0));
  });

  it('is shared by a filter that leaves out samples, and its sums are its own', () => {
    const costs = new ProfileCosts(profile);
    assert.deepEqual(functions(costs), ['other 300 300', 'min 20 20', 'walk 1 21', 'main 0 321']);
    const walking = costs.of(filtered(profile, { focus: 'walk' }));
    assert.equal(walking.nodes(), costs.nodes());
    assert.equal(walking.lines, costs.lines);
    assert.deepEqual(functions(walking), ['min 20 20', 'walk 1 21', 'main 0 21']);
    const one = walking.of(filtered(walking.profile, { ignore: 'min' }));
    assert.deepEqual(functions(one), ['walk 1 1', 'main 0 1']);
    assert.deepEqual(functions(one), functions(new ProfileCosts(one.profile)));
  });

  it('is the same for most samples whether all were summed before or not', () => {
    const costs = new ProfileCosts(profile);
    const most = filtered(profile, { ignore: 'min' });
    const fresh = new ProfileCosts(most);
    const { samples } = most;
    const approximate = samples.values.approximate.map((value) => value + 7);
    const otherValues = { ...most, samples: { ...samples, values: { approximate, exact: null } } };
    for (const isSummed of [false, true]) {
      if (isSummed) functions(costs);
      const made = costs.of(most);
      assert.deepEqual(made.functionSums(0), fresh.functionSums(0));
      assert.deepEqual(made.lineSums(0), fresh.lineSums(0));
      const expected = ['other 307 307', 'walk 8 8', 'main 0 315'];
      assert.deepEqual(functions(costs.of(otherValues)), expected);
    }
  });

  it('is not shared where a filter changes the code', () => {
    const costs = new ProfileCosts(profile);
    functions(costs);
    const hidden = costs.of(filtered(profile, { hide: 'walk' }));
    assert.notEqual(hidden.nodes(), costs.nodes());
    assert.deepEqual(functions(hidden), ['other 300 300', 'min 20 20', 'main 1 321']);
  });

  it('is not mistaken for that of other stacks after a selection of samples', () => {
    const costs = new ProfileCosts(profile);
    functions(costs);
    const others = filtered(profile, { focus: 'other' });
    const { profile: tagged } = addTagFrames(others, ['user'], [], '');
    assert.equal(tagged.samples.selection, null);
    assert.deepEqual(functions(costs.of(tagged)), functions(new ProfileCosts(tagged)));
  });

  it('takes the repeats of recursion from all samples', () => {
    const costs = new ProfileCosts(profile);
    functions(costs);
    const others = filtered(profile, { focus: 'other' });
    assert.deepEqual(others.samples.selection, { from: profile.samples.locations, rows: Uint32Array.of(2) });
    assert.deepEqual(functions(costs.of(others)), ['other 300 300', 'main 0 300']);
  });
});
