import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type StackSample, stackProfileBytes } from '../analysis/stackProfile.ts';
import { nextPicture, press, walk } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

/** Of every frame: name, left edge and width in percent, cum and flat with their signs. */
function drawn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    globalThis.pprofLens
      .frames()
      .map(
        ({ name, x, width, cum, flat }) =>
          `${name} ${(100 * x).toFixed()}+${(100 * width).toFixed()} ${cum} ${flat}`,
      ),
  );
}

async function heading(page: Page): Promise<string> {
  return (await page.locator('main h1').textContent()) ?? '';
}

describe('unusual profiles', () => {
  it('without samples get a page that says so', async () => {
    const page = await harness.open(stackProfileBytes({ samples: [] }));
    assert.equal(await heading(page), 'An empty profile');
    assert.deepEqual(await drawn(page), []);
    await screenshot(page, 'empty');
  });

  const huge = 2 ** 62;
  const cases: Record<string, [samples: StackSample[], frames: string[]]> = {
    'with one sample are one tower': [
      ['main.main main.work 7'],
      ['root 0+100 7 0', 'main.main 0+100 7 0', 'main.work 0+100 7 7'],
    ],
    'with negative values take room for what shrank and keep the sign': [
      ['main grown 20', 'main shrunk -60', 'other 20'],
      [
        'root 0+100 -20 0',
        'main 0+80 -40 0',
        'other 80+20 20 20',
        'shrunk 0+60 -60 -60',
        'grown 60+20 20 20',
      ],
    ],
    'with values beyond 2^53 are drawn': [
      [`a ${huge}`, `b ${huge}`],
      [`root 0+100 ${2 * huge} 0`, `a 0+50 ${huge} ${huge}`, `b 50+50 ${huge} ${huge}`],
    ],
  };
  for (const [what, [samples, frames]] of Object.entries(cases)) {
    it(what, async () => {
      assert.deepEqual(await drawn(await harness.open(stackProfileBytes({ samples }))), frames);
    });
  }

  it('whose total is zero in one sample type leave the others to choose from', async () => {
    const bytes = stackProfileBytes({ sampleTypes: ['a/count', 'b/count'], samples: ['main 3 0'] });
    const page = await harness.open(bytes);
    assert.equal(await heading(page), 'Nothing of this kind');
    await page.getByLabel('Sample type').selectOption('0');
    await page.getByRole('tree').waitFor();
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 2);
    await page.getByLabel('Sample type').selectOption('1');
    await page.getByText('Nothing of this kind').waitFor();
    assert.deepEqual(await drawn(page), []);
  });

  it('3,000 frames deep scroll', async () => {
    const deep = Array.from({ length: 3000 }, (_, depth) => `walk:${(depth % 9) + 1}@walk.go`).join(' ');
    const page = await harness.open(stackProfileBytes({ samples: [[deep, 3], 'walk:1@walk.go other 1'] }));
    assert.equal((await drawn(page)).length, 1 + 3000 + 1);
    const scroller = page.locator('.flame-scroll');
    assert.ok((await scroller.evaluate((element) => element.scrollHeight)) >= 3001 * 20);
    const box = (await scroller.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 100);
    await page.mouse.wheel(0, 30_000);
    await page.waitForFunction(() => document.querySelector('.flame-scroll')!.scrollTop >= 30_000);
    await page.mouse.click(box.x + 20, box.y + 100);
    await page.getByText(/^… 1\d{3} more$/).waitFor();
    // After the zoom to one of them, the scroll position is the same.
    assert.ok((await scroller.evaluate((element) => element.scrollTop)) >= 29_000);
    await page.keyboard.press('ArrowDown');
    await screenshot(page, 'deep');
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('.flame-scroll')!.scrollTop < 100);
    // With the root at the bottom, screen readers get the frames in sight, too.
    await press(page, '0', 'i');
    await page.waitForFunction(() => document.querySelector('.flame-scroll')!.scrollTop > 1000);
    await nextPicture(page);
    await page.getByRole('treeitem', { name: /^other/ }).waitFor({ state: 'attached' });
  });

  it('with names of 10 kB and in any script keep the page in shape', async () => {
    const names = [
      `pkg.${'VeryLong'.repeat(1280)}`,
      '例え/パッケージ.関数',
      'مثال.دالة',
      '🦫.👩‍👩‍👧‍👦',
      'zalgo̷̧͝.f',
    ];
    const page = await harness.open(
      stackProfileBytes({ samples: names.map((name, index) => [`main.main ${name} leaf`, 30 - index]) }),
      { page: { title: `${'t'.repeat(2000)} </script><script>alert(1)</script>` } },
    );
    const frames = await page.evaluate(() => globalThis.pprofLens.frames().map(({ name }) => name));
    for (const name of names) assert.ok(frames.includes(name), name.slice(0, 20));
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    const box = (await page.locator('.flame-canvas').boundingBox())!;
    await page.mouse.move(box.x + 300, box.y + 50);
    await page.locator('.hover-card').waitFor();
    const overflow = await page.evaluate(() => ({
      page:
        document.documentElement.scrollWidth > innerWidth ||
        document.documentElement.scrollHeight > innerHeight,
      card: document.querySelector('.hover-card')!.getBoundingClientRect().right > innerWidth,
    }));
    assert.deepEqual(overflow, { page: false, card: false });
    await screenshot(page, 'long-names');
  });
});

describe('what cannot be shown', () => {
  const cases: Record<string, [bytes: Uint8Array, alert: RegExp]> = {
    'a file that is no profile': [new TextEncoder().encode('{"not": "a profile"}'), /profile/],
    'a truncated file': [shopProfile.bytes.subarray(0, -3), /truncated|ends|incomplete/i],
    'an empty file': [new Uint8Array(), /empty/],
  };
  for (const [what, [bytes, alert]] of Object.entries(cases)) {
    it(what, async () => {
      const page = await harness.visit(harness.write(bytes));
      assert.match((await page.getByRole('alert').textContent()) ?? '', alert);
      await screenshot(page, 'problem');
    });
  }
});

describe('without workers', () => {
  it('the page does the work itself', async () => {
    const page = await harness.visit(harness.write(shopProfile.bytes), {
      script: "Reflect.deleteProperty(globalThis, 'Worker');",
    });
    await page.waitForFunction(() => globalThis.pprofLens.frames().length > 10);
    assert.match(harness.complaints().join('\n'), /no worker/);
  });
});
