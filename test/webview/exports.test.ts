import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { readProfile } from '../../src/pprof/read.ts';
import { naiveTree } from '../analysis/naiveTree.ts';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { goTool } from '../goTool.ts';
import { skipWithoutJudge } from '../judges.ts';
import { testFolder } from '../testFolder.ts';
import { succeeded } from '../why.ts';
import { openTab, walk } from './openTab.ts';
import { harness, openShop } from './pageHarness.ts';
import { shopProfile } from './realProfiles.ts';

const folder = testFolder();

/** Chooses an export, and returns what the browser saves. */
async function save(page: Page, item: string): Promise<{ name: string; path: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Save as' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), path, bytes: readFileSync(path) };
}

describe('saved from the page', () => {
  it('folded stacks are the stacks with their values', async () => {
    const page = await harness.open(shopProfile.bytes, { page: { sampleType: 0 } });
    const { name, bytes } = await save(page, 'Folded stacks');
    assert.equal(name, 'BenchmarkPage-cpu.folded.txt');
    assert.deepEqual(bytes.toString().trimEnd().split('\n'), [
      'runtime.gcBgMarkWorker;runtime.scanobject 25',
      'runtime.mcall;runtime.park_m 5',
      'testing.(*B).runN;shop/cart.BenchmarkAdd;shop/cart.(*Cart).Add 12',
      'testing.(*B).runN;shop/cart.BenchmarkAdd;shop/cart.(*Cart).Add;runtime.mallocgc 30',
      'testing.(*B).runN;shop/cart.BenchmarkAdd;shop/cart.walk[go.shape.int];runtime.mallocgc 8',
      'testing.(*B).runN;shop/cart.BenchmarkAdd;shop/cart.walk[go.shape.int];shop/cart.walk[go.shape.int];shop/cart.walk[go.shape.int] 20',
    ]);
  });

  it('a profile is what the filters have left, and pprof reads it', async (t) => {
    const page = await openShop();
    await page.keyboard.press('f');
    await page.getByLabel('Expression of the filter').fill('mallocgc');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 380e6);
    const { path, bytes } = await save(page, 'Profile (pprof)');
    const profile = succeeded(readProfile(gunzipSync(bytes)));
    assert.equal(naiveTree(profile, 2).cum, 380e6);
    if (spawnSync('go', ['version']).status !== 0) {
      t.diagnostic(skipWithoutJudge('There is no go to compare with.'));
      return;
    }
    const top = execFileSync(goTool('pprof'), ['-top', path], { stdio: ['ignore', 'pipe', 'ignore'] });
    assert.match(top.toString(), /380ms\s+100%\s+100%\s+380ms\s+100%\s+runtime\.mallocgc/);
  });

  it('speedscope JSON has a profile for each sample type', async () => {
    const page = await openShop();
    const { bytes } = await save(page, 'speedscope JSON');
    const file: { $schema: string; profiles: { name: string; endValue: number }[] } = JSON.parse(
      bytes.toString(),
    );
    assert.match(file.$schema, /speedscope/);
    assert.deepEqual(
      file.profiles.map(({ name, endValue }) => [name, endValue]),
      [
        ['samples', 100],
        ['idle', 0],
        ['cpu', 1e9],
      ],
    );
  });

  it('Firefox Profiler JSON has a thread for each sample type', async () => {
    const page = await openShop();
    const { name, bytes } = await save(page, 'Firefox Profiler JSON');
    assert.equal(name, 'BenchmarkPage-cpu.profile.json');
    const { threads }: { threads: { name: string; samples: { weightType: string; weight: number[] } }[] } =
      JSON.parse(bytes.toString());
    const sum = (weights: readonly number[]) => Math.round(weights.reduce((all, weight) => all + weight, 0));
    assert.deepEqual(
      threads.map((thread) => [thread.name, thread.samples.weightType, sum(thread.samples.weight)]),
      [
        ['samples', 'samples', 100],
        ['idle', 'tracing-ms', 0],
        ['cpu', 'tracing-ms', 1000],
      ],
    );
  });

  it('a picture is what is seen, zoomed as it is', async () => {
    const page = await harness.open(shopProfile.bytes, { colorScheme: 'dark' });
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 3);
    const { path, bytes } = await save(page, 'Picture as SVG');
    const texts = [...bytes.toString().matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    assert.deepEqual(texts, [
      'BenchmarkPage · cpu',
      'all · 1s',
      'runtime.gcBgMarkWorker',
      'runtime.scanobject',
    ]);
    const picture = await harness.visit(pathToFileURL(path).href);
    assert.equal(await picture.locator('rect').count(), 1 + 3);
    const png = await save(page, 'Picture as PNG');
    assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  });

  it('a picture names no folder of this machine', async () => {
    const bytes = stackProfileBytes({
      samples: [
        'example.com/shop.Add:8@/home/jane/shop/cart.go runtime.mallocgc:9@/usr/local/go/src/runtime/malloc.go 5',
      ],
    });
    const page = await harness.open(bytes);
    const svg = (await save(page, 'Picture as SVG')).bytes.toString();
    const places = [...svg.matchAll(/; ([^;<]*\.go:\d+)<\/title>/g)].map(([, place]) => place);
    assert.deepEqual(places, ['example.com/shop/cart.go:8', 'runtime/malloc.go:9']);
    assert.doesNotMatch(svg, /jane/);
  });

  it('the page itself opens again with the profile in it, with what was in sight, and with sources only if wanted', async () => {
    const sources = gzipSync(JSON.stringify({ 'cart.go': '\n'.repeat(40).concat('a line') }));
    const page = await harness.open(shopProfile.bytes, { page: { operations: 1000, sources } });
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 3);
    await page.getByRole('textbox').fill('scan');
    const { path } = await save(page, 'This page with its sources');
    const copy = await harness.visit(pathToFileURL(path).href);
    await copy.waitForFunction(() => globalThis.pprofLens.frames().length === 3);
    assert.equal(await copy.getByRole('textbox').inputValue(), 'scan');
    await openTab(copy, 'Source');
    await copy.getByText('a line', { exact: true }).waitFor();
    await openTab(copy, 'Top');
    await copy.getByRole('row', { name: /scanobject/ }).click();
    const { path: ofTop } = await save(copy, 'This page as one HTML file');
    const copyOfTop = await harness.visit(pathToFileURL(ofTop).href);
    await copyOfTop.locator('[role=row][aria-selected=true]', { hasText: 'scanobject' }).waitFor();
    await openTab(copy, 'Flame Graph');
    // The copy can be saved again.
    const { path: again } = await save(copy, 'This page as one HTML file');
    writeFileSync(`${again}.again.html`, readFileSync(again));
    const secondCopy = await harness.visit(pathToFileURL(`${again}.again.html`).href);
    await secondCopy.waitForFunction(() => globalThis.pprofLens.frames().length === 3);
    await openTab(secondCopy, 'Source');
    await secondCopy.getByText('saved without sources').waitFor();
    await secondCopy.getByRole('button', { name: 'Save as' }).click();
    assert.equal(await secondCopy.getByRole('menuitem', { name: 'This page with its sources' }).count(), 0);
    assert.deepEqual(harness.complaints(), []);
  });
});
