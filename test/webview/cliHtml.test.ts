import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { type StackSample, stackProfileBytes } from '../analysis/stackProfile.ts';
import { runHere } from '../cli/runHere.ts';
import { goModule } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { drawnFrames, openTab, resize } from './openTab.ts';
import { harness } from './pageHarness.ts';
import { shopFolder } from './realProfiles.ts';

/** Opens the page that the command line makes of the shop's profile. */
async function openHtml(folder: string, ...options: string[]): Promise<Page> {
  const file = join(folder, 'shop.html');
  const { status, stderr } = await runHere('html', ...options, '-o', file, join(folder, 'shop.pprof'));
  assert.equal(status, 0, stderr);
  const page = await harness.visit(pathToFileURL(file).href);
  await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:painted').length > 0);
  return page;
}

test('the page that the command line writes opens by itself, filtered as asked', async () => {
  const folder = shopFolder();
  const page = await openHtml(folder, '--focus=mallocgc', '--sample-index=samples');
  const [root] = await drawnFrames(page);
  assert.deepEqual([root?.name, root?.cum], ['root', 38]);
  await openTab(page, 'Call graph');
  await page.locator('.paper svg').waitFor();
  // Who gets the page gets the licences of what is in it.
  assert.match(
    readFileSync(join(folder, 'shop.html'), 'utf8'),
    /Graphviz · EPL-1\.0[\s\S]*preact \d[\s\S]*Permission is hereby granted/,
  );
});

