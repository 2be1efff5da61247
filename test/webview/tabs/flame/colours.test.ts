import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOrigins } from '../../../../src/analysis/names/codeOrigin.ts';
import {
  causeColours,
  differenceColours,
  type Emphasis,
  type FrameColours,
  heatColours,
  hueOf,
  originColours,
  packageColours,
  rootColours,
  scaleSteps,
  type ThemeKind,
} from '../../../../src/webview/tabs/flame/colours.ts';
import { causeGroups } from '../../../../src/webview/view/causeGroups.ts';
import type { Colouring } from '../../../../src/webview/view/savedView.ts';
import { contrast } from '../../../contrast.ts';

const themes: ThemeKind[] = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'];
const emphases: Emphasis[] = ['plain', 'matched', 'dimmed'];

/** Names whose hues are all around the circle. */
const packages = Array.from({ length: 400 }, (_, i) => `example.com/package${i}`);

describe('frame colours', () => {
  for (const theme of themes) {
    const wanted = theme.startsWith('high-contrast') ? 7 : 4.5;
    for (const emphasis of emphases) {
      const steps = Array.from({ length: 2 * scaleSteps + 1 }, (_, index) => index - scaleSteps);
      const everyColour: Record<Colouring, FrameColours[]> = {
        package: packages.map((name) => packageColours(name, `${name}.F`, theme, emphasis)),
        heat: steps.filter((step) => step >= 0).map((step) => heatColours(step, theme, emphasis)),
        origin: codeOrigins.map((origin) => originColours(origin, theme, emphasis)),
        cause: causeGroups.map((group) => causeColours(group, theme, emphasis)),
        difference: steps.map((step) => differenceColours(step, theme, emphasis)),
      };
      for (const [colouring, colours] of Object.entries(everyColour)) {
        it(`by ${colouring} leave text readable: ${emphasis}, ${theme}`, () => {
          for (const { fill, text } of colours) {
            const ratio = contrast(fill, text);
            assert.ok(ratio >= (emphasis === 'dimmed' ? 4.5 : wanted), `${text} on ${fill} is ${ratio}`);
          }
        });
      }
    }
    it(`leave the root readable: ${theme}`, () => {
      const { fill, text } = rootColours(theme);
      assert.ok(contrast(fill, text) >= wanted);
    });
  }

  it('spread packages over the whole circle', () => {
    const taken = new Set(packages.map((name) => Math.floor(hueOf(name) / 30)));
    assert.equal(taken.size, 12);
  });
});
