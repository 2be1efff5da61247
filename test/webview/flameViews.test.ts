/** Which way the flame graph hangs, and what its colours mean. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { drawnFrames, walk } from './openTab.ts';
import { harness, openShop, screenshot } from './pageHarness.ts';

describe('the flame graph', () => {
  it('hangs from its root, or stands on it, or begins at the leaves; colours have a legend', async () => {
    const page = await openShop();
    const top = async (name: RegExp) => {
      const item = page.getByRole('treeitem', { name }).first();
      await item.waitFor({ state: 'attached' });
      return (await item.boundingBox())!.y;
    };
    assert.ok((await top(/^all/)) < (await top(/^testing/)));
    await page.getByRole('button', { name: 'Root at the bottom' }).click();
    await page.waitForFunction(() => document.querySelector('.flame-item[style*="bottom"]') !== null);
    assert.ok((await top(/^all/)) > (await top(/^testing/)));
    await walk(page, 'Home', 'ArrowUp');
    await page.getByRole('treeitem', { selected: true, name: /^testing/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Stacks from the leaf' }).click();
    await page.waitForFunction(() => globalThis.pprofLens.frames()[1]?.name === 'runtime.mallocgc');
    const [, leaf] = await drawnFrames(page);
    assert.deepEqual([leaf?.cum, leaf?.width], [380e6, 0.38]);

    await page.getByLabel('Colour by').selectOption('origin');
    assert.deepEqual(
      await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').allTextContents(),
      ['own', 'dependency', 'standard library', 'runtime', 'unknown'],
    );
    await page.getByLabel('Colour by').selectOption('cause');
    assert.deepEqual(
      await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').allTextContents(),
      [
        'own',
        'allocation',
        'collector',
        'map',
        'copying, comparing',
        'locks, scheduler',
        'system calls',
        'formatting, reflection',
        'libraries',
        'runtime',
      ],
    );
    await screenshot(page, 'causes');
    await page.getByLabel('Colour by').selectOption('heat');
    await page.getByText('costly').waitFor();
  });

  it('of a difference shows what grew and what shrank', async () => {
    const bytes = stackProfileBytes({
      samples: ['main grown 20', 'main shrunk -60', 'other 20'],
    });
    const page = await harness.open(bytes);
    assert.deepEqual(
      await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').allTextContents(),
      ['shrunk', 'grown', 'no certain change'],
    );
    await screenshot(page, 'difference');
  });
});
