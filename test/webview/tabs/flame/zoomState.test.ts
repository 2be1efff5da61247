import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  draggedTo,
  firstZoom,
  steppedBack,
  wholeGraph,
  withoutWindow,
  type ZoomState,
  zoomedTo,
} from '../../../../src/webview/tabs/flame/zoomState.ts';

const window = { left: 0.25, right: 0.5 };
const to = (state: ZoomState, ...path: string[]) => zoomedTo(state, { path, window });
const drag = (state: ZoomState, ...path: string[]) => draggedTo(state, { path, window });

/** The paths that steps back lead to, until everything is in sight. */
function wayBack(state: ZoomState): string[] {
  const paths: string[] = [];
  for (let step = steppedBack(state); step.hasMoved; step = steppedBack(step.state)) {
    paths.push(step.state.zoom.path.join('/'));
  }
  return paths;
}

describe('the zoom of a flame graph', () => {
  it('goes back step by step, and at last to everything', () => {
    const state = to(to(firstZoom([]), 'main'), 'main', 'work');
    assert.deepEqual(wayBack(state), ['main', '']);
    assert.deepEqual(wayBack(firstZoom(['main'])), [''], 'from the frame that a saved view names, too');
    assert.deepEqual(wayBack(firstZoom([])), []);
  });

  it('stays where it is when the user zooms to the same frame', () => {
    const state = to(firstZoom([]), 'main');
    assert.equal(to(state, 'main'), state);
  });

  it('is dragged in one step, also within one frame', () => {
    const dragged = drag(drag(to(firstZoom([]), 'main'), 'main', 'work'), 'main');
    assert.deepEqual(wayBack(dragged), ['main', '']);
    const same = drag(to(firstZoom([]), 'main'), 'main');
    assert.deepEqual(wayBack(same), ['main', '']);
    assert.notEqual(to(same, 'main'), same, 'a click shows the whole frame again');
  });

  it('keeps the path for other samples, where its window means nothing', () => {
    const { zoom, isDragged } = withoutWindow(drag(to(firstZoom([]), 'main'), 'main', 'work'));
    assert.deepEqual([zoom, isDragged], [{ path: ['main', 'work'], window: null }, false]);
  });

  it('shows everything at once', () => {
    const state = zoomedTo(to(firstZoom([]), 'main'), wholeGraph);
    assert.deepEqual(state.zoom.window, { left: 0, right: 1 });
    assert.deepEqual(wayBack(state), ['main', '']);
  });
});
