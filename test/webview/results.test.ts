/** The table of results, in the page as a webview's, with a stand-in for what VS Code gives it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ResultRow, ResultsScope, ResultsTable } from '../../src/protocol.ts';
import { violations, violationsInThemes } from './axe.ts';
import { copied, openTab, press, resize } from './openTab.ts';
import { openShop } from './pageHarness.ts';
import { answer, asked, fail, openStandIn, post, sent, shopMessage } from './webviewStandIn.ts';

/** Names as long as those of public modules, and everything that can stand in a cell. */
function rowsOf(): ResultRow[] {
  const row = (name: string, nanoseconds: number, part: Partial<ResultRow> = {}): ResultRow => ({
    runId: name,
    name,
    file: 'rank_test.go',
    takenAt: 1_700_000_000_000,
    values: {
      'ns/op': { value: nanoseconds, text: `${(nanoseconds / 1000).toPrecision(3)}µs ±2%` },
      'B/op': { value: 480, text: '480 → 96 B' },
      'allocs/op': { value: 3, text: '3' },
      'MB/s': { value: 1200, text: '1200' },
    },
    change: {
      text: '~',
      detail: 'p=0.222 n=6; about 30 measurements would show 3%',
      relative: 0,
      verdict: 'same',
    },
    warnings: [],
    hasProfile: true,
    attributes: '',
    ...part,
  });
  const subs = Array.from({ length: 12 }, (_, i) =>
    row(
      `BenchmarkRank/distribution=zipf-with-a-long-name/workers=8/n=${2 ** i}`,
      1000 * (1 + ((7 * i) % 12)),
    ),
  );
  return [
    row('BenchmarkAddTwoNumbersOfTheSameLength', 500, {
      change: { text: '−76%', detail: 'p<0.001 n=10', relative: -0.76, verdict: 'better' },
    }),
    ...subs,
    row('BenchmarkBroken', 0, {
      values: {},
      change: null,
      hasProfile: false,
      warnings: [{ word: 'failed', reason: 'BenchmarkBroken failed: no disk.' }],
    }),
    row('BenchmarkMul', 99_000, {
      change: { text: '+2.3%', detail: 'p=0.008 n=5', relative: 0.023, verdict: 'worse' },
      warnings: [{ word: 'noisy', reason: 'Other programs used 2 cores.' }],
    }),
  ];
}

const table: ResultsTable = {
  package: 'example.com/rank',
  units: ['ns/op', 'B/op', 'allocs/op', 'MB/s'],
  rows: rowsOf(),
  shownRun: 'BenchmarkAddTwoNumbersOfTheSameLength',
};

function sendProfile(page: Page, title: string): Promise<void> {
  return post(page, { ...shopMessage, title, operations: 10 });
}

/** A page that shows a profile and is asked by the editor for the table. */
async function openResults(
  scope: ResultsScope | null,
  options: BrowserContextOptions = {},
  shown = table,
): Promise<Page> {
  const page = await openStandIn(options);
  await sendProfile(page, 'BenchmarkAdd · cpu');
  await answer(page, await asked(page, 'growth'), null);
  await answer(page, await asked(page, 'results'), shown);
  await page.evaluate((scope) => postMessage({ type: 'results', scope }), scope);
  await page.getByRole('grid').waitFor();
  return page;
}

function names(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').allTextContents();
}

