/** The table of results in the editor: how it opens, and what a click in it shows. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';
import { seenText } from './sight.ts';

const folder = 'rank';
const file = `${folder}/index_test.go`;
const rows = '.results .grid-row';

/** The names in the table of the page, once it has as many rows. */
async function namesInTable(editor: Editor, count: number): Promise<string[]> {
  // The runs of six benchmarks come before it.
  const { frame } = await editor.flameGraph(240_000);
  await eventually(`${count} rows`, async () => (await frame.locator(rows).count()) === count, 120_000);
  return frame.locator('.results-name').allTextContents();
}

async function shownInTable(editor: Editor, name: string): Promise<void> {
  const { frame } = await editor.flameGraph();
  await frame.locator('[aria-current] .results-name', { hasText: name }).waitFor();
}

/** Benchmarks that are there from the first of them on. */
export function resultSteps(step: Step): void {
  const ranks = [1000, 10_000].flatMap((documents) =>
    [1, 9].map((terms) => `BenchmarkRank/documents=${documents}/terms=${terms}`),
  );
  const all = ['BenchmarkSearch', ...ranks, 'BenchmarkAdd'];

  step(
    'is what Profile All ends with: all results of the file, in the order of the source',
    async (editor) => {
      await editor.setInWorkspace({ kinds: ['cpu'], count: 1, benchtime: '20ms' });
      editor.addModule(folder);
      // Each sub-benchmark is profiled by itself, and libraries of ten thousand documents take long to make.
      const path = join(editor.workspace, file);
      const fewer = readFileSync(path, 'utf8')
        .replace('{10, 100, 1000, 10000}', '{1000, 10000}')
        .replace('{1, 3, 9}', '{1, 9}')
        .replace('library(documents)', 'library(documents / 100 + 1)');
      writeFileSync(path, fewer);
      await editor.openFile(file);
      // Another view may have taken its place, and a page that the user has closed stays closed after a run.
      await editor.runCommand('pprof Lens: Show Flame Graph');
      await editor.flameGraph();
      await editor.focusFirstGroup();
      await editor.runCommand('pprof Lens: Profile All Benchmarks in File');
      assert.deepEqual(await namesInTable(editor, all.length), all);
      await editor.screenshot('all');
    },
  );

  step('shows the profile of a row in the lines and the page, and stays', async (editor) => {
    const name = 'documents=1000/terms=9';
    // None of its lines is in sight.
    await editor.openFile(`${folder}/go.mod`);
    const { frame } = await editor.flameGraph();
    await frame.locator(rows, { hasText: name }).locator('[role="gridcell"]').first().click();
    await editor.page.locator('.part.statusbar', { hasText: `BenchmarkRank/${name} · CPU time` }).waitFor();
    await shownInTable(editor, name);
    assert.deepEqual(await namesInTable(editor, all.length), all);
    // A click on a result goes to its lines.
    await editor.page.locator('.tabs-container .tab.active', { hasText: /^index/ }).waitFor();
    await frame.locator('[role="grid"]:focus [aria-selected="true"][aria-current]').waitFor();
    for (const key of ['ArrowDown', 'Enter']) await frame.getByRole('grid').press(key);
    await shownInTable(editor, 'documents=10000/terms=1');
  });

  step('of one benchmark opens by its lens, with all its sub-benchmarks', async (editor) => {
    await editor.openFile(`${file}:29`);
    const lens = editor.lens(file, '4 sub-benchmarks').locator('visible=true').first();
    await lens.waitFor();
    assert.match(await seenText(editor.code(file), lens), /4 sub-benchmarks · .* to .*\/op/);
    await lens.click();
    assert.deepEqual(await namesInTable(editor, ranks.length), ranks);
    await shownInTable(editor, 'documents=10000/terms=1');
    await editor.screenshot('subs');
    await editor.lens(file, /lines show .*terms=1/).click();
    await editor.choose('documents=1000/terms=9');
    await editor.page.locator('.quick-input-title', { hasText: '/documents=1000/terms=9' }).waitFor();
    await editor.page.keyboard.press('Escape');
  });
}