/** Saves what is in sight, and returns its text. */
async function savedPicture(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save as' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Picture as SVG' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** The rows of the table whose costs are fainter than text, in a theme whose descriptions are not. */
async function greyRows(page: Page): Promise<string[]> {
  await page.locator('#row-3').waitFor();
  return page.evaluate(() => {
    document.documentElement.style.setProperty('--vscode-foreground', '#3b3b3b');
    document.documentElement.style.setProperty('--vscode-descriptionForeground', '#3b3b3b');
    const rows = [...document.querySelectorAll('.grid-row')];
    const grey = rows.filter(
      (row) =>
        getComputedStyle(row.querySelector('.column-cum')!).color !== getComputedStyle(document.body).color,
    );
    return grey.map((row) => row.querySelector('.cell-name')?.getAttribute('title') ?? '');
  });
}

const isColoured = (cell: Element) => !getComputedStyle(cell).backgroundColor.endsWith(' 0)');

test('a difference says what the samples bear, of what the filters leave', async () => {
  const folder = testFolder();
  for (const [name, grown] of [
    ['base.pprof', 100],
    ['shop.pprof', 300],
  ] as const) {
    const samples: StackSample[] = [
      ['shop.main:3@main.go shop.grown:7@main.go', grown, grown * 1e7],
      ['shop.main:4@main.go shop.steady:9@main.go', 300, 300e7],
      ['shop.other:5@main.go shop.few:12@main.go', grown / 50, (grown / 50) * 1e7],
      // Less than before, in one place of a function that has grown.
      ['shop.other:6@main.go shop.grown:7@main.go', 900 / grown, (900 / grown) * 1e7],
    ];
    writeFileSync(
      join(folder, name),
      stackProfileBytes({ sampleTypes: ['samples/count', 'cpu/nanoseconds'], samples }),
    );
  }
  const base = join(folder, 'base.pprof');
  const difference = await openHtml(folder, `--diff-base=${base}`);
  await difference.getByText('· 2 of 5 functions differ in their share').waitFor();
  assert.equal(await difference.getByRole('tab', { name: 'Tags' }).count(), 0);
  const picture = await savedPicture(difference);
  assert.match(picture, />cpu · 2 of 5 functions differ in their share<[\s\S]*>all · 4\.11s → 6\.09s</);
  await openTab(difference, 'Top');
  assert.deepEqual(await greyRows(difference), ['shop.few', 'shop.main', 'shop.other']);
  await openTab(difference, 'Peek');
  await difference.getByRole('row', { name: 'shop.grown' }).getByText('1.94s').first().waitFor();
  await openTab(difference, 'Source');
  const hottest = difference.locator('.listing-lines .costs > td').first();
  await difference.getByRole('heading', { name: 'shop.grown' }).waitFor();
  assert.ok(await hottest.evaluate(isColoured));
  await difference.getByRole('grid').getByText('few').click();
  await difference.getByRole('heading', { name: 'shop.few' }).waitFor();
  assert.ok(!(await hottest.evaluate(isColoured)));
  const focused = await openHtml(folder, '--ignore=few', `--diff-base=${base}`);
  await focused.getByText('· 3 of 4 functions differ in their share').waitFor();
  const subtracted = await openHtml(folder, `--base=${base}`);
  assert.equal(await subtracted.getByText('functions differ').count(), 0);
  const pictured = async (report: string, grey: string) => {
    const { stdout } = await runHere(report, `--diff-base=${base}`, join(folder, 'shop.pprof'));
    assert.match(stdout, /2 of 5 functions differ in their share/);
    const shapes = [...stdout.matchAll(/title[>=]"?shop\.(few|grown)[ \n][\s\S]*?fill="([^"]*)"/g)];
    return shapes.map(([, name, fill]) => `${name} ${fill === grey ? 'grey' : 'coloured'}`);
  };
  assert.deepEqual(await pictured('svg', '#e2e2e2'), ['few grey', 'grown grey', 'grown coloured']);
  assert.deepEqual(await pictured('graph', '#ededed'), ['grown coloured', 'few grey']);
});

test('source files of this machine are in the page when asked for', async () => {
  const folder = shopFolder();
  const page = await openHtml(folder, '--with-source', `--source-path=${folder}`);
  await openTab(page, 'Source');
  const line = page.getByRole('row', { name: /^40/ });
  await line.filter({ hasText: 'cart 40' }).filter({ hasText: '300ms' }).waitFor();
  await page.getByRole('grid').getByText('scanobject').click();
  await page.getByText('mgcmark.go is not on this machine').waitFor();
});

const source = `package m

import "testing"

type object [48]byte

var kept []*object

//go:noinline
func grow() *object { return new(object) }

//go:noinline
func fill() {
	for range 1000 {
		kept = append(kept, grow())
	}
}

func BenchmarkFill(b *testing.B) {
	fill()
	b.ResetTimer()
	for range b.N {
		kept[0] = grow()
	}
}
`;

test('the page of a benchmark counts per operation what the timed loop pays', async () => {
  const module = goModule({ 'm_test.go': source });
  const file = join(module.directory, 'fill.html');
  const args = ['bench', '--bench=.', '--profile=mem', '--benchtime=1000x', `--html=${file}`];
  execFileSync(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...args, `--out=${module.output}`], {
    cwd: module.directory,
    stdio: 'ignore',
  });
  const page = await harness.visit(pathToFileURL(file).href, { viewport: { width: 1280, height: 800 } });
  await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:painted').length > 0);
  // The setup runs twice, for 1000 objects each time: 3001 objects, 1 in each operation.
  await openTab(page, 'Top');
  const cells = async (name: RegExp) => {
    const row = page.getByRole('row', { name }).first();
    await row.waitFor();
    return (await row.getByRole('gridcell').allTextContents()).slice(1);
  };
  const grow = await cells(/m\.grow/);
  assert.ok(grow.includes('48 B'), grow.join('|'));
  // The loop alone: the setup is one grey frame until the switch is off.
  assert.ok(grow.includes('46.92kB'), grow.join('|'));
  assert.equal(await page.getByRole('row', { name: /m\.fill/ }).count(), 0);
  await openTab(page, 'Flame graph');
  await page.waitForFunction(() => globalThis.pprofLens.frames().some(({ name }) => name === '(setup)'));
  await openTab(page, 'Top');
  await page.getByRole('button', { name: 'Timed loop' }).click();
  await page.getByRole('row', { name: /m\.fill/ }).waitFor();
  assert.ok((await cells(/m\.grow/)).includes('140.67kB'), 'as pprof prints it');
  // A setup has no cost per operation.
  const setup = await cells(/m\.fill/);
  const headings = await page.getByRole('columnheader').allTextContents();
  assert.deepEqual(headings.slice(6, 8), ['flat/op', 'cum/op']);
  assert.deepEqual(setup.slice(4, 6), ['', ''], setup.join('|'));
  await openTab(page, 'Flame graph');
  // Beside the secondary side bar of VS Code the switch takes the room of the last button.
  for (const width of [627, 650, 680, 710]) {
    await resize(page, { width, height: 225 });
    const parts = ['.toolbar > .icon-button', '.tab-actions'];
    const [keys, others] = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
    assert.ok(
      keys && others && keys.y < others.y + others.height,
      `no row for one button at ${width} pixels`,
    );
  }
});
