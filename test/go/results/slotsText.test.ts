import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { slotsText } from '../../../src/go/results/slotsText.ts';

const none = { retiring: 0, badSpeculation: 0, frontEnd: 0, backEnd: 0, otherThread: 0 };

test('the largest share comes first, and those that round to nothing are left out', () => {
  assert.equal(
    slotsText({ ...none, retiring: 0.188, badSpeculation: 0.041, frontEnd: 0.06, backEnd: 0.711 }),
    '71% waits for memory or execution units · 19% works · 6% waits for instructions to be read and decoded · 4% is undone after branches guessed wrongly',
  );
  assert.equal(
    slotsText({ ...none, retiring: 0.797, otherThread: 0.201, backEnd: 0.002 }),
    '80% works · 20% waits for the other thread of its core',
  );
});

test('the percents add up to 100', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(share, share, share, share, share), (shares) => {
      const all = shares.reduce((sum, each) => sum + each, 0);
      fc.pre(all > 1e-9);
      const [retiring, badSpeculation, frontEnd, backEnd, otherThread] = shares.map(
        (each) => each / all,
      ) as typeof shares;
      const text = slotsText({ retiring, badSpeculation, frontEnd, backEnd, otherThread });
      const percents = text.match(/\d+(?=%)/g) ?? [];
      assert.equal(
        percents.reduce((sum, each) => sum + Number(each), 0),
        100,
        text,
      );
    }),
  );
});
