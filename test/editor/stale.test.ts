/** What is true now: changed code is said where its costs stand, and an older run says that it is one. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { editorSteps } from './harness.ts';
import { ProfilesView } from './profilesView.ts';

const testFile = 'shop_test.go';
const handlerFile = 'shop.go';
/** The line that executes the template, and another of the same function. */
const execute = 53;
const parse = 39;

describe('what is true now', () => {
  const step = editorSteps({
    name: 'stale',
    module: 'template',
    settings: { 'pprofLens.count': 2, 'pprofLens.benchtime': '1000x' },
  });

  step('a comment behind a hot line takes nothing away', async (editor) => {
    await editor.openFile(`${testFile}:40`);
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.result(testFile).first().waitFor({ timeout: 120_000 });
    await editor.openFile(handlerFile);
    await editor.goToLine(execute);
    const cost = async () => (await editor.annotations(handlerFile)).get(execute) ?? '';
    await eventually('a cost', async () => /\/op/.test(await cost()));
    await editor.page.keyboard.press('End');
    await editor.page.keyboard.type(' // hot');
    await editor.code(handlerFile).locator('.view-line', { hasText: '// hot' }).waitFor();
    await eventually('the cost behind the comment', async () => /^[~\d].*\/op/.test(await cost()));
    assert.doesNotMatch(await editor.statusBar(), /code changed/);
    await editor.screenshot('1-comment');
  });

  step(
    'a changed line says what it cost, the others of its function fade, and the lens says why',
    async (editor) => {
      await editor.page.keyboard.press('Home');
      await editor.page.keyboard.press('Home');
      await editor.page.keyboard.type('\t');
      await editor.page.keyboard.press('Control+ArrowRight');
      await editor.page.keyboard.type(' true &&');
      const at = async (line: number) => (await editor.annotations(handlerFile)).get(line) ?? '';
      await eventually('what it cost', async () => /^was [\d.~]/.test(await at(execute)));
      await eventually('the other cost', async () => /\/op/.test(await at(parse)));
      assert.match(
        await editor.hover(handlerFile, parse, 'ParseFiles'),
        /Measured at [\d:]+, before Shop\.ServeHTTP changed\./,
      );
      await editor.screenshot('2-changed');
      await editor.openFile(`${testFile}:40`);
      await editor.lens(testFile, 'code changed').first().waitFor();
      assert.match(await editor.statusBar(), /code changed/);
      await editor.screenshot('3-lens');
    },
  );

  step('after undo the result is current again', async (editor) => {
    await editor.openFile(handlerFile);
    await eventually('the text of before', async () => {
      await editor.page.keyboard.press('Control+z');
      return !/code changed/.test(await editor.statusBar());
    });
    await editor.openFile(`${testFile}:40`);
    await eventually('no lens says so', async () => {
      // Until the server has answered, the editor shows what lenses said before, without links.
      const isAnswered = (await editor.code(testFile).locator('.codelens-decoration a').count()) > 0;
      return isAnswered && (await editor.lens(testFile, 'code changed').count()) === 0;
    });
  });

  step('an older run says so in lens, status bar and page; each leads back to the newest', async (editor) => {
    const view = await ProfilesView.open(editor);
    await editor.profileAgain(testFile);
    await eventually('a second run', async () => (await view.runs()).length === 2, 120_000);
    for (const back of ['page', 'lens', 'command']) {
      await view.run(1).click();
      await editor
        .lens(testFile, /shows run of [\d:]+ · newest/)
        .first()
        .waitFor();
      await eventually('the status bar', async () => /run of [\d:]+/.test(await editor.statusBar()));
      const frame = await editor.frameWith(/Run of [\d:]+ · not the newest\./);
      if (back === 'page') await editor.screenshot('4-older');
      if (back === 'page') await frame.getByRole('button', { name: 'Show newest' }).click();
      if (back === 'lens') await editor.clickLens(testFile, /shows run of/);
      if (back === 'command') await editor.runCommand('pprof Lens: Show Newest Run of Shown Benchmark');
      await eventually('the newest', async () => !/run of \d/.test(await editor.statusBar()));
      await eventually('no lens', async () => (await editor.lens(testFile, 'shows run of').count()) === 0);
    }
  });
});
