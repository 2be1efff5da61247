import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { nextPicture } from './openTab.ts';
import { screenshot } from './pageHarness.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const themes = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  'high-contrast-light': { colorScheme: 'light', contrast: 'more' },
  'high-contrast-dark': { colorScheme: 'dark', contrast: 'more' },
} as const;

/** The problems that axe-core finds in any theme, and a picture of each under this name. The last theme stays. */
export async function violationsInThemes(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, media] of Object.entries(themes)) {
    await page.emulateMedia(media);
    await nextPicture(page);
    await screenshot(page, `${name}-${theme}`);
    const problems = await violations(page, theme === 'light' ? 'all' : 'colours');
    found.push(...problems.map((problem) => `${theme}: ${problem}`));
  }
  return found;
}

/**
 * The problems that axe-core finds, one on each line.
 *
 * @param about `colours`: what can differ between two themes of one page
 */
export async function violations(page: Page, about: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        ...(rules === null ? {} : { runOnly: rules }),
      });
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
    },
    about === 'all' ? null : ['color-contrast', 'link-in-text-block'],
  );
}
