/** The last minutes of a watched server above the profile, in the page as a webview's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WatchReport } from '../../src/base/watched.ts';
import type { PageWatch } from '../../src/protocol.ts';
import { violations, violationsInThemes } from './axe.ts';
import { nextPicture, press, resize } from './openTab.ts';
import { screenshot } from './pageHarness.ts';
import { openStandIn, post, sent, shopMessage } from './webviewStandIn.ts';

const began = new Date(2026, 10, 26, 12, 0, 0).getTime();
const report: WatchReport = {
  profile: 'CPU',
  state: 'watching',
  costs: 'Every 10 s, the server is asked.',
  note: '',
  missing: { cpu: '', allocated: '', goroutines: 'the server <b>does not</b> count them', heap: '' },
  moments: [0, 1, 2, 3, 4].map((i) => ({
    id: `moment ${i}`,
    at: began + i * 10_000,
    isAfterGap: i === 0 || i === 3,
    figures: { cpu: 0.42 + i, allocated: i === 0 ? null : i * 1.5e6, goroutines: null, heap: 4e6 + i * 1e6 },
  })),
};
const watch: PageWatch = { id: 'server/1', label: '127.0.0.1:6060<i>', report, shown: ['moment 4'] };

function tell(page: Page, change: Partial<PageWatch>): Promise<void> {
  return post(page, { type: 'watch', watch: { ...watch, ...change } });
}

const commands = async (page: Page) =>
  (await sent(page)).flatMap((message) =>
    message.type === 'onServer' ? `${message.action} ${message.moments ?? ''}` : [],
  );

it('a watched server has a chart; keys go through its moments, and two that are marked are compared', async () => {
  const page = await openStandIn({ viewport: { width: 1000, height: 700 } });
  await post(page, shopMessage);
  await tell(page, {});
  const strip = page.getByRole('region', { name: 'Watch of 127.0.0.1:6060<i>' });
  const chart = strip.getByRole('slider');
  await chart.waitFor();
  assert.deepEqual(await strip.locator('.watch-value').allTextContents(), [
    '4.42 cores',
    '5.72 MB/s',
    '7.63 MB',
    '12:00:40',
  ]);
  const ticks = await strip.locator('.watch-tick').allTextContents();
  assert.ok(ticks.includes('the server <b>does not</b> count them'), ticks.join());
  assert.deepEqual(ticks.slice(0, 4), ['5', '0', '8 MB/s', '0']);
  assert.equal(
    await strip.locator('.watch-line').count(),
    6,
    'in each of three rows, before and after the gap',
  );

  await chart.focus();
  await press(page, 'ArrowLeft', 'ArrowLeft');
  const spoken = () => chart.getAttribute('aria-valuetext');
  assert.equal(await spoken(), '12:00:20: CPU 2.42 cores, Allocations 2.86 MB/s, Heap in use 5.72 MB');
  await press(page, 'Enter');
  assert.match((await spoken()) ?? '', /, marked$/);
  await strip.getByText('12:00:20 is marked: mark another moment to compare the two.').waitFor();
  await press(page, 'Home', ' ');
  assert.deepEqual(await commands(page), ['show moment 2,moment 0']);

  // Another profile comes: the focus stays where it is.
  await post(page, { ...shopMessage, title: 'against' });
  await tell(page, { shown: ['moment 0', 'moment 2'] });
  await strip.getByText('12:00:20 compared with 12:00:00').waitFor();
  await page.waitForFunction(() => document.activeElement?.role === 'slider');
  assert.match((await spoken()) ?? '', /^12:00:00: .*, compared$/);
  await press(page, 'Escape');
  await strip.getByRole('button', { name: 'Stop' }).click();
  assert.deepEqual((await commands(page)).slice(1), ['show ', 'stop ']);

  const box = await chart.boundingBox();
  assert.ok(box !== null);
  await page.mouse.click(box.x + box.width - 16, box.y + 20);
  await strip.getByText('12:00:40 is marked', { exact: false }).waitFor();
});

it('a server that goes away is a sentence, and the chart stays; a chart can be folded', async () => {
  const page = await openStandIn({ viewport: { width: 1000, height: 700 } });
  await post(page, shopMessage);
  await tell(page, { report: { ...report, state: 'away', note: 'Nothing answers at <b>shop</b>.' } });
  const state = page.getByRole('status').filter({ hasText: 'Nothing answers at <b>shop</b>.' });
  await state.waitFor();
  assert.equal(await page.locator('.watch-line').count(), 6);
  assert.deepEqual(await violationsInThemes(page, 'watch-1000'), []);
  await resize(page, { width: 450, height: 300 });
  await screenshot(page, 'watch-450');
  assert.deepEqual(await violations(page), []);
  await tell(page, { report: { ...report, state: 'ended' } });
  await page.getByText('The watch has ended.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
  await page.getByRole('button', { name: '127.0.0.1:6060<i> · CPU', expanded: true }).click();
  await page.getByText('4.42 cores · 5.72 MB/s · 7.63 MB').waitFor();
  assert.equal(await page.getByRole('slider').count(), 0);
  await post(page, { type: 'watch', watch: null });
  await nextPicture(page);
  assert.equal(await page.locator('.watch').count(), 0);
});
