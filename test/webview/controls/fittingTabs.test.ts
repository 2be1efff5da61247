import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fittingTabs } from '../../../src/webview/controls/fittingTabs.ts';

const widths = [80, 30, 60, 40, 50];
const shown = (available: number, chosen: number) =>
  fittingTabs({ available, widths, gap: 4, more: 22 }, chosen)
    .map((isShown) => (isShown ? 'x' : '.'))
    .join('');

it('tabs have room from the first on; the chosen one always has', () => {
  assert.equal(shown(276, 0), 'xxxxx');
  assert.equal(shown(275, 0), 'xxxx.');
  assert.equal(shown(150, 0), 'xx...');
  assert.equal(shown(150, 4), '....x');
  assert.equal(shown(170, 4), 'x...x');
  assert.equal(shown(10, 2), '..x..');
});
