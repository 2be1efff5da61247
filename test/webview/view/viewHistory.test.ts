import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noFilters } from '../../../src/webview/engine/filterList.ts';
import type { Tab } from '../../../src/webview/view/savedView.ts';
import {
  canMove,
  longestHistory,
  moved,
  newHistory,
  type Step,
  type ViewHistory,
  withStep,
} from '../../../src/webview/view/useViewHistory.ts';

function step(tab: Tab, ...path: string[]): Step {
  return { tab, path, fromLeaf: false, functionName: '', filters: noFilters };
}

/** The tab or the path that is shown. */
function shown({ steps, at }: ViewHistory): string {
  const { tab, path } = steps[at]!;
  return path.length === 0 ? tab : path.join('/');
}

describe('the history of the page', () => {
  it('forgets what was ahead when the user goes elsewhere', () => {
    const there = withStep(withStep(newHistory(step('flame')), step('top'), false), step('peek'), false);
    const elsewhere = withStep(moved(moved(there, -1), -1), step('tags'), false);
    assert.equal(canMove(elsewhere, 1), false);
    assert.equal(shown(moved(elsewhere, -1)), 'flame');
  });

  it('takes the same place for no step', () => {
    const history = newHistory(step('flame', 'main'));
    assert.equal(withStep(history, step('flame', 'main'), false), history);
  });

  it('takes all of a drag for one step', () => {
    let history = newHistory(step('flame'));
    for (const path of [['a'], ['a', 'b'], ['c']]) history = withStep(history, step('flame', ...path), true);
    assert.equal(shown(history), 'c');
    assert.equal(shown(moved(history, -1)), 'flame');
  });

  it('begins another step with another drag, and with a drag after going back', () => {
    let history = withStep(newHistory(step('flame')), step('flame', 'a'), true);
    history = withStep(withStep(history, step('flame', 'b'), false), step('flame', 'c'), true);
    assert.equal(history.steps.length, 4);
    const back = moved(withStep(history, step('flame', 'd'), true), -1);
    assert.equal(withStep(back, step('flame', 'e'), true).steps.length, 4);
    assert.equal(shown(moved(withStep(back, step('flame', 'e'), true), -1)), 'b');
  });

  it('keeps a limited number of steps, the latest ones', () => {
    let history = newHistory(step('flame'));
    for (let i = 1; i <= longestHistory; i++) history = withStep(history, step('flame', `f${i}`), false);
    assert.equal(history.steps.length, longestHistory);
    assert.equal(shown(history), `f${longestHistory}`);
    assert.deepEqual(history.steps[0]?.path, ['f1']);
  });
});
