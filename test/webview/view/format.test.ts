import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sideText, underPer, valueFormat } from '../../../src/webview/view/format.ts';

it('a difference per operation has a sign, and each side the digits that its own samples bear', () => {
  const format = valueFormat({ type: 'cpu', unit: 'nanoseconds' }, 1e9, {
    operations: { count: 3_000_000, inBase: 1_000_000 },
    perUnit: undefined,
    samplePeriod: 1e7,
    isDifference: true,
    hasOthers: false,
  });
  assert.equal(underPer(format, 234e6), '+78ns');
  assert.equal(underPer(format, -234e6), '-78ns');
  assert.equal(underPer(format, 70e6), '~+23ns');
  assert.equal(underPer(format, 0), '0');
  assert.equal(format.perOperation(234e6), '+78ns/op');
  // Eight samples of the base, which count three times.
  assert.equal(sideText(format, 'was', 240e6), '~80ns');
  assert.equal(sideText(format, 'is', 240e6), '80ns');
  assert.equal(sideText(format, 'is', 0), '0');
});
