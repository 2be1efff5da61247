/**
 * Measures the flame graph page's budgets: npm run bench:page [-- --quick] [-- --runs=N]
 *
 * Our page, pprof's page and, if it is installed, speedscope open the same profiles in the same browser, one after the
 * other. Build for production first. It prints a table and writes it to test/bench/out/page.json.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumArguments, installChromium } from '../editor/chromium.ts';
import { interactionRows } from './pageInteraction.ts';
import { openPageRows } from './pageOpen.ts';
import { report } from './table.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' } },
});
const runs = Number(values.runs);
const browser = await chromium.launch({ executablePath: installChromium(), args: [...chromiumArguments] });
try {
  const large = values.quick ? 'quick' : 'half';
  const rows = [
    ...(await openPageRows(browser, values.quick ? 'quickMedium' : 'medium', 'medium', runs)),
    ...(await openPageRows(browser, large, 'large', Math.min(runs, 3))),
    ...(await interactionRows(browser, large)),
  ];
  report('page.json', rows, { quick: values.quick, runs });
} finally {
  await browser.close();
}
