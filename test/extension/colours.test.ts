/** What is drawn beside lines and in charts can be read on every default theme. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { property } from '../../src/base/outsideValues.ts';
import {
  defaultColor,
  heatColor,
  heatMarkSvg,
  heatSteps,
  mutedColor,
} from '../../src/extension/lines/heatMark.ts';
import { contrast } from '../contrast.ts';

const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));

function text(value: unknown): string {
  assert.ok(typeof value === 'string');
  return value;
}

/** Backgrounds of the themes that VS Code has had as its defaults, from `extensions/theme-defaults`. */
const backgrounds = {
  dark: ['#1e1e1e', '#1f1f1f', '#121314'],
  light: ['#ffffff'],
  highContrast: ['#000000'],
  highContrastLight: ['#ffffff'],
};

test('black on white has the contrast the definition says', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
});

test('heat and its absence can be read on every default theme', () => {
  const colors = property(property(manifest, 'contributes'), 'colors');
  assert.ok(Array.isArray(colors));
  const ids = [...Array.from({ length: heatSteps }, (_, heat) => heatColor(heat)), mutedColor];
  for (const id of ids) {
    const color = colors.find((item) => property(item, 'id') === id);
    for (const [theme, grounds] of Object.entries(backgrounds)) {
      const value = text(property(property(color, 'defaults'), theme));
      const least = theme.startsWith('highContrast') ? 7 : 4.5;
      for (const ground of grounds) {
        const ratio = contrast(value, ground);
        assert.ok(ratio >= least, `${id} ${value} on ${ground}: ${ratio.toFixed(2)} < ${least}`);
      }
    }
  }
});

test('the characters of gutter marks can be read on the colour of each step, in every kind of theme', () => {
  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (let heat = 0; heat < heatSteps; heat++) {
      const color = defaultColor(manifest, heatColor(heat), theme);
      assert.ok(color !== null);
      const fills = [...heatMarkSvg('38', color, 'filled').matchAll(/fill="(#\w+)"/g)];
      const [ground = '', letters = ''] = fills.map(([, fill]) => text(fill));
      assert.equal(ground, color);
      assert.ok(contrast(ground, letters) >= 4.5, `${letters} on ${ground}`);
    }
  }
  assert.equal(defaultColor({}, heatColor(0), 'dark'), null);
});

test('what a gutter mark says is text, never markup', () => {
  assert.match(heatMarkSvg('<1', '#ffffff', 'outlined'), />&lt;1<\/text>/);
  assert.match(heatMarkSvg('准', '#ffffff', 'outlined'), /textLength="12"/, 'as wide as two digits');
  for (const style of ['filled', 'outlined'] as const) {
    const svg = heatMarkSvg('set', '#ffffff', style);
    const [whole = 0, box = 0] = [...svg.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
    assert.ok(box <= whole - 2, 'a gap before the line number');
  }
});

/** The colours of VS Code's default themes that the curves of the page's Growth tab are drawn in. */
const chartColors: Readonly<Record<string, Readonly<Record<keyof typeof backgrounds, string>>>> = {
  'editor-foreground': {
    dark: '#bbbebf',
    light: '#3b3b3b',
    highContrast: '#ffffff',
    highContrastLight: '#292929',
  },
  'charts-orange': {
    dark: '#d18616',
    light: '#d18616',
    highContrast: '#ab5a00',
    highContrastLight: '#0f4a85',
  },
  'charts-blue': {
    dark: '#3794ff',
    light: '#1a85ff',
    highContrast: '#3794ff',
    highContrastLight: '#1a85ff',
  },
  'charts-green': {
    dark: '#89d185',
    light: '#388a34',
    highContrast: '#89d185',
    highContrastLight: '#374e06',
  },
  'charts-purple': {
    dark: '#b180d7',
    light: '#652d90',
    highContrast: '#b180d7',
    highContrastLight: '#652d90',
  },
  'charts-red': { dark: '#f14c4c', light: '#e51400', highContrast: '#f48771', highContrastLight: '#b5200d' },
};

test('the curves of the Growth tab stand out on every default theme', () => {
  const styles = (file: string) =>
    readFileSync(new URL(`../../src/webview/${file}`, import.meta.url), 'utf8');
  const strong = /--strong: (.*);/.exec(styles('styles/base.css'))?.[1] ?? '';
  const curves = [...styles('tabs/growth/growth.css').matchAll(/--curve: (light-dark.*|var.*);/g)];
  assert.equal(curves.length, 6);
  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const [, value = ''] of curves) {
      const color = colorIn(theme, value.replace('var(--strong)', strong));
      for (const ground of backgrounds[theme]) {
        assert.ok(contrast(color, ground) >= 3, `${value}: ${color} on ${ground}`);
      }
    }
  }
});

/** What a value of a style sheet is in a theme: `light-dark(#a85d00, var(--vscode-charts-orange, #d18616))`. */
function colorIn(theme: keyof typeof backgrounds, value: string): string {
  const own = /^light-dark\(([^,]*), (.*)\)$/.exec(value);
  if (own !== null) {
    return colorIn(theme, (/light$/i.test(theme) ? own[1] : own[2]) ?? '');
  }
  const themed = /^var\(--vscode-([\w-]+)/.exec(value)?.[1];
  return themed === undefined ? value : text(chartColors[themed]?.[theme]);
}
