import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ok, type Result } from '../../../src/base/result.ts';
import { noFilters, withFilter } from '../../../src/webview/engine/filterList.ts';
import type { FilterFacts } from '../../../src/webview/engine/questions.ts';
import type { Filters } from '../../../src/webview/engine/scope.ts';
import { FilterChanges, type FilterState } from '../../../src/webview/view/useFilters.ts';

type Answer = Result<FilterFacts>;

const accepted: Answer = ok({ unmatched: [], totals: [] });

/** Filter changes, with the states that they came to and the filters that were tried out. */
function changes(answer: (filters: Filters) => Answer | Promise<Answer> = () => accepted) {
  const states: FilterState[] = [];
  const tried: Filters[] = [];
  const tryOut = async (filters: Filters) => {
    tried.push(filters);
    return answer(filters);
  };
  return { all: new FilterChanges(noFilters, tryOut, (state) => states.push(state)), states, tried };
}

/** Waits until everything that was begun is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('filters', () => {
  it('are removed, all at once too, and every change can be undone', async () => {
    const { all, states } = changes();
    all.add('focus', 'a');
    all.add('focus', 'b');
    all.remove('focus', 'a');
    all.clear();
    const shown = async () => {
      await settled();
      const { current, canUndo } = states.at(-1)!;
      return [...current.focus, canUndo];
    };
    assert.deepEqual(await shown(), [true]);
    const undone: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      all.undo();
      undone.push(await shown());
    }
    assert.deepEqual(undone, [['b', true], ['a', 'b', true], ['a', true], [false]]);
    const count = states.length;
    all.undo();
    await settled();
    assert.equal(states.length, count, 'nothing is left to undo');
  });

  it('that match nothing take effect, and a note says so', async () => {
    const { all, states } = changes(() => ok({ unmatched: ['ignore'], totals: [] }));
    all.add('focus', 'a');
    await settled();
    assert.equal(states.at(-1)?.note, '', 'of another kind, which matched nothing before');
    all.add('ignore', 'b');
    await settled();
    const { current, note } = states.at(-1)!;
    assert.deepEqual([current.ignore, note], [['b'], 'It matches nothing.']);
  });

  it('that are restored take effect at once; changes that still wait are dropped', async () => {
    let answer = (_: Answer): void => {};
    const { all, states, tried } = changes(() => new Promise((resolve) => (answer = resolve)));
    all.add('focus', 'tried');
    all.add('focus', 'waiting');
    await settled();
    const earlier = withFilter(noFilters, 'hide', 'earlier');
    all.restore(earlier);
    assert.deepEqual(states.at(-1), { current: earlier, note: '', canUndo: true, isOpen: true });
    const { length } = states;
    answer(accepted);
    await settled();
    assert.equal(states.length, length);
    assert.equal(tried.length, 1);
  });
});
