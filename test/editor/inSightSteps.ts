/**
 * What stands on the screen can be seen. A module like public ones (lines of 120 characters, 30 benchmarks) in a small window, with the editor's defaults and the page open: the browser says where code
 * and costs stand, and which names no edge cuts off.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventuallyHolds } from '../eventually.ts';
import { openTab } from '../webview/openTab.ts';
import type { Editor, Step } from './harness.ts';
import { pagePlaceSteps } from './pagePlaceSteps.ts';
import { type SeenLine, seenLines, seenText } from './sight.ts';

const folder = 'meters';
const file = 'meters.go';
const testFile = 'meters_test.go';

/** 1-based. */
function lineWith(editor: Editor, name: string, part: string): number {
  const index = readFileSync(join(editor.workspace, folder, name), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(part));
  assert.notEqual(index, -1, part);
  return index + 1;
}

/** Lines that cost the most by what they do, and so in every run: the first and the last that `Parse` works in. */
function hotLines(editor: Editor): number[] {
  return ['fields := strings.FieldsFunc(', 'strconv.ParseFloat('].map((part) => lineWith(editor, file, part));
}

/** Checks the lines once the texts stand where the present size of the editor wants them. */
async function eventuallySeen(
  editor: Editor,
  name: string,
  check: (lines: readonly SeenLine[]) => void,
): Promise<void> {
  await eventuallyHolds(async () => {
    const lines = await seenLines(editor.code(name).first());
    assert.notEqual(lines.length, 0, `no line of ${name} has a text`);
    check(lines);
  });
}

/** All have a number in the gutter, none of the texts stands over code, and behind short lines the cost is in sight. */
function assertReadable(lines: readonly SeenLine[], hot: readonly number[], areSeen = true): void {
  const withText = new Set(lines.map(({ line }) => line));
  for (const line of hot) assert.ok(withText.has(line), `line ${line} is hot and says nothing`);
  for (const { line, mark, text, seen, codeRight, textLeft } of lines) {
    assert.notEqual(mark, '', `line ${line}: no number in the gutter beside "${text}"`);
    assert.ok(
      textLeft > codeRight,
      `line ${line}: "${text}" begins at ${textLeft}, the code ends at ${codeRight}`,
    );
    if (areSeen && text.includes('%')) assert.notEqual(seen, '', `line ${line}: "${text}" is out of sight`);
    if (/^\d.*%$/.test(`${mark} ${text}`)) assert.ok(text.endsWith(` ${mark}%`), 'gutter and text agree');
  }
}

/** A window as small as a notebook's, with the editor's own settings. Afterwards the page stands beside the code. */
export function inSightSteps(step: Step): void {
  step('shows a number at every hot line, in the gutter and beside the code', async (editor) => {
    editor.addModule(folder);
    // A time would be too short for samples in each hot line where other programs take it.
    await editor.setInWorkspace({ kinds: ['cpu'], count: 1, benchtime: '600x' });
    await editor.closeAllEditors();
    const benchmark = lineWith(editor, testFile, 'func BenchmarkTotals1000(');
    await editor.openFile(`${testFile}:${benchmark}`);
    await editor.lens(testFile, 'profile this benchmark').locator('visible=true').first().waitFor();
    const before = await codeLefts(editor, testFile);
    await editor.screenshot('1-before');
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    const result = editor.lens(testFile, '/op').locator('visible=true').first();
    await result.waitFor({ timeout: 120_000 });
    await editor.flameGraph();
    for (const [code, left] of await codeLefts(editor, testFile)) {
      assert.equal(left, before.get(code) ?? left, `has moved: ${code}`);
    }
    await eventuallySeen(editor, testFile, (lines) => assertReadable(lines, [benchmark + 3]));
    assert.match(await seenText(editor.code(testFile), result), /\/op/);
    await editor.screenshot('2-test');

    const hot = hotLines(editor);
    await editor.openFile(`${file}:${hot[0]}`);
    await eventuallySeen(editor, file, (lines) => assertReadable(lines, hot));
    await editor.screenshot('3-lines');
  });

  step('has costs of short lines near one another end in one column', async (editor) => {
    const [first, last] = ['func Parse(', '] += '].map((part) => lineWith(editor, file, part));
    const code = readFileSync(join(editor.workspace, folder, file), 'utf8')
      .replaceAll('\t', '    ')
      .split('\n');
    const isShort = (line: number) => (code[line - 1]?.length ?? 0) <= 40;
    await editor.goToLine(((first ?? 0) + (last ?? 0)) >> 1);
    await eventuallySeen(editor, file, (lines) => {
      // Which short lines have samples is chance, but for the call of Parse.
      const near = lines.filter(
        ({ line, text }) => line >= first! && line <= last! && isShort(line) && text !== '',
      );
      const ends = near.map(({ costRight }) => costRight);
      assert.ok(ends.length >= 1, `costs in ${ends.length} lines`);
      assert.ok(Math.max(...ends) - Math.min(...ends) <= 2, `the costs end at ${ends.join(', ')}`);
    });
  });

  step('has the names of its functions in sight in the page', async (editor) => {
    const { frame } = await editor.flameGraph();
    await openTab(frame, 'Top');
    const cells = frame.locator('.grid-row [role=rowheader]');
    await cells.first().waitFor();
    await eventuallyHolds(async () => {
      const names = await cells.evaluateAll((all) =>
        all.map((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return { name: cell.textContent ?? '', seen: Math.min(right, innerWidth) - Math.max(left, 0) };
        }),
      );
      assert.ok(names.some(({ name }) => name.includes('Parse')));
      for (const { name, seen } of names) assert.ok(seen >= 120, `${name} has ${seen} pixels in sight`);
    });
    await editor.screenshot('4-names');
    await openTab(frame, 'Flame graph');
  });

  step('covers no code in a larger window, nor in one that is zoomed', async (editor) => {
    const hot = hotLines(editor);
    await editor.page.setViewportSize({ width: 1600, height: 1000 });
    await eventuallySeen(editor, file, (lines) => assertReadable(lines, hot));
    await editor.screenshot('5-larger');

    // A zoom of 150% leaves so many pixels of 1280.
    await editor.page.setViewportSize({ width: 853, height: 533 });
    await editor.focusFirstGroup();
    await editor.goToLine(hot[0] ?? 1);
    await eventuallySeen(editor, file, (lines) => assertReadable(lines, [], false));
    await editor.screenshot('6-zoomed');
    await editor.page.setViewportSize({ width: 1280, height: 800 });
  });

  pagePlaceSteps(step);
}

/** Where each line of code that is in view begins. */
async function codeLefts(editor: Editor, name: string): Promise<Map<string, number>> {
  const found = await editor
    .code(name)
    .first()
    .evaluate((element) =>
      [...element.querySelectorAll('.view-lines > .view-line')].flatMap((row) => {
        const code = row.querySelector('span span');
        return code === null ? [] : [[row.textContent ?? '', code.getBoundingClientRect().left] as const];
      }),
    );
  return new Map(found);
}
