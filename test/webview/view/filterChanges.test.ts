import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fail, ok, type Result } from '../../../src/base/result.ts';
import { noFilters, withFilter } from '../../../src/webview/engine/filterList.ts';
import type { FilterFacts } from '../../../src/webview/engine/questions.ts';
import type { Filters } from '../../../src/webview/engine/scope.ts';
import { FilterChanges, type FilterState } from '../../../src/webview/view/filterChanges.ts';

type Answer = Result<FilterFacts>;

const accepted: Answer = ok({ unmatched: [], totals: [] });

/** Filter changes, with the states that they came to and the filters that were tried out. */
function changes(answer: (filters: Filters) => Answer | Promise<Answer> = () => accepted) {
  const states: FilterState[] = [];
  const failures: unknown[] = [];
  const tried: Filters[] = [];
  const tryOut = async (filters: Filters) => {
    tried.push(filters);
    return answer(filters);
  };
  const onChange = (state: FilterState) => states.push(state);
  const onFailure = (error: unknown) => failures.push(error);
  return { all: new FilterChanges(noFilters, tryOut, onChange, onFailure), states, failures, tried };
}

/** Waits until everything that was begun is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('filters', () => {
  it('that are added at once are tried one after the other, and all take effect', async () => {
    const { all, states, tried } = changes();
    all.add('focus', 'a');
    all.add('hide', 'b');
    await settled();
    assert.deepEqual(states.at(-1)?.current, { ...noFilters, focus: ['a'], hide: ['b'] });
    assert.deepEqual(
      tried.map(({ focus, hide }) => [...focus, ...hide]),
      [['a'], ['a', 'b']],
    );
  });

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

  it('that the engine refuses leave those in effect, and a note says why', async () => {
    const { all, states } = changes(() => fail('bad-pattern', 'Not a pattern: {0}', ['(']));
    all.add('ignore', '(');
    await settled();
    assert.deepEqual(states, [{ current: noFilters, note: 'Not a pattern: (', canUndo: false }]);
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
    assert.deepEqual(states, [{ current: earlier, note: '', canUndo: true }]);
    answer(accepted);
    await settled();
    assert.equal(states.length, 1);
    assert.equal(tried.length, 1);
  });

  it('outlive a failure of the engine', async () => {
    let isBroken = true;
    const { all, states, failures } = changes(() => {
      if (isBroken) throw new Error('broken');
      return accepted;
    });
    all.add('focus', 'a');
    await settled();
    assert.deepEqual([failures.length, states.length], [1, 0]);
    isBroken = false;
    all.add('focus', 'b');
    await settled();
    assert.deepEqual(states.at(-1)?.current.focus, ['b']);
  });
});