describe('the table of results', () => {
  it('has all twelve sub-benchmarks of a benchmark, and the whole file', async () => {
    const page = await openResults({ of: 'file', name: 'rank_test.go' });
    assert.equal((await names(page)).length, 15);
    const failed = page.getByRole('row', { name: /BenchmarkBroken/ });
    assert.match((await failed.textContent()) ?? '', /failed/);
    assert.equal(
      await failed.getByText('failed', { exact: true }).getAttribute('title'),
      'failed · BenchmarkBroken failed: no disk.',
    );
    await page.getByRole('combobox', { name: 'Results of' }).selectOption({ label: 'BenchmarkRank (12)' });
    // The shown benchmark is no longer in the list, so the list would go back to its file.
    await page.evaluate(() =>
      postMessage({ type: 'results', scope: { of: 'benchmark', name: 'BenchmarkRank' } }),
    );
  });

  it('shows the profile of a row with a click or Enter; the table, the row and the focus stay', async () => {
    const page = await openResults({ of: 'package' });
    const shown = page.locator('[aria-current]');
    assert.match((await shown.textContent()) ?? '', /^BenchmarkAddTwoNumbersOfTheSameLength/);
    await page
      .getByRole('row', { name: /BenchmarkMul/ })
      .getByText('1200')
      .click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'showResult', runId: 'BenchmarkMul', lines: true });
    await sendProfile(page, 'BenchmarkMul · cpu');
    await answer(page, await asked(page, 'results', 1), { ...table, shownRun: 'BenchmarkMul' });
    await page
      .locator('[role="grid"]:focus [aria-current][aria-selected="true"]', { hasText: 'BenchmarkMul' })
      .waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected'), 'true');

    await press(page, 'ArrowUp', 'Enter');
    assert.notDeepEqual(
      (await sent(page)).at(-1),
      { type: 'showResult', runId: 'BenchmarkBroken' },
      'it has no profile',
    );
    await press(page, 'ArrowUp', 'Enter');
    const last = table.rows[12]?.runId ?? '';
    assert.deepEqual((await sent(page)).at(-1), { type: 'showResult', runId: last, lines: true });
  });

  it('is sorted by a click on a heading, and back to the order of the source', async () => {
    const page = await openResults({ of: 'package' });
    const time = page.getByRole('columnheader', { name: 'time/op' });
    await time.getByRole('button').click();
    assert.equal((await names(page))[0], 'BenchmarkMul');
    assert.equal((await names(page)).at(-1), 'BenchmarkBroken');
    assert.equal(await time.getAttribute('aria-sort'), 'descending');
    await time.getByRole('button').click();
    assert.equal((await names(page))[0], 'BenchmarkAddTwoNumbersOfTheSameLength');
    await time.getByRole('button').click();
    assert.equal(await time.getAttribute('aria-sort'), 'none');
  });

  it('follows a run: new results come into it without a flicker', async () => {
    const page = await openResults({ of: 'package' });
    await page.evaluate(() => postMessage({ type: 'resultsChanged' }));
    const again = await asked(page, 'results', 1);
    assert.equal((await names(page)).length, 15, 'the old table stays until the new one is there');
    await answer(page, again, { ...table, rows: table.rows.slice(0, 3) });
    await page.getByText('3 results').waitFor();
  });

  it('says when the question fails, and asks again', async () => {
    const page = await openResults({ of: 'package' });
    await page.evaluate(() => postMessage({ type: 'resultsChanged' }));
    await fail(page, await asked(page, 'results', 1), 'The server has stopped.');
    await page.getByText('The server has stopped.').waitFor();
  });

  it('can be copied', async () => {
    const page = await openResults({ of: 'package' }, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy the table' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    const text = await copied(page, (text) => text.startsWith('|'));
    assert.match(text, /^\| benchmark \| time\/op \| change \| note \| B\/op \| allocs\/op \| MB\/s \|\n/);
    assert.match(text, /\| BenchmarkMul \| 99\.0µs ±2% \| \+2\.3% \(p=0\.008 n=5\) \| noisy \|/);
  });

  it('has nothing that axe-core finds wrong, at any width; names and times are in sight', async () => {
    const page = await openResults({ of: 'package' });
    for (const width of [450, 1000]) {
      await resize(page, { width, height: 600 });
      for (const cell of ['rowheader', 'gridcell'] as const) {
        const box = await page.getByRole('row').nth(3).getByRole(cell).first().boundingBox();
        assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, `${cell} ${JSON.stringify(box)}`);
      }
      // The colours are the same at any width.
      const found = width === 1000 ? violationsInThemes(page, 'results') : violations(page);
      assert.deepEqual(await found, [], `${width} pixels`);
    }
  });
});

describe('the right click', () => {
  /** Whether the browser's menu would have opened: nobody has prevented it. */
  const browserMenu = (page: Page, selector: string) =>
    page.evaluate((selector) => {
      const event = new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: 50,
        clientY: 50,
      });
      return document.querySelector(selector)!.dispatchEvent(event);
    }, selector);

  it('on a row offers what can be done with it', async () => {
    const page = await openResults({ of: 'package' });
    await page.getByRole('row', { name: /BenchmarkMul/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy name' }).waitFor();
    await page.getByRole('menuitem', { name: 'Show its flame graph' }).click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'showResult', runId: 'BenchmarkMul', lines: false });
    await sendProfile(page, 'BenchmarkMul · cpu');
    await page.getByRole('tab', { name: 'Flame graph', selected: true }).waitFor();
    // With the keyboard too.
    await answer(page, await asked(page, 'results', 1), { ...table, shownRun: 'BenchmarkMul' });
    await openTab(page, 'Results');
    await page.getByRole('grid').focus();
    await press(page, 'End', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Show its costs' }).waitFor();
  });

  it('opens no menu of the browser, except in fields for text', async () => {
    const page = await openResults({ of: 'package' });
    for (const tab of ['Results', 'Flame graph', 'Top', 'Source', 'Tags']) {
      const found = page.getByRole('tab', { name: tab, exact: true });
      if ((await found.count()) === 0) continue;
      await found.click();
      for (const selector of ['.toolbar-title', '#view', '.tab-row']) {
        assert.equal(await browserMenu(page, selector), false, `${tab} ${selector}`);
      }
    }
    assert.equal(await browserMenu(page, '.search-input'), true);
  });

  it('copies selected text', async () => {
    const page = await openResults({ of: 'package' }, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!));
    assert.equal(await browserMenu(page, 'h1'), false);
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    const heading = await page.locator('h1').textContent();
    await copied(page, (text) => text === heading);
  });
});

it('a saved page is a page of the browser, and leaves it its menu', async () => {
  const page = await openShop();
  const left = await page.evaluate(() =>
    document
      .querySelector('h1')!
      .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  assert.equal(left, true);
});

it('draws only the rows in sight of a long table, and its keys reach all of them', async () => {
  const [row] = rowsOf();
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    ...row!,
    runId: `${i}`,
    name: `BenchmarkMany/n=${i}`,
  }));
  const page = await openResults(null, {}, { ...table, rows, shownRun: '0' });
  assert.ok((await page.locator('.grid-row').count()) < 300);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.locator('[aria-selected="true"] .results-name', { hasText: 'BenchmarkMany/n=1999' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('[aria-selected="true"] .results-name', { hasText: 'BenchmarkMany/n=1998' }).waitFor();
});
