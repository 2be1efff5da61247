import assert from 'node:assert/strict';
import { it } from 'node:test';
import { outsideText } from '../../../src/webview/view/outsideTexts.ts';

it('what is outside of the timed loop is said with its share, and that nothing is', () => {
  const loop = { outside: { setup: [0, 30], background: [0, 5] }, totals: [] };
  const facts = { totals: [70, 100], loop };
  assert.equal(outsideText({ facts, sampleType: 1 }), 'setup 30%, background 5%');
  assert.equal(outsideText({ facts, sampleType: 0 }), 'nothing');
});
