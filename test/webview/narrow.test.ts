import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { eventually } from '../eventually.ts';
import { violations, violationsInThemes } from './axe.ts';
import { openTab, resize } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { publicProfile } from './publicProfile.ts';
import { realProfiles, shopProfile } from './realProfiles.ts';

/** Beside code on a small screen a page has about 450 pixels, zoomed in 300. */

const profiles = [
  publicProfile,
  ...realProfiles().filter(({ name }) => name.startsWith('go-inline-generic')),
];

const sizes = [
  { width: 320, height: 640 },
  { width: 450, height: 700 },
  { width: 1000, height: 700 },
];

/**
 * For each row in sight, the part of its name that is truly inside the visible rectangle: what the browser would give a
 * click. A name that is not there is empty.
 */
async function namesInSight(page: Page): Promise<{ whole: string; pixels: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.grid-scroll')].flatMap((scroller) => {
      const { top, bottom } = scroller.getBoundingClientRect();
      const head = scroller.querySelector('.grid-head')!.getBoundingClientRect().height;
      return [...scroller.querySelectorAll('.grid-row')]
        .filter((row) => {
          const box = row.getBoundingClientRect();
          return box.top >= top + head && box.bottom <= bottom;
        })
        .map((row) => {
          const name = row.querySelector('.cell-name')!;
          const box = row.querySelector('.name-row')!.getBoundingClientRect();
          const y = (box.top + box.bottom) / 2;
          let pixels = 0;
          // Nobody asks for more than these.
          for (let x = Math.ceil(box.left) + 1; x < Math.floor(box.right) && pixels < 80; x += 2) {
            const there = x > 0 && x < innerWidth ? document.elementFromPoint(x, y) : null;
            if (there !== null && name.contains(there)) pixels += 2;
          }
          return { whole: name.getAttribute('aria-label') ?? '', pixels };
        });
    }),
  );
}

async function assertNames(page: Page, what: string): Promise<void> {
  // Rows are drawn where the table is scrolled to, a moment later.
  const names = await eventually(`names, ${what}`, async () => {
    const inSight = await namesInSight(page);
    return inSight.length > 0 && inSight;
  });
  for (const { whole, pixels } of names) {
    // Twelve letters, or what a short name has.
    const least = Math.min(80, 5 * (/[^./]*$/.exec(whole.replace(' (inlined)', ''))?.[0].length ?? 0));
    assert.ok(whole !== '' && pixels >= least, `${what}: ${pixels} pixels of ${whole}`);
  }
}

for (const { name, bytes } of profiles) {
  it(`every row in sight shows its name, ${name} at any width`, async () => {
    const page = await harness.open(bytes, { viewport: sizes[0]!, page: { operations: 1000 } });
    for (const tab of ['Top', 'Callers and callees', 'Peek', 'Source']) {
      await openTab(page, tab);
      await page.locator('.grid-row .name-row').first().waitFor();
      for (const size of sizes) {
        await resize(page, size);
        await assertNames(page, `${tab} at ${size.width} pixels`);
        if (name === 'public') await screenshot(page, `narrow-${tab.toLowerCase()}-${size.width}`);
      }
    }
  });
}

