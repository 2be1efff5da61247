import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
