/**
 * The journey everything serves, in a real editor with a real Go: click, costs on the lines, hover, flame
 * graph, edit. What stands on the screen is what `go tool pprof` says of the stored profile.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { PublishedFrame as DrawnFrame } from '../../src/webview/tabs/flame/publishedFrames.ts';
import { eventually, eventuallyHolds } from '../eventually.ts';
import { openTab } from '../webview/openTab.ts';
import { filesBelow } from './files.ts';
import type { Editor, Step } from './harness.ts';
import { disassembledByPprof, pprofList } from './pprofList.ts';
import { appears } from './quickInput.ts';
import { handler, parseLine } from './shopProfile.ts';
import { seenLines } from './sight.ts';

const testFile = 'shop_test.go';
const handlerFile = 'shop.go';
/** From 1, as `parseLine`. */
const executeLine = 53;
/** Lines below this percentage of the total show nothing, by default. */
const threshold = 0.5;

/** The one file with this ending that the extension has stored. */
function stored(editor: Editor, ending: string): string {
  const files = filesBelow(editor.dataFolder).filter((file) => file.endsWith(ending));
  assert.equal(files.length, 1, `one file ends with ${ending}: ${files}`);
  return join(editor.dataFolder, files[0] ?? '');
}

/** The percentages that the gutter shows, by line (1-based). */
async function shares(editor: Editor, file: string): Promise<Map<number, number>> {
  const lines = await seenLines(editor.code(file).first());
  return new Map(lines.map(({ line, mark }) => [line, mark === '<1' ? 0.5 : Number(mark)]));
}