describe('a narrow table', () => {
  it('keeps names in sight while all columns are scrolled sideways', async () => {
    const page = await harness.open(publicProfile.bytes, { viewport: sizes[0]!, page: { operations: 1000 } });
    for (const tab of ['Top', 'Peek']) {
      await openTab(page, tab);
      await page.getByRole('button', { name: 'All columns' }).click();
      const scroller = page.locator('.grid-scroll');
      const widths = await scroller.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      assert.ok(widths[0]! > widths[1]! + 200, `${tab}: ${widths}`);
      for (const left of [0, 150, 10_000]) {
        await scroller.evaluate((element, left) => element.scrollTo(left, 60), left);
        await assertNames(page, `${tab} scrolled to ${left}`);
      }
      // The header goes along, and stays above the rows.
      const [head, cell] = await Promise.all(
        ['.grid-head .column-name', '.grid-row .column-name'].map((of) =>
          page.locator(of).first().boundingBox(),
        ),
      );
      assert.equal(Math.round(head!.x), Math.round(cell!.x));
      await screenshot(page, `narrow-all-columns-${tab.toLowerCase()}`);
    }
  });

  it('says everything about the selected row, and to screen readers about every row', async () => {
    const page = await harness.open(publicProfile.bytes, { viewport: sizes[0]!, page: { operations: 1000 } });
    await openTab(page, 'Top');
    const row = page.getByRole('row', { name: /BenchmarkTreeMapGet1 / });
    await row.click();
    const details = page.locator('.row-details');
    await details.getByText('treemap_test.go', { exact: false }).waitFor();
    for (const heading of ['flat', 'sum %', 'cum/op', 'samples', '95% interval']) {
      await details.getByText(heading, { exact: true }).waitFor();
    }
    const tree = await row.ariaSnapshot();
    assert.match(tree, /rowheader "github\.com\/emirpasic\/gods\/v2\/maps\/treemap\.BenchmarkTreeMapGet1"/);
    assert.equal(tree.match(/gridcell/g)?.length, 10);
  });

  it('says whole words beside a name, or none', async () => {
    const page = await harness.open(shopProfile.bytes, { viewport: sizes[2]! });
    await openTab(page, 'Top');
    await page.getByRole('row', { name: /BenchmarkAdd / }).click();
    await openTab(page, 'Callers and callees');
    const called = page.locator('.call-name', { hasText: 'Add' }).filter({ hasText: 'inlined' });
    const badges = () =>
      called.evaluateAll((all) =>
        all.map((cell) => {
          const badge = cell.querySelector('.badge')!;
          const [room, { right, width }] = [cell.getBoundingClientRect(), badge.getBoundingClientRect()];
          const isWhole = right <= room.right && badge.scrollWidth <= badge.clientWidth;
          return width === 0 ? 'none' : isWhole ? 'whole' : 'cut';
        }),
      );
    await called.first().waitFor();
    assert.deepEqual(await badges(), ['whole']);
    await screenshot(page, 'callers-badge-wide');
    for (const width of [240, 280, 320, 450]) {
      await resize(page, { width, height: 640 });
      assert.ok(!(await badges()).includes('cut'), `${width} pixels`);
      await screenshot(page, `callers-badge-${width}`);
    }
  });

  it('shows as many columns as it has room for', async () => {
    const page = await harness.open(publicProfile.bytes, { page: { operations: 1000 } });
    await openTab(page, 'Top');
    await page.locator('#row-0').waitFor();
    const shown = async (width: number) => {
      await resize(page, { width, height: 600 });
      return page
        .locator('.grid-head .cell')
        .evaluateAll((cells) =>
          cells.filter(({ clientWidth }) => clientWidth > 20).map(({ textContent }) => textContent),
        );
    };
    assert.deepEqual(await shown(320), ['name', 'flat/op ▾', 'cum/op']);
    assert.deepEqual(await shown(450), ['name', 'flat/op ▾', 'cum/op', 'flat %']);
    assert.equal((await shown(1000)).length, 10);
    assert.equal((await shown(1200)).length, 11);
  });

  it('leaves out no letter of a name without a sign of it', async () => {
    const names = ['gcWriteBarrier', 'traverseField', 'mapaccess2_fast64', 'ab', 'nanotime1', 'convTslice'];
    const stack = names.map((name, i) => `example.com/a/v10.(*validate).${name}:${i + 1}@a.go`).join(' ');
    const bytes = stackProfileBytes({ sampleTypes: ['cpu/nanoseconds'], samples: [[stack, 1e9]] });
    const page = await harness.open(bytes, { viewport: sizes[0]! });
    for (const tab of ['Top', 'Source']) {
      await openTab(page, tab);
      await page.locator('.grid-row .name-row').first().waitFor();
      for (const width of [270, 320, 450, 1000]) {
        await resize(page, { width, height: 600 });
        const silent = await page.locator('.name-begin, .name-end, .name-owner').evaluateAll((parts) =>
          parts.flatMap((part) => {
            const isCut = part.scrollWidth > part.clientWidth;
            return isCut && getComputedStyle(part).textOverflow !== 'ellipsis' ? [part.textContent] : [];
          }),
        );
        assert.deepEqual(silent, [], `${tab} at ${width}`);
        const isShort = await page
          .locator('.name-begin')
          .evaluateAll((all) => all.some((each) => each.clientWidth < 15));
        assert.equal(isShort, false, `${tab} at ${width}: no room for three letters`);
      }
      // There is room for all of it.
      const cut = await page
        .locator('.column-name .name-begin, .column-name .name-end')
        .evaluateAll((parts) =>
          parts.flatMap((part) => (part.scrollWidth > part.clientWidth ? [part.textContent] : [])),
        );
      if (tab === 'Top') assert.deepEqual(cut, []);
    }
  });

  it('shows no gap in a name that fits, in the lists of callers and callees too', async () => {
    const stack = 'runtime.typedslicecopy:9@r.go runtime.illfit_illfit:5@r.go main.main:2@m.go';
    const bytes = stackProfileBytes({ sampleTypes: ['cpu/nanoseconds'], samples: [[stack, 1e9]] });
    const page = await harness.open(bytes);
    await openTab(page, 'Callers and callees');
    await page.locator('.grid-row', { hasText: 'illfit' }).click();
    await page.locator('.call-name', { hasText: 'edslicecopy' }).waitFor();
    const gaps = await page.locator('.call-name .name-begin').evaluateAll((begins) =>
      begins.map((begin) => {
        const text = document.createRange();
        text.selectNodeContents(begin);
        return Math.round(begin.getBoundingClientRect().right - text.getBoundingClientRect().right);
      }),
    );
    assert.deepEqual(gaps, [0]);
  });

  it('cuts long names in the middle, and never what tells them apart', async () => {
    const page = await harness.open(publicProfile.bytes, { viewport: { width: 270, height: 600 } });
    await openTab(page, 'Top');
    const seen = (name: RegExp, part: string) =>
      page
        .getByRole('rowheader', { name })
        .locator(part)
        .evaluate(({ textContent, scrollWidth, clientWidth }) => ({
          text: textContent,
          isCut: scrollWidth > clientWidth,
        }));
    const long = /Column11$/;
    assert.deepEqual(await seen(long, '.name-begin'), {
      text: 'nameOfAFunctionThatIsLongerThan',
      isCut: true,
    });
    assert.deepEqual(await seen(long, '.name-end'), { text: 'ItsColumn11', isCut: false });
    const owner = await seen(/redblacktree.*lookup$/, '.name-owner');
    assert.deepEqual([owner.text?.slice(0, 14), owner.isCut], ['redblacktree.(', true]);
    assert.equal((await seen(/redblacktree.*lookup$/, '.name-row')).text, 'lookup');
    // Chromium cuts a text that lacks a hundredth of a pixel.
    await resize(page, { width: 300, height: 600 });
    const [room, width] = await page
      .getByRole('rowheader', { name: long })
      .evaluate((row) =>
        ['.name-end', '.name-end > span'].map(
          (part) => row.querySelector(part)!.getBoundingClientRect().width,
        ),
      );
    assert.ok(room! >= width!, `${room} of ${width} pixels`);
  });

  it('tells names apart that would look alike without their packages', async () => {
    const samples: string[] = [
      'github.com/acme/shop/list.New 4',
      'github.com/acme/shop/ring.New 3',
      'github.com/acme/other/ring.New 2',
      'github.com/acme/shop/ring.(*Ring).Len 1',
    ];
    const page = await harness.open(stackProfileBytes({ samples }), {
      viewport: { width: 280, height: 600 },
    });
    await openTab(page, 'Top');
    await page.locator('#row-3').waitFor();
    const tails = await page.locator('.grid-row .name-row').allTextContents();
    assert.deepEqual(tails, ['list.New', 'shop/ring.New', 'other/ring.New', 'Len']);
  });

  it('has no problems that axe-core finds, with a large font', async () => {
    const sources = gzipSync(
      JSON.stringify({
        'treemap_test.go': 'func f() {\n'.repeat(50),
        'treemap.go': 'return nil\n'.repeat(99),
      }),
    );
    const page = await harness.open(publicProfile.bytes, {
      viewport: sizes[0]!,
      page: { operations: 1000, sources },
    });
    await page.evaluate(() => document.documentElement.style.setProperty('--vscode-font-size', '20px'));
    for (const tab of ['Top', 'Callers and callees', 'Peek', 'Source']) {
      await openTab(page, tab);
      await page.locator('.grid-row .name-row').first().waitFor();
      if (tab === 'Top' || tab === 'Peek') {
        await page.getByRole('grid').focus();
        await page.keyboard.press('ArrowDown');
      }
      // What no wide page has are the details. The colours of all else are tested there.
      const found = tab === 'Top' ? violationsInThemes(page, 'large-top') : violations(page);
      assert.deepEqual(await found, [], tab);
    }
  });
});
