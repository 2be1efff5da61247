/**
 * Runs are kept: the Profiles view lists them, and they are there again after the window is reloaded, with the
 * results in the lenses and the flame graph as it was. So are the pages of profile files.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, eventuallyHolds } from '../eventually.ts';
import { processesNaming } from '../processes.ts';
import { openTab } from '../webview/openTab.ts';
import { filesBelow } from './files.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Editor, Step } from './harness.ts';
import { ProfilesView } from './profilesView.ts';
import { appears } from './quickInput.ts';
import { handler, pageLine, type ShopSample, shopProfile, write } from './shopProfile.ts';

const testFile = 'shop_test.go';
const handlerFile = 'shop.go';
const benchmark = 'BenchmarkCatalogue';
/** Of lines that the code has before and after its edit. */
const filesBeside: Readonly<Record<string, readonly ShopSample[]>> = {
  'cpu.pprof': [
    [30, `${handler}@${pageLine} < main.main`],
    [70, 'main.main'],
  ],
  'mem.pprof': [[50, 'main.main']],
};

/** Before any run and any profile file, in a folder with Go. */
export function emptyHistoryStep(step: Step): void {
  step('before the first run the view says how to come to one', async (editor) => {
    const view = await ProfilesView.open(editor);
    await view.pane.getByText('Nothing of this workspace has been profiled yet').waitFor();
    await view.pane.locator('.monaco-button', { hasText: 'Profile Benchmark' }).waitFor();
    await editor.screenshot('1-empty');
  });
}

