import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOrigins } from '../../../../src/analysis/names/codeOrigin.ts';
import {
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
import type { Colouring } from '../../../../src/webview/view/savedView.ts';

const themes: ThemeKind[] = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'];
const emphases: Emphasis[] = ['plain', 'matched', 'dimmed'];

/** Contrast ratio of WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)!.map((part) => {
      const channel = Number(part) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

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

  it('of one package are always the same', () => {
    assert.deepEqual(
      packageColours('runtime', 'runtime.mallocgc', 'dark', 'plain'),
      packageColours('runtime', 'runtime.mallocgc', 'dark', 'plain'),
    );
  });
});
