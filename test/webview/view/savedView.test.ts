import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProfileFacts } from '../../../src/analysis/values/profileFacts.ts';
import { noFilters } from '../../../src/webview/engine/filterList.ts';
import { newView, noSearch, readSavedView, type SavedView } from '../../../src/webview/view/savedView.ts';
import { firstView, showPeek } from '../../../src/webview/view/viewChanges.ts';

const facts: ProfileFacts = {
  sampleTypes: [
    { type: 'samples', unit: 'count' },
    { type: 'cpu', unit: 'nanoseconds' },
  ],
  defaultSampleType: 1,
  totals: [1, 1],
  samples: 1,
  durationNanos: 0,
  isDifference: false,
  hasTags: false,
};

const left: SavedView = { ...newView('cpu', 0, 'heat'), tab: 'top', path: ['main', 'work'] };

describe('a saved view', () => {
  it('is read as it was saved', () => {
    const saved = { ...left, filters: { ...noFilters, hide: ['x'] }, search: { ...noSearch, text: 'a' } };
    assert.deepEqual(readSavedView(JSON.parse(JSON.stringify(saved))), saved);
  });

  it('of another version keeps what this one knows', () => {
    const saved = {
      ...left,
      tab: 'neighbours',
      colouring: 1,
      path: ['main', 2],
      filters: { hide: 'x' },
      new: 1,
    };
    assert.deepEqual(readSavedView(saved), {
      ...left,
      tab: 'flame',
      colouring: 'package',
      path: ['main'],
      filters: noFilters,
    });
  });

  it('can be anything else, or nothing', () => {
    for (const saved of [undefined, null, 1, 'view', [], {}, { title: 'cpu' }, { title: 1, sampleType: 0 }]) {
      assert.equal(readSavedView(saved), null);
    }
  });
});

describe('the first view of a profile', () => {
  it('is new where nothing was saved, or the view of another profile', () => {
    const wanted = { title: 'cpu', sampleType: -1 };
    assert.deepEqual(firstView(wanted, facts, null), newView('cpu', 1, 'package'));
    assert.deepEqual(firstView(wanted, facts, { ...left, title: 'mem' }), newView('cpu', 1, 'package'));
  });

  it('is the one in which the user left the profile', () => {
    assert.deepEqual(firstView({ title: 'cpu', sampleType: -1 }, facts, left), left);
  });

  it('keeps what means the same in another profile of the same run', () => {
    const before: SavedView = {
      ...left,
      run: 'r',
      tab: 'tags',
      path: ['main', 'f'],
      functionName: 'f',
      search: { ...left.search, text: 'f' },
      filters: { ...left.filters, focus: ['f'], tagFocus: ['16b'] },
    };
    const wanted = { title: 'mem', run: 'r', sampleType: 1 };
    const view = firstView(wanted, facts, before);
    assert.deepEqual([view.path, view.functionName], [['main', 'f'], 'f']);
    assert.equal(view.search, noSearch, 'a search would dim the next profile');
    assert.deepEqual([view.filters.focus, view.filters.tagFocus], [['f'], []]);
    assert.deepEqual([view.title, view.sampleType, view.tab], ['mem', 1, 'tags']);
    const other = firstView({ ...wanted, run: 'other' }, facts, before);
    assert.deepEqual([other.path, other.filters.focus], [[], []]);
    const unknown = firstView({ title: 'mem', sampleType: 1 }, facts, { ...before, run: '' });
    assert.deepEqual(unknown.path, []);
    const again = { title: before.title, sampleType: 1 };
    assert.equal(firstView({ ...again, run: 'r' }, facts, before).search.text, 'f', 'a reload');
    assert.equal(firstView({ ...again, run: 'next' }, facts, before).search, noSearch);
  });

  it('is of the sample type that the host names, if the profile has it', () => {
    const sampleTypeOf = (sampleType: number) =>
      firstView({ title: 'cpu', sampleType }, facts, left).sampleType;
    assert.deepEqual([1, 0, 2, -1].map(sampleTypeOf), [1, 0, 0, 0]);
    const gone = { ...left, sampleType: 7 };
    assert.equal(firstView({ title: 'cpu', sampleType: -1 }, facts, gone).sampleType, 1);
  });
});

describe('the table of results', () => {
  const results = {
    scope: { of: 'file', name: 'a_test.go' },
    chosenAt: null,
    order: { by: 'ns/op', reverse: true },
  } as const;

  it('keeps its part and order from profile to profile, and stays while the user goes through its rows', () => {
    const wanted = { title: 'mem', sampleType: -1 };
    const went = firstView(wanted, facts, { ...left, tab: 'results', results: { ...results, stays: true } });
    assert.equal(went.tab, 'results');
    assert.deepEqual(went.results, { ...results, stays: false });
    const other = firstView(wanted, facts, {
      ...left,
      tab: 'results',
      results: { ...results, stays: false },
    });
    assert.equal(other.tab, 'flame');
    assert.deepEqual(other.results, { ...results, stays: false });
  });

  it('that was saved in another form begins anew', () => {
    const saved = { ...left, results: { scope: { of: 'all' }, order: 'up' } };
    assert.deepEqual(readSavedView(saved)?.results, newView('', 0, 'heat').results);
  });
});

describe('changes of the view', () => {
  it('end the search where Peek goes to a function', () => {
    assert.deepEqual(showPeek('f'), { tab: 'peek', functionName: 'f', search: noSearch });
  });
});