/** Of two runs of the benchmark, of different code. After them the older one is left. */
export function historySteps(step: Step): void {
  step('resting on a run tells where it comes from', async (editor) => {
    const hover = editor.page.locator('.monaco-hover', { hasText: 'GOMAXPROCS' });
    await editor.rest(new ProfilesView(editor).run(1), hover);
    const text = await hover.innerText();
    for (const part of [benchmark, 'Go go1', 'Settings -count=4 -benchtime=3000x']) {
      assert.ok(text.includes(part), `${part} in:\n${text}`);
    }
    await editor.screenshotAsIs('3-details');
    await editor.page.keyboard.press('Escape');
  });

  step('an older run says so in lens, status bar and page; each leads back to the newest', async (editor) => {
    const view = new ProfilesView(editor);
    await editor.openFile(`${testFile}:1`);
    await view.run(0).click();
    // Its hottest line is in another file than the benchmark.
    await editor.code(handlerFile).first().waitFor();
    for (const back of ['page', 'lens', 'command']) {
      await view.run(1).click();
      await editor.statusBarSays(/run of [\d:]+/);
      const lens = editor.lens(testFile, /shows run of [\d:]+ · newest/).first();
      // The click goes to the run's hottest line, wherever that is now, and may come there after the file.
      await eventually('the lens', async () => {
        await editor.openFile(`${testFile}:40`);
        return appears(lens);
      });
      const frame = await editor.frameWith(/Run of [\d:]+ · not the newest · the code has changed since\./);
      if (back === 'page') await editor.screenshot('3-older');
      if (back === 'page') await frame.getByRole('button', { name: 'Show newest' }).click();
      if (back === 'lens') await editor.clickLens(testFile, /shows run of/);
      if (back === 'command') await editor.runCommand('pprof Lens: Show Newest Run of Shown Benchmark');
      await eventually('the newest', async () => !/run of \d/.test(await editor.statusBar()));
      await eventually('no lens', async () => (await editor.lens(testFile, 'shows run of').count()) === 0);
    }
  });

  step('a run is pinned, and named from the keyboard', async (editor) => {
    const view = new ProfilesView(editor);
    await view.act(1, 'Pin or Unpin Run as Baseline');
    await view.run(1).locator('.codicon-pinned').first().waitFor();
    const prompt = editor.page.getByText('A run with a name is kept until you delete it');
    await eventually('the question for a name', async () => {
      // Escape also clears what is selected in a tree.
      await view.run(1).click();
      // What is selected reaches the extension a little after it is on the screen.
      await editor.page.keyboard.press('F2');
      if (await appears(prompt)) return true;
      await editor.page.keyboard.press('Escape');
      return false;
    });
    await editor.answer('A run with a name', 'before the cache');
    await view.pane.getByText('before the cache').waitFor();
    await editor.screenshot('4-pinned-and-named');
  });

  step('profile files stand beside the code, each in its page', async (editor) => {
    await editor.focusFirstGroup();
    for (const [name, samples] of Object.entries(filesBeside)) {
      write(editor, name, shopProfile(editor, 'cpu/nanoseconds', samples));
      await editor.openProfileAside(name);
      await editor.pageOf(name);
    }
    await editor.focusFirstGroup();
    // What the lines show again.
    await new ProfilesView(editor).run(1).click();
    await editor.statusBarSays(/BenchmarkCatalogue/);
  });

  let shown: { lens: string | null; title: string; line: string } | undefined;

  step('another sample type is chosen for the flame graph', async (editor) => {
    const { frame } = await runPage(editor);
    await frame.getByRole('textbox').first().fill('ServeHTTP');
    await editor.runCommand('pprof Lens: Switch Profile…');
    await editor.choose('Allocated objects');
    await editor.statusBarSays(/Allocated objects/);
    // Lines and page hear of it on other ways than the status bar.
    await eventuallyHolds(async () => {
      shown = await whatIsShown(editor);
      assert.match(shown.title, /^BenchmarkCatalogue · Memory$/);
      assert.match(shown.line, /^was [\d.]+k? allocs/);
    });
    assert.equal(
      await (await runPage(editor)).frame.getByRole('textbox').first().inputValue(),
      '',
      'the search was of the other one',
    );
  });

  step('after a reload everything is as it was', async (editor) => {
    await editor.reload();
    const view = new ProfilesView(editor);
    await view.pane.getByText('before the cache').waitFor();
    await eventually('two runs', async () => (await view.runs()).length === 2);
    await editor.statusBarSays(/Allocated objects/);
    await editor.openFile(`${testFile}:40`);
    // It is the run that was named before, and a profile that is opened again has that name.
    assert.ok(shown);
    shown = { ...shown, title: `${shown.title} · before the cache` };
    await eventuallyHolds(async () => assert.deepEqual(await whatIsShown(editor), shown));
    await editor.screenshot('5-reloaded');
  });

  step('so are the pages of files; the lines show the page in focus', async (editor) => {
    await editor.openFile(`${handlerFile}:${pageLine}`);
    for (const [name, samples] of Object.entries(filesBeside)) {
      const { cum = 0 } = (await (await editor.pageOf(name)).frames())[0] ?? {};
      assert.equal(cum, 1e7 * samples.reduce((sum, [value]) => sum + value, 0), name);
    }
    await editor.page.locator('.tab', { hasText: 'cpu.pprof' }).click();
    await eventually('the costs of the page in focus', async () =>
      /^300ms/.test((await editor.annotations(handlerFile)).get(pageLine) ?? ''),
    );
    await openTab((await runPage(editor)).frame, 'Flame graph');
    await editor.statusBarSays(/Allocated objects/);
    await editor.closeAllEditors();
  });

  step('when the server dies, what was shown is shown again', async (editor) => {
    const [server, ...others] = processesNaming(editor.dataFolder).filter(({ command }) =>
      command.includes('dist/server.js'),
    );
    assert.ok(server !== undefined && others.length === 0);
    process.kill(server.pid, 'SIGKILL');
    await editor.notification(/stopped unexpectedly and was started again/);
    await editor.statusBarSays(/Allocated objects/);
    await eventuallyHolds(async () => assert.deepEqual(await whatIsShown(editor), shown));
  });

  step('a run is compared with the pinned one', async (editor) => {
    const view = new ProfilesView(editor);
    await view.act(0, 'Compare Run with…');
    await editor.choose(benchmark);
    await eventually('the comparison in the flame graph', async () =>
      (await panelTitle(editor)).includes('against before the cache'),
    );
    await editor.screenshot('6-compared');
  });

  step('a run is exported to a folder that the user chooses', async (editor) => {
    const view = new ProfilesView(editor);
    await view.act(1, 'Export Run…');
    const dialog = editor.page.locator('.quick-input-widget');
    await dialog.getByText(`Export Run of ${benchmark}`).waitFor();
    // With the list of its first folder it writes that folder over what has been typed.
    await dialog.locator('.monaco-list-row').first().waitFor();
    await dialog.locator('input.input').first().fill(`${editor.dataFolder}/`);
    // Until it has looked the folder up, it means the one before.
    await dialog.locator('.monaco-list-row', { hasText: 'extensions' }).waitFor();
    const here = dialog.locator('.monaco-button', { hasText: 'Export Here' });
    // While the dialog still looks the folder up, it forgets a click.
    await eventually('the dialog closed', async () => {
      await here.click({ timeout: 2000 }).catch(() => undefined);
      return appears(here, 'hidden');
    });
    await editor.notification(/has been exported to .*before the cache/);
    const exported = filesBelow(join(editor.dataFolder, `${benchmark} before the cache`));
    assert.deepEqual(
      exported.map((file) => file.replace(/-\d+\./, '-N.')),
      [`${benchmark}-N.cpu.pprof`, `${benchmark}-N.mem.pprof`, 'results.txt', 'run.json'],
    );
    rmSync(join(editor.dataFolder, `${benchmark} before the cache`), { recursive: true });
  });

  step('the same command takes the pin away', async (editor) => {
    const view = new ProfilesView(editor);
    await view.act(1, 'Pin or Unpin Run as Baseline');
    await eventually('no pin', async () => (await view.run(1).locator('.codicon-pinned').count()) === 0);
  });

  step('the menu of a run and the palette measure it in turns with the run before', async (editor) => {
    const title = 'Measure in Turns with the Run Before';
    await editor.openFile(`${testFile}:40`);
    const cancel = editor.lens(testFile, 'cancel').locator('visible=true').first();
    // What it ends with, the tests of the server read.
    for (const ask of [() => new ProfilesView(editor).act(0, title), () => editor.runCommand(title)]) {
      await ask();
      await editor.notification(/in turns/i);
      await cancel.click();
      await cancel.waitFor({ state: 'hidden' });
    }
  });

  step('a run is deleted after a question', async (editor) => {
    const view = new ProfilesView(editor);
    const runs = editor.dataFolder;
    const records = () => filesBelow(runs).filter((file) => file.endsWith('/run.json'));
    // What has been cancelled may still be taken away.
    await eventually('two records', () => records().length === 2);
    await view.act(0, 'Delete Runs…');
    const question = editor.page.locator('.monaco-dialog-box');
    await question.getByText(`Delete the run of ${benchmark}`).waitFor();
    await editor.screenshotAsIs('7-delete');
    await question.locator('.monaco-button', { hasText: 'Delete' }).click();
    await eventually('one run', async () => (await view.runs()).length === 1);
    await eventually('one record', async () => records().length === 1);
    const [record = ''] = records();
    assert.match(readFileSync(join(runs, record), 'utf8'), /"label": "before the cache"/);
    assert.ok(readdirSync(join(runs, record, '..')).some((file) => file.endsWith('.cpu.pprof')));
  });
}

/** The lens, the flame graph's title and a line's costs, as they now stand. */
async function whatIsShown(editor: Editor): Promise<{ lens: string | null; title: string; line: string }> {
  const code = readFileSync(join(editor.workspace, handlerFile), 'utf8').split('\n');
  const execute = code.findIndex((each) => each.includes('ExecuteTemplate(')) + 1;
  await editor.openFile(`${handlerFile}:${execute}`);
  const line = await eventually('the cost of executing', async () =>
    (await editor.annotations(handlerFile)).get(execute),
  );
  await editor.openFile(`${testFile}:40`);
  const lens = editor.result(testFile).first();
  await lens.waitFor();
  return { lens: await lens.textContent(), title: await panelTitle(editor), line };
}

/** The page in the panel, among those of files. */
function runPage(editor: Editor): Promise<FlameGraph> {
  return editor.pageOf(/^BenchmarkCatalogue/);
}

async function panelTitle(editor: Editor): Promise<string> {
  const { frame } = await runPage(editor);
  return (await frame.locator('h1').textContent()) ?? '';
}
