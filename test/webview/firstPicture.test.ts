import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { PublishedFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { drawnFrames, openTab, walk } from './openTab.ts';
import { firstPictureOf, harness, openShop } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

declare global {
  /** The frames of the first picture, when it had been drawn. */
  var framesAtFirst: readonly PublishedFrame[] | undefined;
}

describe('a page that carries its first picture', () => {
  async function visited(profileBytes: Uint8Array, page: { firstPicture?: Uint8Array } = {}): Promise<Page> {
    return harness.visit(harness.write(profileBytes, page), { script: `(${noteFirst})()` });
  }

  test('draws it before the profile is there, and draws what the profile then says', async () => {
    const page = await visited(shopProfile.bytes);
    await page.waitForFunction(() => globalThis.framesAtFirst !== undefined);
    const first = await page.evaluate(() => globalThis.framesAtFirst);
    const [painted, parsed] = await page.evaluate(() => [
      performance.getEntriesByName('pprof-lens:painted')[0]!.startTime,
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domInteractive,
    ]);
    assert.ok(painted! < parsed!, 'before the document was read to its end');
    // The engine's answer leaves out frames that are too narrow for this window.
    const narrowest = 0.5 / 1200;
    const seen = (frames: readonly PublishedFrame[]) => frames.filter(({ width }) => width >= narrowest);
    await openTab(page, 'Top');
    await page.getByRole('row', { name: /mallocgc/ }).waitFor();
    await openTab(page, 'Flame graph');
    await page.locator('.flame-item').first().waitFor();
    const later = await drawnFrames(page);
    assert.ok(later.length > 5);
    assert.deepEqual(seen(later), seen(first!));
  });

  test('takes questions that come before the profile does', async () => {
    const page = await visited(shopProfile.bytes);
    await page.waitForFunction(() => globalThis.framesAtFirst !== undefined);
    await page.keyboard.press('/');
    await page.keyboard.type('mallocgc');
    await page.locator('#search-outcome').filter({ hasText: '%' }).waitFor();
  });

  test('stays while the engine draws the frame that the user zooms to', async () => {
    const script = `globalThis.Worker = class extends Worker {
      postMessage(question, ...others) {
        if (question.kind !== 'picture') super.postMessage(question, ...others);
      }
    }`;
    const page = await harness.visit(harness.write(shopProfile.bytes), { script });
    await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:read').length > 0);
    await walk(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await page.getByRole('navigation', { name: 'Zoom' }).getByText('testing.(*B).runN').waitFor();
    assert.deepEqual(
      (await drawnFrames(page)).slice(0, 2).map(({ name, width }) => [name, width]),
      [
        ['root', 1],
        ['testing.(*B).runN', 1],
      ],
    );
  });

  test('leaves the sample type to what the user saw last, where nobody names one', async () => {
    const page = await openShop();
    const select = page.getByRole('combobox', { name: 'Sample type' });
    assert.equal(await select.inputValue(), '2');
    await select.selectOption('0');
    await page.reload();
    await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:read').length > 0);
    assert.equal(await select.inputValue(), '0');
  });

  test('says what is wrong with a profile that cannot be read after all', async () => {
    const firstPicture = firstPictureOf(shopProfile.bytes).firstPicture!;
    const page = await visited(shopProfile.bytes.subarray(0, 500), { firstPicture });
    await page.getByText('cut off', { exact: false }).waitFor();
  });

  test('reads the profile where the picture is damaged', async () => {
    const page = await visited(shopProfile.bytes, { firstPicture: Uint8Array.of(1, 2, 3) });
    await page.waitForFunction(() => globalThis.framesAtFirst !== undefined);
    assert.match(harness.complaints().join('\n'), /first picture is damaged/);
    assert.ok((await drawnFrames(page)).length > 5);
  });
});

function noteFirst(): void {
  new PerformanceObserver((marks) => {
    if (marks.getEntriesByName('pprof-lens:painted').length === 0) return;
    globalThis.framesAtFirst ??= globalThis.pprofLens.frames();
  }).observe({ entryTypes: ['mark'] });
}
