/** The Stages tab: more than two runs beside each other, in the page as a webview's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stagesSvg } from '../../src/analysis/charts/stagesSvg.ts';
import { type Stage, stageTable } from '../../src/go/results/stages.ts';
import { violations, violationsInThemes } from './axe.ts';
import { copied, resize } from './openTab.ts';
import { screenshot } from './pageHarness.ts';
import { answer, asked, openStandIn, post, shopMessage } from './webviewStandIn.ts';

function stage(label: string, ns: number, bytes: number): Stage {
  const measurements = Array.from({ length: 10 }, (_, i) => ({
    iterations: 1000,
    metrics: { 'ns/op': ns * (1 + 0.002 * i), 'B/op': bytes },
  }));
  const result = {
    package: 'p',
    name: 'BenchmarkJoin',
    procs: 1,
    codeHash: null,
    measurements,
    profiles: [],
  };
  return { label, results: [result] };
}

const table = stageTable([
  stage('first', 4100, 480),
  stage('builder', 1200, 480),
  stage('again', 1203, 480),
  stage('<b>no copies', 810, 0),
]);

it('runs at several stages have a picture and a table, which can be saved and copied', async () => {
  const page = await openStandIn({
    viewport: { width: 1000, height: 700 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await post(page, { ...shopMessage, title: 'BenchmarkJoin · cpu' });
  await post(page, { type: 'stages' });
  await page.getByRole('tab', { name: 'Stages', selected: true }).waitFor();
  const results = { package: 'p', units: [], rows: [], shownRun: null, stages: table };
  await answer(page, await asked(page, 'results'), results);
  const picture = page.getByRole('img', { name: 'Results at 4 stages' });
  await picture.waitFor();
  assert.equal(await picture.locator('.stage-bar').count(), 12, 'time, rate and bytes at each of four');
  assert.deepEqual(await picture.locator('.stage-better').allTextContents(), [
    '−71%',
    '−33%',
    '+242%',
    '+49%',
    '−100%',
  ]);
  const time = page.getByRole('row', { name: /ns\/op/ });
  assert.deepEqual(await time.getByRole('cell').allTextContents(), [
    '4.14µs',
    '1.21µs −71% (p<0.001 n=10)',
    '1.21µs ~ (p=0.315 n=10)',
    '817ns −33% (p<0.001 n=10)',
  ]);
  assert.deepEqual(await violationsInThemes(page, 'stages-1000'), []);
  await page.getByRole('button', { name: 'Copy the table' }).click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  const text = await copied(page, (text) => text.startsWith('|'));
  assert.match(
    text,
    /^\| benchmark \| unit \| first \| builder \| again \| \\<b\\>no copies \|\n\| :-- \| :-- \| --: /,
  );
  await page.getByRole('button', { name: 'Save as' }).click();
  await page.getByRole('menuitem', { name: 'Picture as SVG' }).click();
  const saved = await page.waitForFunction(() => {
    const message = globalThis.sentByPage.find(({ type }) => type === 'save');
    return message?.type === 'save' && [message.name, new TextDecoder().decode(message.bytes)];
  });
  const [name, svg] = (await saved.jsonValue()) as [string, string];
  assert.equal(name, 'BenchmarkJoin-cpu.svg');
  assert.equal(svg, stagesSvg(table, 'Results at 4 stages'));
  await resize(page, { width: 450, height: 900 });
  await page.waitForFunction(
    () => (document.querySelector('.stages-picture svg')?.clientWidth ?? 999) <= 450,
  );
  await screenshot(page, 'stages-450');
  assert.deepEqual(await violations(page), []);
});
