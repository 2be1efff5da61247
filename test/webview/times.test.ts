/** The Times tab: how long single operations took, in the page as a webview's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OperationTimes } from '../../src/bench/statistics/operationTimes.ts';
import { timesReport } from '../../src/go/results/timesText.ts';
import { violationsInThemes } from './axe.ts';
import { copied, openTab, resize } from './openTab.ts';
import { answer, asked, openStandIn, post, shopMessage } from './webviewStandIn.ts';

/** Two ways through the code: a short one and, for a part of the operations, a long one. */
function times(short: number, long: number, ofLong: number): OperationTimes {
  const around = (middle: number, count: number) =>
    Array.from(
      { length: 9 },
      (_, i) => [middle * 1.02 ** (i - 4), Math.round(count / 2 ** Math.abs(i - 4))] as const,
    );
  return { rows: [...around(short, 8000), ...around(long, ofLong), [2e6, 1]], longest: 2e6, clock: 40 };
}

it('has a histogram of each version over the other and their percentiles, which can be copied', async () => {
  const page = await openStandIn({
    viewport: { width: 1000, height: 250 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await post(page, { ...shopMessage, title: 'BenchmarkJoin · cpu' });
  const versions = [
    { name: 'before', times: times(4100, 91_000, 900) },
    { name: 'now', times: times(1200, 91_000, 90) },
  ];
  await answer(page, await asked(page, 'times'), timesReport('operation', versions));
  await openTab(page, 'Times');
  const picture = page.getByRole('img', {
    name: 'Share of operations over their time, both logarithmic: before, now',
  });
  await picture.waitFor();
  assert.equal(await picture.locator('.times-before').count(), 1);
  assert.deepEqual(await picture.locator('.times-quantile text').allTextContents(), [
    'p50',
    'p99',
    'longest',
  ]);
  const tip = picture.locator('.times-tip title').first();
  assert.match((await tip.textContent()) ?? '', /^1\.\d+µs to 1\.\d+µs: before 0, now 7,500$/);
  const rows = page.getByRole('row');
  assert.deepEqual(await rows.nth(1).getByRole('cell').allTextContents(), [
    '4.10µs',
    '84.1µs',
    '94.7µs',
    '2ms',
  ]);
  assert.match(
    (await rows.nth(1).getByRole('rowheader').textContent()) ?? '',
    /^\s*before.*, with 40ns for the clock in each$/,
  );
  assert.deepEqual(await violationsInThemes(page, 'times-1000'), []);
  await page.getByRole('button', { name: 'Copy the table' }).click();
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  const text = await copied(page, (text) => text.startsWith('operation'));
  assert.match(text, /^operation,p50,p90,p99,longest,count\r?\nbefore,4\.10µs,/);
  await resize(page, { width: 420, height: 700 });
  await page.waitForFunction(() => document.documentElement.scrollWidth <= 420);
  await page.close();
});

it('draws operations that all took the same time', async () => {
  const page = await openStandIn({ viewport: { width: 800, height: 250 } });
  await post(page, { ...shopMessage, title: 'BenchmarkJoin · cpu' });
  const same = { rows: [[1000, 200]], longest: 1000, clock: 40 } as const;
  await answer(page, await asked(page, 'times'), timesReport('request', [{ name: 'now', times: same }]));
  await openTab(page, 'Times');
  const bar = page.getByRole('img', { name: /^Share of requests/ }).locator('.times-now');
  const box = await bar.boundingBox();
  assert.ok(box !== null && box.width > 20 && box.height > 50, JSON.stringify(box));
  await page.close();
});
