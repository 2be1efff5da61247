/** The drop-down of costs beside an editor: all kinds of the shown run, then other runs. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { violations } from './axe.ts';
import { nextPicture, press, walk } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';
import { openStandIn, post, sent, shopMessage } from './webviewStandIn.ts';

const choice = (sessionId: string, sampleType: number, label: string) => ({
  cost: { sessionId, sampleType },
  label,
});
const own = [choice('s1', 2, 'CPU time'), choice('s1', 1, 'Sorting'), choice('s1', 0, 'CPU samples')];
const memory = [choice('s2', 1, 'Allocated bytes'), choice('s2', 0, 'Allocated objects')];
const groups = [
  { title: 'BenchmarkAdd', choices: [...own.slice(0, 1), ...memory, ...own.slice(1)] },
  {
    title: 'BenchmarkRank',
    choices: [
      choice('s4', 1, 'CPU time'),
      choice('s4', 0, 'CPU samples'),
      choice('s5', 1, 'Allocated bytes'),
    ],
  },
];

const memoryBytes = stackProfileBytes({
  sampleTypes: ['alloc_objects/count', 'alloc_space/bytes'],
  samples: [
    'testing.(*B).runN shop/cart.BenchmarkAdd shop/cart.(*Cart).Add runtime.mallocgc 1 64',
    'testing.(*B).runN shop/cart.Total 2 32',
  ],
});

async function openPage(): Promise<Page> {
  const page = await openStandIn();
  await post(page, { type: 'choices', groups });
  await postProfile(page, 'BenchmarkAdd · CPU', 's1', shopProfile.bytes, 2);
  return page;
}

async function postProfile(
  page: Page,
  title: string,
  id: string,
  bytes: Uint8Array,
  sampleType: number,
): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  await post(page, { ...shopMessage, title, session: { id, run: 'run r' }, sampleType, base64 });
  await page.getByRole('heading', { name: title }).waitFor();
  await page.waitForFunction(() => globalThis.pprofLens.frames().length > 2);
}

const crumbs = (page: Page) => page.locator('.breadcrumb').innerText();

const dropDown = (page: Page) => page.getByRole('combobox', { name: 'Sample type' });

it('has the kinds of the shown run first and the main ones of other runs, or else the own ones', async () => {
  const page = await openPage();
  const offered = await dropDown(page)
    .locator('optgroup')
    .evaluateAll((groups) =>
      groups.map((group) => [
        (group as HTMLOptGroupElement).label,
        ...[...group.querySelectorAll('option')].map(({ label }) => label),
      ]),
    );
  assert.deepEqual(offered, [
    ['BenchmarkAdd', 'CPU time', 'Allocated bytes', 'Allocated objects', 'Sorting', 'CPU samples'],
    ['BenchmarkRank', 'CPU time', 'Allocated bytes'],
  ]);
  assert.equal(
    await dropDown(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label),
    'CPU time',
  );
  // While the editor has sent no choices, it has the own sample types only.
  await post(page, { type: 'choices', groups: [] });
  await page.waitForFunction(() => document.querySelector('.sample-type optgroup') === null);
  assert.equal(await dropDown(page).locator('option').count(), 3);
});

it('goes to another profile by keyboard, with the zoom and the focus; a search ends with its profile', async () => {
  const page = await openPage();
  await page.getByRole('textbox').fill('Add');
  await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  const zoom = await crumbs(page);
  assert.match(zoom, /BenchmarkAdd/);
  await dropDown(page).focus();
  await page.keyboard.press('Space');
  await nextPicture(page);
  await screenshot(page, 'cost-select');
  assert.deepEqual(await violations(page), []);
  await press(page, 'ArrowDown', 'Enter');
  await page.waitForFunction(() => globalThis.sentByPage.at(-1)?.type === 'show');
  assert.deepEqual((await sent(page)).at(-1), { type: 'show', cost: { sessionId: 's2', sampleType: 1 } });

  await postProfile(page, 'BenchmarkAdd · Memory', 's2', memoryBytes, 1);
  assert.equal(
    await dropDown(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label),
    'Allocated bytes',
  );
  assert.equal(await page.getByRole('textbox').inputValue(), '');
  assert.equal(await crumbs(page), zoom);
  assert.ok(
    await dropDown(page).evaluate((select) => select === document.activeElement),
    'the focus is back',
  );
});

it('a sample type of the same profile is shown at once', async () => {
  const page = await openPage();
  await dropDown(page).selectOption({ label: 'CPU samples' });
  assert.deepEqual((await sent(page)).at(-1), { type: 'sampleType', sampleType: 0 });
  await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 100);
});

it('the name of a sample type stays in its line, however long it is', async () => {
  const bytes = stackProfileBytes({
    sampleTypes: ['started_cpu/nanoseconds', 'sync_delay/nanoseconds'],
    samples: [['m.main:1@m.go', 1e9, 1e9]],
  });
  const page = await harness.open(bytes, { viewport: { width: 627, height: 225 } });
  const select = page.getByLabel('Sample type');
  for (const type of ['0', '1']) {
    await select.selectOption(type);
    const heights = await select.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
    assert.ok(heights[0]! <= heights[1]!, String(heights));
  }
});