/** Before them, nothing has been run and no file is open. After them, one run of `BenchmarkCatalogue` has been. */
export function costSteps(step: Step): void {
  step('one lens stands above the benchmark', async (editor) => {
    await editor.openFile(`${testFile}:40`);
    const lenses = editor.lens(testFile, 'profile this benchmark');
    // Lenses are drawn anew when the language server has answered.
    await eventually('one lens', async () => (await lenses.count()) === 1);
    await editor.screenshot('1-lens');
  });

  step('a click profiles it, with progress that can be cancelled', async (editor) => {
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.notification(/BenchmarkCatalogue/);
    await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Cancel' }).waitFor();
    await editor.screenshotAsIs('2-progress');

    await editor.lens(testFile, 'flame graph').waitFor({ timeout: 270_000 });
    assert.match(
      (await editor.result(testFile).textContent()) ?? '',
      /^[\d.]+ ?[nµm]s\/op ±\d+%( · noisy)?$/,
    );
    const memory = await editor.lens(testFile, /allocs/).textContent();
    assert.match(memory ?? '', /^[\d.]+ kB\/op · \d+ allocs\/op$/);
    assert.equal(
      await editor.lens(testFile, 'profile this benchmark').count(),
      0,
      'the result stands in its place',
    );
  });

  /** What the timed loop costs, in nanoseconds. */
  let loop = 0;

  step('the lines show what go tool pprof -list says of the stored profile', async (editor) => {
    await editor.openFile(`${handlerFile}:45`);
    const { total, lines } = pprofList(stored(editor, '.cpu.pprof'), 'Shop..ServeHTTP', 'cpu', 'ns');
    // pprof does not know the timed loop. The hottest line tells how long it is, and it is nearly all of this profile.
    const [[hottestLine, hottest] = [0, { cum: 0 }]] = [...lines].sort(([, a], [, b]) => b.cum - a.cum);
    // The page below the code, which is there by then, leaves few lines in sight.
    await editor.flameGraph();
    const shown = await eventually(`a cost in line ${hottestLine}`, async () => {
      const all = await shares(editor, handlerFile);
      return all.has(hottestLine) && all;
    });
    await editor.screenshot('3-lines');
    loop = (hottest.cum / (shown.get(hottestLine) ?? 0)) * 100;
    assert.ok(loop > total / 2 && loop < 1.02 * total, `${loop} of ${total}`);
    // The page below the code leaves the lines up to this one in sight.
    const last = 54;
    const expected = [...lines].filter(([line, { cum }]) => line <= last && (cum / loop) * 100 >= threshold);
    let annotations: ReadonlyMap<number, string> = new Map();
    await eventuallyHolds(async () => {
      annotations = await editor.annotations(handlerFile);
      assert.deepEqual([...annotations.keys()].sort(), expected.map(([line]) => line).sort());
    });
    for (const [line, { flat, cum }] of expected) {
      const text = annotations.get(line) ?? '';
      const percentage = (cum / loop) * 100;
      assert.ok(
        Math.abs((shown.get(line) ?? 0) - percentage) < 1.02,
        `line ${line}: ${shown.get(line)}%, pprof ${percentage}%`,
      );
      // A long line says its cost only.
      if (text.endsWith('%'))
        assert.equal(/flat/.test(text), flat > 0, `line ${line}: "${text}", pprof's flat is ${flat}`);
    }
    // Per operation, by one number of operations for all lines.
    const parse = lines.get(parseLine);
    const execute = lines.get(executeLine);
    assert.ok(parse && execute);
    assert.ok(parse.cum > execute.cum, 'parsing costs more than executing');
    assert.equal(hottestLine, parseLine);
  });

  step('a hover explains the line', async (editor) => {
    const text = await editor.hover(handlerFile, parseLine, 'ParseFiles');
    await editor.screenshotAsIs('4-hover');
    const { total, lines } = pprofList(stored(editor, '.cpu.pprof'), 'Shop..ServeHTTP', 'cpu', 'ms');
    const cum = lines.get(parseLine)?.cum ?? 0;
    const shown = cum < 1000 ? `${cum}ms` : `${cum / 1000}s`;
    assert.ok(text.includes(shown), `the hover shows pprof's ${shown} of ${total}ms:\n${text}`);
    assert.match(text, /cum/);
    assert.match(text, /template\.ParseFiles/);
    assert.match(text, /Show in flame graph/);
    await editor.page.keyboard.press('Escape');
  });

  let handlerFrame: DrawnFrame | undefined;

  step('the flame graph stands beside and shows the handler', async (editor) => {
    const { total } = pprofList(stored(editor, '.cpu.pprof'), 'Shop..ServeHTTP', 'cpu', 'ns');
    const graph = await editor.pageOf(/^BenchmarkCatalogue · CPU/);
    const frames = await graph.frames();
    await editor.screenshot('5-flame-graph');

    const root = frames.find(({ depth }) => depth === 0);
    assert.deepEqual([root?.x, root?.width, root?.cum], [0, 1, total]);
    handlerFrame = frames.find(({ name }) => name === handler);
    assert.ok(handlerFrame, `a frame for ${handler} among ${frames.length}`);
    assert.ok(Math.abs(handlerFrame.width - handlerFrame.cum / total) < 1e-9, 'as wide as its share');
  });

  step('the page shows the timed loop, and after a click what pprof prints', async (editor) => {
    const graph = await editor.flameGraph();
    const { total } = pprofList(stored(editor, '.cpu.pprof'), 'Shop..ServeHTTP', 'cpu', 'ns');
    const benchmark = async () =>
      (await graph.frames()).find(({ name }) => name === 'example.com/template.BenchmarkCatalogue');
    assert.equal((await benchmark())?.depth, 2, 'what is above it is one row');
    const loop = (pressed: boolean) => graph.frame.getByRole('button', { name: 'Loop', pressed });
    await loop(true).click();
    await eventually('the frames of testing', async () => ((await benchmark())?.depth ?? 0) > 2);
    assert.equal((await graph.frames())[0]?.cum, total);
    await loop(false).click();
    await eventually('the loop again', async () => (await benchmark())?.depth === 2);
  });

  step('a click on a frame zooms and selects, one with a modifier opens its line', async (editor) => {
    assert.ok(handlerFrame);
    await editor.openFile(`${testFile}:1`);
    const graph = await editor.flameGraph();
    const frameOf = async (name: string) => (await graph.frames()).find((frame) => frame.name === name);
    const benchmark = await frameOf('example.com/template.BenchmarkCatalogue');
    assert.ok(benchmark);
    const above = await graph.pointAt(benchmark);
    await editor.page.mouse.click(above.x, above.y);
    await eventually('the zoom', async () => (await frameOf(benchmark.name))?.width === 1);
    await graph.frame.locator('.selected-name', { hasText: benchmark.name }).waitFor();

    const zoomed = await eventually('the handler', () => frameOf(handler));
    const { x, y } = await graph.pointAt(zoomed);
    await editor.screenshotAsIs('6-frame-hover');
    await editor.page.keyboard.down('Control');
    await editor.page.mouse.click(x, y);
    await editor.page.keyboard.up('Control');
    await editor.code(handlerFile).waitFor();
    await editor.cursorAt(handlerFrame.line);
    // What the first click had asked the editor for would have come before.
    await editor.openFile(testFile);
    await editor.cursorAt(1);
    await graph.frame.getByRole('tree').press('0');
    await eventually('no zoom', async () => (await frameOf(benchmark.name))?.width === benchmark.width);
  });

  step('the link in the hover finds the function in the flame graph', async (editor) => {
    const graph = await editor.flameGraph();
    await editor.openFile(`${handlerFile}:45`);
    await editor.clickInHover(handlerFile, parseLine, 'ParseFiles', 'Show in flame graph');
    const search = graph.frame.getByRole('searchbox').or(graph.frame.locator('input')).first();
    await eventually('the function in the search', async () =>
      (await search.inputValue()).includes('ServeHTTP'),
    );
    await editor.screenshot('7-found-in-flame-graph');
    await search.fill('');
    // Back to the code, or the next file would open on top of the flame graph.
    await editor.code(handlerFile).click();
  });

  step('a file of the standard library shows its costs', async (editor) => {
    const { lines } = pprofList(stored(editor, '.cpu.pprof'), 'text/template/parse.Parse$', 'cpu', 'ns');
    const [hottest, cost] = [...lines].sort(([, a], [, b]) => b.cum - a.cum)[0] ?? [];
    assert.ok(
      hottest !== undefined && cost !== undefined,
      'the profile passes through text/template/parse.Parse',
    );

    await editor.openFile(`${join(goRoot(), 'src', 'text', 'template', 'parse', 'parse.go')}:${hottest}`);
    const shown = await eventually(`a cost in line ${hottest}`, async () =>
      (await shares(editor, 'parse.go')).get(hottest),
    );
    const percentage = (cost.cum / loop) * 100;
    assert.ok(Math.abs(shown - percentage) < 1.02, `line ${hottest}: ${shown}%, pprof ${percentage}%`);
    await editor.screenshot('8-standard-library');
  });

  step('the hot lines are listed, hottest first', async (editor) => {
    const first = editor.page.locator('.quick-input-list .monaco-list-row').first();
    // The palette may give the focus back to the page late, and so close what has opened meanwhile.
    await eventually('the list', async () => {
      await editor.runCommand('pprof Lens: List Hot Lines…');
      return appears(first.getByText(`${handlerFile}:${parseLine}`));
    });
    await editor.screenshot('9-hot-lines');
    await first.click();
    await editor.code(handlerFile).waitFor();
    await eventually('the line', async () => (await editor.currentLines(handlerFile)).includes(parseLine));
  });

  step('a key goes along the hot path, from call to call', async (editor) => {
    // It goes round, so it comes to each of its lines again.
    await eventually('the line in the path', async () => {
      await editor.page.keyboard.press('Control+;');
      await editor.page.keyboard.press('ArrowDown');
      return (await editor.currentLines(handlerFile)).includes(parseLine);
    });
    await editor.screenshot('10-hot-path');
  });

  step('the assembly has the costs that pprof has for each instruction', async (editor) => {
    const { frame } = await editor.flameGraph();
    await openTab(frame, 'Source');
    await frame.getByRole('textbox').first().fill('Shop..ServeHTTP');
    await frame.getByRole('grid').getByText('ServeHTTP').click();
    await frame.getByRole('button', { name: 'Assembly' }).click();
    await frame.getByRole('heading', { name: handler }).waitFor();
    await frame.locator('.assembly-place', { hasText: 'views.ExecuteTemplate(' }).first().waitFor();
    await editor.screenshot('12-assembly');

    const rows = await frame
      .locator('.listing-lines tr.costs')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent || '.')));
    const theirs = disassembledByPprof(
      stored(editor, 'package.test'),
      stored(editor, '.cpu.pprof'),
      'Shop..ServeHTTP',
    );
    assert.ok(theirs.length > 0);
    assert.deepEqual(
      rows.map(([address, , , flat, cum]) => `${address} ${flat} ${cum}`),
      theirs,
    );
    await frame.getByRole('textbox').first().fill('');
    await openTab(frame, 'Flame graph');
  });
}

function goRoot(): string {
  const run = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trim();
}
