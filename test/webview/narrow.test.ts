import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { eventually } from '../eventually.ts';
import { violations, violationsInThemes } from './axe.ts';
import { nextPicture, openTab, press, resize } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';
import { type ProfileFile, realProfiles, shopProfile } from './realProfiles.ts';

/** Beside code on a small screen a page has about 450 pixels, zoomed in 300. */

/** A module as people publish them: long paths, types with the same methods, benchmarks that differ at the end. */
const publicProfile: ProfileFile = {
  name: 'public',
  bytes: stackProfileBytes({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: Array.from({ length: 40 }, (_, i) => {
      const module = 'github.com/emirpasic/gods/v2';
      const stack = [
        'testing.(*B).runN:220@testing/benchmark.go',
        `${module}/maps/treemap.BenchmarkTreeMapGet${10 ** (i % 5)}:30@treemap_test.go`,
        `${module}/maps/treemap.(*Map[go.shape.int,go.shape.string]).Get:${40 + i}@treemap.go`,
        `${module}/trees/redblacktree.(*Tree[go.shape.int,go.shape.string]).lookup:${60 + i}@redblacktree.go`,
        `runtime.nameOfAFunctionThatIsLongerThanItsColumn${i}:7@runtime.go`,
      ];
      return [stack.slice(0, 2 + (i % 4)).join(' '), 50 - i, (50 - i) * 1e7] as [string, number, number];
    }),
  }),
};

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
    const least = Math.min(80, 5 * (/[^./]*$/.exec(whole.replace(' (inline)', ''))?.[0].length ?? 0));
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

describe('tabs that have no room', () => {
  it('are in a menu, and the chosen one never is', async () => {
    const page = await harness.open(shopProfile.bytes, { viewport: { width: 270, height: 600 } });
    const more = page.getByRole('button', { name: 'More views' });
    const heightOf = async () => (await page.getByRole('tablist').boundingBox())!.height;
    await more.waitFor();
    const all = ['Flame graph', 'Top', 'Tree', 'Callers and callees', 'Peek', 'Source', 'Call graph'];
    const shown = async () =>
      (await page.getByRole('tab').all()).map((tab) => tab.getAttribute('aria-label'));
    const first = await Promise.all(await shown());
    assert.ok(first.length > 1 && first.length < all.length, String(first));
    await more.press('Enter');
    const others = page.getByRole('menuitem');
    assert.deepEqual([...first, ...(await others.allTextContents())], all);
    assert.deepEqual(await violations(page), []);
    // One item is marked, that of the mouse once it has moved.
    await others.last().hover();
    await page.locator('[role="menuitem"]:focus', { hasText: 'Call graph' }).waitFor();
    await press(page, 'End', 'Enter');
    // The chosen tab has the focus, and a place.
    await page.locator('[role="tab"]:focus', { hasText: 'Call graph' }).waitFor();
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Call graph');
    // Keys reach every tab.
    for (const name of ['Source', 'Peek', 'Callers and callees', 'Tree', 'Top', 'Flame graph']) {
      await page.keyboard.press('ArrowLeft');
      await page.locator(`[role="tab"]:focus[aria-selected="true"][aria-label="${name}"]`).waitFor();
    }
    const height = await heightOf();
    for (const [width, low] of [
      [1280, 250],
      [853, 167],
      [320, 700],
    ] as const) {
      await resize(page, { width, height: low });
      assert.ok((await heightOf()) <= height, `one row at ${width} pixels`);
    }
    await resize(page, { width: 1280, height: 700 });
    await more.waitFor({ state: 'detached' });
    assert.equal((await shown()).length, all.length);
  });
});

describe('the search of a low page', () => {
  it('has room for what is typed, beside what it finds', async () => {
    // VS Code's panel at 1280 by 800 pixels: alone, and beside its secondary side bar.
    for (const width of [912, 627]) {
      const page = await harness.open(shopProfile.bytes, { viewport: { width, height: 225 } });
      const search = page.getByRole('textbox', { name: 'Search functions and files' });
      const box = async (part: string) => (await page.locator(part).boundingBox())!;
      await search.fill('mallocgc');
      const outcome = page.locator('#search-outcome').filter({ hasText: '%' });
      await outcome.waitFor();
      for (const act of ['typing', 'looking']) {
        const parts = await search.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
        assert.ok(parts[0]! >= parts[1]!, `${act} at ${width}: ${parts} pixels`);
        const [field, found] = [await box('.search-field'), await box('#search-outcome')];
        assert.ok(field.x + field.width <= found.x, `${act} at ${width}: the outcome is beside the field`);
        const isCut = await outcome.evaluate((each) => each.scrollWidth > each.clientWidth);
        assert.equal(isCut, false, `${act} at ${width}: the outcome is seen`);
        await page.getByRole('tree').focus();
      }
      await screenshot(page, `narrow-low-search-${width}`);
    }
  });
});

