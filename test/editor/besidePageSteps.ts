/** From the page to the code: the page's Source tab, and what opens lines beside the page, never over it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runCli } from '../cli/runCli.ts';
import { eventually } from '../eventually.ts';
import { openTab } from '../webview/openTab.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Editor, Step } from './harness.ts';
import { appears } from './quickInput.ts';
import { cpuSamples, handler, pageLine, parseLine, shopProfile, source, write } from './shopProfile.ts';

const profile = 'cpu.pprof';
const testFile = 'shop_test.go';
/** Costs something itself: the others only by what they call. */
const executeLine = 53;

/** A line of a listing; nothing where it costs nothing. */
interface ListedLine {
  readonly line: number;
  readonly flat: string;
  readonly cum: string;
  readonly text: string;
}

/** What `pprof-lens list` prints of the handler. */
async function listedByCli(editor: Editor): Promise<ListedLine[]> {
  const { stdout, stderr } = await runCli('list', 'Shop..ServeHTTP', join(editor.workspace, profile));
  assert.equal(stderr, '');
  return stdout.split('\n').flatMap((row) => {
    const [, flat, cum, line, text] = /^ *(\S+) +(\S+) +(\d+):(.*)$/.exec(row) ?? [];
    if (flat === undefined || cum === undefined || text === undefined) return [];
    return [{ line: Number(line), flat: flat.replace(/^\.$/, ''), cum: cum.replace(/^\.$/, ''), text }];
  });
}

/** What the page's Source tab shows, folded lines left out. */
async function listedByPage({ frame }: FlameGraph): Promise<ListedLine[]> {
  const rows = await frame
    .locator('.listing-lines tbody tr:not(.fold)')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  return rows.map(([line, flat = '', cum = '', text = '']) => ({ line: Number(line), flat, cum, text }));
}

/** The profile's page, in the group at the right, still in sight: VS Code drops a page that it hides. */
async function pageAtTheRight(editor: Editor): Promise<FlameGraph> {
  await eventually(
    'source and page side by side',
    async () => (await editor.shownTabs()).join() === `${source},${profile}`,
  );
  return editor.pageOf(profile);
}

export function besidePageSteps(step: Step): void {
  step('the source stands in the page, with the costs that the command line lists', async (editor) => {
    await editor.closeAllEditors();
    const samples = [...cpuSamples, [7, `${handler}@${executeLine} < main.main`]] as const;
    write(editor, profile, shopProfile(editor, 'cpu/nanoseconds', samples));
    await editor.openFile(testFile);
    await editor.openProfileAside(profile);
    const page = await editor.pageOf(profile);
    await openTab(page.frame, 'Source');
    await page.frame.getByRole('grid').getByText('(*Shop).ServeHTTP').click();
    // The page itself may read no file: the text comes from the extension.
    await page.frame.locator('.listing-text', { hasText: 'template.ParseFiles(' }).waitFor();
    await editor.screenshot('1-source');

    const shown = await listedByPage(page);
    const listed = await listedByCli(editor);
    assert.deepEqual(
      shown.filter(({ cum }) => cum !== '').map(({ line, flat, cum }) => [line, flat, cum]),
      [
        [parseLine, '', '600ms'],
        [pageLine, '', '300ms'],
        [executeLine, '70ms', '70ms'],
      ],
    );
    const isShown = new Set(shown.map(({ line }) => line));
    assert.deepEqual(
      shown,
      listed.filter(({ line }) => isShown.has(line)),
    );
  });

  step('a line opens in the editor beside, by mouse and by keyboard', async (editor) => {
    const page = await editor.pageOf(profile);
    const line = (number: number) =>
      page.frame.getByRole('button', { name: `Line ${number}: open in the editor` });
    await line(parseLine).click();
    await editor.code(source).waitFor();
    await editor.cursorAt(parseLine);
    await pageAtTheRight(editor);
    await editor.screenshot('2-opened');

    await line(executeLine).press('Enter');
    await editor.cursorAt(executeLine);
    await pageAtTheRight(editor);
    assert.equal(await line(executeLine).count(), 1, 'the page still shows the listing');
  });

  step('hot lines, too, leave the page in sight that they are walked from', async (editor) => {
    await editor.focusPage(profile);
    await editor.runCommand('pprof Lens: Go to Next Hot Line');
    // The palette may give the focus back to the page when the line is there already. So the status bar need not say it.
    await eventually('the hottest line', async () => (await editor.currentLines(source)).includes(parseLine));
    await pageAtTheRight(editor);
  });

  step('a list of hot lines that is given up leaves everything as it was', async (editor) => {
    // The palette may have given the focus back to the page, and the file would open over it.
    await editor.focusFirstGroup();
    await editor.openFile(`${testFile}:40`);
    await editor.focusPage(profile);
    const list = editor.page.getByPlaceholder('Hottest first, by cost');
    // The palette gives the focus back to the page when it closes, late on a busy machine, which closes a list that is there by then.
    await eventually('the list, and the hottest line beside the page', async () => {
      if (!(await list.isVisible())) await editor.runCommand('pprof Lens: List Hot Lines…');
      return (
        (await appears(list)) &&
        (await editor.currentLines(source)).includes(parseLine) &&
        (await editor.shownTabs()).join() === `${source},${profile}`
      );
    });
    await editor.page.keyboard.press('Escape');
    await eventually(
      'the file before',
      async () => (await editor.shownTabs()).join() === `${testFile},${profile}`,
    );
    const { frame } = await editor.pageOf(profile);
    await eventually('the focus back in the page', () => frame.evaluate(() => document.hasFocus()));
  });

  step('it takes the keyboard from nobody who goes on at once', async (editor) => {
    await editor.focusFirstGroup();
    await editor.openFile(`${testFile}:40`);
    await editor.runCommand('pprof Lens: List Hot Lines…');
    await editor.page.getByPlaceholder('Hottest first, by cost').waitFor();
    await eventually('the hottest line', async () => (await editor.currentLines(source)).includes(parseLine));
    await editor.page.keyboard.press('Escape');
    await editor.page.keyboard.press('F1');
    const palette = editor.page.getByPlaceholder('Type the name of a command to run');
    await palette.waitFor();
    await eventually(
      'the file before',
      async () => (await editor.shownTabs()).join() === `${testFile},${profile}`,
    );
    await editor.cursorAt(40);
    assert.ok(await palette.isVisible(), 'the palette is still open');
    await editor.page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await eventually('the keyboard in the code', async () =>
      editor.page.evaluate(() => document.activeElement?.closest('.editor-instance') !== null),
    );
  });
}
