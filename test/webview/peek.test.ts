import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { goTool } from '../goTool.ts';
import { testFolder } from '../testFolder.ts';
import { nextPicture, openTab, press } from './openTab.ts';
import { harness, openShop } from './pageHarness.ts';
import { type ProfileFile, realProfiles, shopProfile } from './realProfiles.ts';

async function openPeek(page: Page): Promise<void> {
  await openTab(page, 'Peek');
  await page.locator('#row-0').waitFor();
}

/** The texts of each row's cells with `|` between them, without empty cells. */
async function rowTexts(page: Page): Promise<string[]> {
  return page
    .locator('.grid-row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('.cell')].flatMap((cell) => cell.textContent || []).join('|'),
      ),
    );
}

/** All rows of the table: scrolls through it. */
async function allRowTexts(page: Page): Promise<string[]> {
  const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  const texts: string[] = [];
  while (texts.length < count) {
    await page.locator('.grid-scroll').evaluate((scroller, row) => {
      scroller.scrollTop = row * 24;
    }, texts.length);
    await page.locator(`#row-${texts.length}`).waitFor();
    const first = Number((await page.locator('.grid-row').first().getAttribute('id'))?.slice(4));
    texts.push(...(await rowTexts(page)).slice(texts.length - first));
  }
  return texts;
}

/** What is seen of a row's background, in its cell with the name and in one with a number. */
async function coloursOf(row: Locator): Promise<{ name: string; number: string }> {
  const picture = (await row.screenshot()).toString('base64');
  return row.evaluate(async (element, base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const left = element.getBoundingClientRect().left;
    // Beside the text, and above the bars.
    const colourIn = (cell: string) => {
      const x = Math.ceil(element.querySelector(cell)!.getBoundingClientRect().left - left) + 2;
      canvas.drawImage(image, x, 3, 1, 1, 0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].join();
    };
    return { name: colourIn('.cell-name'), number: colourIn('.cell-number') };
  }, picture);
}

/** The rows that `go tool pprof` prints of the same profile, in the same form. */
function toolsRows({ bytes }: ProfileFile): string[] {
  const file = join(testFolder({ profile: bytes }), 'profile');
  const text = execFileSync(goTool('pprof'), ['-symbolize=none', '-peek', '.', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const afterHeader = text.slice(text.indexOf('calls%')).split('\n').slice(1);
  return afterHeader
    .filter((line) => line.includes(' | '))
    .map((line) => {
      const [numbers = '', name = ''] = line.split(/ \| {1,3}/);
      // The page has one word for it everywhere.
      return [name.replace(/ \(inline\)$/, ' (inlined)'), ...numbers.trim().split(/\s+/)].join('|');
    });
}

describe('peek', () => {
  for (const profile of realProfiles().filter(({ name }) => /^(shop|go-recursion|std-sort.mem)/.test(name))) {
    it(`has the rows that go tool pprof -peek prints of ${profile.name}`, async () => {
      const page = await harness.open(profile.bytes);
      await openPeek(page);
      const expected = toolsRows(profile);
      // The tool's order of equal rows is random.
      assert.deepEqual((await allRowTexts(page)).sort(), expected.sort());
    });
  }

  it('leads from a function to those around it, by pointer and by keys, and shows only what the search finds', async () => {
    const page = await openShop();
    await openPeek(page);
    await page.getByRole('rowheader').getByRole('button', { name: 'shop/cart.walk[int]' }).first().click();
    const selected = page.locator('.grid-row[aria-selected="true"]');
    await selected.filter({ hasText: '280ms' }).waitFor();
    // The row above is its caller.
    await page.getByRole('grid').focus();
    await press(page, 'ArrowUp', 'Enter');
    await selected.filter({ hasText: 'shop/cart.BenchmarkAdd' }).filter({ hasText: '700ms' }).waitFor();

    await openPeek(page);
    await page.getByRole('textbox').first().fill('walk');
    await page.getByText('1 function', { exact: true }).waitFor();
    assert.deepEqual(await rowTexts(page), [
      'shop/cart.BenchmarkAdd|280ms|100%',
      'shop/cart.walk[go.shape.int]|200ms|20.00%|20.00%|280ms|28.00%',
      'runtime.mallocgc|80ms|28.57%',
    ]);
  });

  it('tells callers from callees by place, arrow and word', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000 } });
    await openPeek(page);
    await page.getByRole('textbox').first().fill('walk');
    await page.getByText('1 function', { exact: true }).waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'context',
      'flat/op',
      'cum/op',
      'in calls/op',
      'flat',
      'flat %',
      'sum %',
      'cum',
      'cum %',
      'in calls',
      '% of cum',
    ]);
    assert.deepEqual(await rowTexts(page), [
      'shop/cart.BenchmarkAdd|280µs|280ms|100%',
      'shop/cart.walk[go.shape.int]|200µs|280µs|200ms|20.00%|20.00%|280ms|28.00%',
      'runtime.mallocgc|~80µs|80ms|28.57%',
    ]);
    const rows = await page.locator('.grid-row .cell-name').evaluateAll((cells) =>
      cells.map((cell) => {
        const left = cell.querySelector('.link')!.getBoundingClientRect().left;
        return { name: cell.ariaLabel, icon: cell.querySelector('.icon')?.className ?? '', left };
      }),
    );
    const [caller, own, callee] = rows;
    assert.deepEqual(
      rows.map(({ name, icon }) => [name, icon.trim()]),
      [
        ['caller shop/cart.BenchmarkAdd', 'icon icon-arrow-down'],
        ['shop/cart.walk[go.shape.int]', ''],
        ['callee runtime.mallocgc', 'icon icon-arrow-right'],
      ],
    );
    assert.ok(own!.left < caller!.left && caller!.left < callee!.left);
  });

  it('shows a row in one colour, its name too, where the colours of a theme are translucent', async () => {
    const page = await openShop();
    await openPeek(page);
    await page.evaluate(() => {
      for (const name of ['hoverBackground', 'inactiveSelectionBackground'])
        document.documentElement.style.setProperty(`--vscode-list-${name}`, '#8040c060');
    });
    const selected = page.locator('.grid-row[aria-selected="true"]');
    const other = page.locator('.grid-row[aria-selected="false"]').first();
    const plain = await coloursOf(other);
    assert.equal(plain.name, plain.number);
    const chosen = await coloursOf(selected);
    assert.equal(chosen.name, chosen.number);
    await other.hover({ position: { x: 3, y: 12 } });
    const hovered = await coloursOf(other);
    assert.equal(hovered.name, hovered.number);
    assert.notEqual(hovered.name, plain.name);
  });

  it('obeys a key that is pressed the moment the table comes', async () => {
    const page = await openShop();
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (document.getElementById('row-0') === null) return;
        watch.disconnect();
        const grid = document.querySelector('[role="grid"]');
        grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await openPeek(page);
    await nextPicture(page);
    const last = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 2;
    assert.equal(await page.locator('.grid-row[aria-selected="true"]').getAttribute('id'), `row-${last}`);
  });

  it('has few rows in the document, however many there are', async () => {
    const samples = Array.from({ length: 5000 }, (_, i): [string, number] => [`main f${i}`, 5000 - i]);
    const page = await harness.open(stackProfileBytes({ samples }));
    await openPeek(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    // Each function has its caller above it, the caller has them all below: 5000 + 10,000 + 1 rows.
    await page.locator('#row-15000').waitFor();
    assert.ok((await page.getByRole('row').count()) < 400);
  });
});