it('the buttons beside the tabs of a difference are in sight in a low and narrow page', async () => {
  const bytes = stackProfileBytes({ samples: ['main grown 20', 'main shrunk -60'] });
  const page = await harness.open(bytes, { viewport: { width: 495, height: 225 } });
  for (const name of ['Filters', 'Save as', 'Keys and mouse']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    assert.ok(box && box.x + box.width <= 495 && box.y < 60, `${name}: ${JSON.stringify(box)}`);
  }
});

it('a menu has all of its entries in sight in a low page', async () => {
  const page = await harness.open(shopProfile.bytes, { viewport: { width: 600, height: 200 } });
  await page.getByRole('button', { name: 'Save as' }).click();
  const entries = page.getByRole('menuitem');
  await entries.first().waitFor();
  const boxes = await entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length >= 7);
  for (const { top, bottom } of boxes) assert.ok(top >= 0 && bottom <= 200, `${top} to ${bottom}`);
});

it('the bar below a graph names the selected frame by the end of its name', async () => {
  const page = await harness.open(publicProfile.bytes, { viewport: { width: 627, height: 225 } });
  const end = page.locator('.selected-name .name-row', { hasText: /^BenchmarkTreeMapGet1/ });
  await page.getByRole('tree').focus();
  await eventually('the benchmark selected', async () => {
    await press(page, 'ArrowDown');
    await nextPicture(page);
    return (await end.count()) === 1;
  });
  const widths = await end.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  assert.ok(widths[0]! <= widths[1]!, String(widths));
});

describe('the tabs about one function', () => {
  it('show some of each in a low and narrow page', async () => {
    // As in VS Code's panel at 1280 by 800 pixels and a zoom of 150%.
    const page = await harness.open(shopProfile.bytes, { viewport: { width: 495, height: 225 } });
    const inSight = (rows: string) =>
      page.locator(rows).evaluateAll(
        (all) =>
          all.filter((row) => {
            const box = row.getBoundingClientRect();
            const seen = document.elementFromPoint(box.left + 20, box.bottom - 3);
            return box.bottom <= innerHeight && (row.contains(seen) || seen?.closest('tr') === row);
          }).length,
      );
    await openTab(page, 'Callers and callees');
    await page.locator('.cost-list').first().waitFor();
    await page.locator('.grid-row').first().waitFor();
    assert.ok((await inSight('.grid-row')) >= 4, `${await inSight('.grid-row')} functions`);
    assert.ok((await inSight('.cost-list tr')) >= 4, `${await inSight('.cost-list tr')} callers`);
    await screenshot(page, 'narrow-low-callers');
    await openTab(page, 'Source');
    await page.locator('.listing-lines tr').first().waitFor();
    assert.ok((await inSight('.listing-lines tr')) >= 3, `${await inSight('.listing-lines tr')} lines`);
    await screenshot(page, 'narrow-low-source');
  });

  it('open on the hottest function of the user’s own code', async () => {
    const page = await harness.open(shopProfile.bytes, { viewport: sizes[1]! });
    await openTab(page, 'Source');
    await page.getByRole('heading', { name: 'shop/cart.(*Cart).Add' }).waitFor();
    await openTab(page, 'Callers and callees');
    await page.getByRole('tree', { name: 'Callers of shop/cart.(*Cart).Add' }).waitFor();
    await openTab(page, 'Peek');
    await page
      .locator('.grid-row[aria-selected="true"]')
      .filter({ hasText: 'shop/cart.(*Cart).Add' })
      .waitFor();
  });

  it('open on the hottest of all where no own code costs anything', async () => {
    const page = await harness.open(
      stackProfileBytes({ samples: ['runtime.mcall runtime.park_m:1@/go/src/runtime/proc.go 5'] }),
    );
    await openTab(page, 'Source');
    await page.getByRole('heading', { name: 'runtime.park_m' }).waitFor();
  });

  it('stay on the function that the user chose', async () => {
    const page = await openShop('Source');
    await page.getByRole('heading', { name: 'shop/cart.(*Cart).Add' }).waitFor();
    await page.getByRole('rowheader', { name: 'runtime.scanobject' }).click();
    await page.getByRole('heading', { name: 'runtime.scanobject' }).waitFor();
    await openTab(page, 'Callers and callees');
    await page.getByRole('tree', { name: 'Callers of runtime.scanobject' }).waitFor();
  });
});
