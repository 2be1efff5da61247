/**
 * "Did it help?", in a real editor with a real Go: profile, apply the edit that the costs ask for, profile again, and
 * read what it did. Before it profile files, which the folder of a stranger can show, too; after it what shares its window.
 */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { agentSteps } from './agentSteps.ts';
import { besidePageSteps } from './besidePageSteps.ts';
import { costSteps } from './costSteps.ts';
import { editorSteps } from './harness.ts';
import { historySteps } from './historySteps.ts';
import { hostileSteps } from './hostileSteps.ts';
import { pathMappingSteps } from './pathMappingSteps.ts';
import { profileFileSteps } from './profileFileSteps.ts';
import { ProfilesView } from './profilesView.ts';
import { refSteps } from './refSteps.ts';
import { serverSteps } from './serverSteps.ts';
import { parseLine } from './shopProfile.ts';

const testFile = 'shop_test.go';
const handlerFile = 'shop.go';
/** Lines of shop_test.go and of shop.go before the edit, from 1. */
const benchmarkLine = 40;
const executeLine = 53;

/** The handler with its templates parsed once, as a user would write it. */
function parsedOnce(source: string): string {
  const edits: readonly [string, string][] = [
    ['\t"slices"\n', '\t"slices"\n\t"sync"\n'],
    [
      '\tProducts []Product\n}\n\n// ServeHTTP',
      '\tProducts []Product\n\n\tparse sync.Once\n\tviews *template.Template\n\terr   error\n}\n\n// ServeHTTP',
    ],
    [
      '\tviews, err := template.ParseFiles(\n',
      '\ts.parse.Do(s.parseViews)\n\tif s.err != nil {\n\t\thttp.Error(w, "the page has a mistake", http.StatusInternalServerError)\n\t\treturn\n\t}\n',
    ],
    [/\t\tfilepath.Join\(s.Views, "layout.html"\),\n.*?\n\t}\n(?=\tpage :=)/s.exec(source)?.[0] ?? '', ''],
    ['views.ExecuteTemplate(', 's.views.ExecuteTemplate('],
  ];
  let edited = source;
  for (const [from, to] of edits) {
    assert.ok(from !== '' && edited.includes(from), `${handlerFile} has ${JSON.stringify(from)}`);
    edited = edited.replace(from, to);
  }
  return `${edited}
func (s *Shop) parseViews() {
	s.views, s.err = template.ParseFiles(
		filepath.Join(s.Views, "layout.html"),
		filepath.Join(s.Views, "components.html"),
		filepath.Join(s.Views, "forms.html"),
		filepath.Join(s.Views, "catalogue.html"),
	)
}
`;
}

describe('profile files, a story of templates that were parsed on every request, servers and agents', () => {
  const step = editorSteps({
    name: 'story',
    module: 'template',
    theme: 'dark',
    untrusted: true,
    // A number of operations: in half a second of a busy machine, a line may have no sample.
    settings: { 'pprofLens.benchtime': '3000x', 'pprofLens.count': 4 },
  });

  profileFileSteps(step);
  pathMappingSteps(step);
  besidePageSteps(step);

  let filesBefore: readonly string[] = [];
  step('the story begins, with no file open', async (editor) => {
    await editor.closeAllEditors();
    filesBefore = editor.workspaceFiles();
  });
  costSteps(step);

  step('after an edit, costs move with their lines', async (editor) => {
    // Both lines are in view.
    await editor.openFile(`${handlerFile}:45`);
    const costs = () => editor.annotations(handlerFile);
    const before = await eventually('costs in shop.go', async () => {
      const shown = await costs();
      return shown.has(parseLine) && shown.has(executeLine) && shown;
    });
    // Step by step: both stay in view.
    for (let line = 45; line >= parseLine; line--) await editor.page.keyboard.press('ArrowUp');
    await editor.cursorAt(parseLine - 1);
    await editor.page.keyboard.press('End');
    await editor.page.keyboard.type('\n// A comment.');
    const moved = await eventually('the cost one line down', async () => {
      const shown = await costs();
      return shown.has(parseLine + 1) && !shown.has(parseLine) && shown;
    });
    assert.equal(moved.get(parseLine + 1), before.get(parseLine));
    assert.equal(moved.get(executeLine + 1), before.get(executeLine));
    // It was so while only a part of the comment was there.
    await eventually('no change', async () => !/code changed/.test(await editor.statusBar()));
  });

  step(
    'a changed line says what it cost, the others of its function fade, and the lens says why',
    async (editor) => {
      const [parse, execute] = [parseLine + 1, executeLine + 1];
      for (let line = parse; line <= execute; line++) await editor.page.keyboard.press('ArrowDown');
      await editor.cursorAt(execute);
      await editor.page.keyboard.press('Home');
      await editor.page.keyboard.press('Control+ArrowRight');
      await editor.page.keyboard.type(' true &&');
      const at = async (line: number) => (await editor.annotations(handlerFile)).get(line) ?? '';
      await eventually('what it cost', async () => /^was [\d.~]/.test(await at(execute)));
      await eventually('the other cost', async () => /\/op/.test(await at(parse)));
      assert.match(
        await editor.hover(handlerFile, parse, 'ParseFiles'),
        /Measured at [\d:]+, before Shop\.ServeHTTP changed\./,
      );
      await editor.openFile(`${testFile}:${benchmarkLine}`);
      await editor.lens(testFile, 'code changed').first().waitFor();
      await editor.statusBarSays(/code changed/);
      await editor.screenshot('changed');
    },
  );

  step('after undo the result is current again', async (editor) => {
    await editor.openFile(handlerFile);
    await eventually('the text of before', async () => {
      await editor.page.keyboard.press('Control+z');
      return !/code changed/.test(await editor.statusBar());
    });
    await editor.runCommand('File: Revert File');
    await editor.openFile(`${testFile}:${benchmarkLine}`);
    await eventually('no lens says so', async () => {
      // Until the server has answered, the editor shows what lenses said before, without links.
      const isAnswered = (await editor.code(testFile).locator('.codelens-decoration a').count()) > 0;
      return isAnswered && (await editor.lens(testFile, 'code changed').count()) === 0;
    });
  });

  step(
    'after the edit, the next run says in the lens what it did, and that it is no chance',
    async (editor) => {
      const file = join(editor.workspace, handlerFile);
      writeFileSync(file, parsedOnce(readFileSync(file, 'utf8')));
      // It takes a tenth of the time now, and its lines need samples, too.
      await editor.setInWorkspace({ benchtime: '20000x' });
      await editor.openFile(`${testFile}:${benchmarkLine}`);
      await editor.profileAgain(testFile);
      const lens = await editor.settled(testFile, /−/);
      assert.match((await lens.textContent()) ?? '', /^\s*[\d.]+ ?[nµm]s(?: CPU)?\/op −\d+%/);
      const title = (await lens.getAttribute('title')) ?? '';
      assert.match(
        title,
        /[\d.]+ ?[nµm]s → [\d.]+ ?[nµm]s(?: CPU)?\/op.*−\d+% \(p[=<]0\.\d{3} n=[\d+]+(?:, CPU time)?\)/,
      );
      const [, percent] = /−(\d+)%/.exec(title) ?? [];
      assert.ok(Number(percent) > 30, `parsing was most of it: ${title}`);
      const [, p] = /p[=<](0\.\d+)/.exec(title) ?? [];
      assert.ok(Number(p) < 0.05, title);
      // The timings come first, the profiles after them.
      await eventually(
        'the end of the run',
        async () => !(await editor.notifications()).some((text) => /Profiling/.test(text)),
        240_000,
      );
      rmSync(join(editor.workspace, '.vscode'), { recursive: true });
      await editor.screenshot('1-improved-lens');
    },
  );

  step('lens, status bar and Profiles keep their words and say the same change', async (editor) => {
    const lens = (await editor.result(testFile).first().textContent()) ?? '';
    // Behind its icon.
    assert.match(
      (await editor.lens(testFile, 'profile again').first().textContent()) ?? '',
      /^\s+profile again$/,
    );
    const [change = 'no change'] = /−\d+%/.exec(lens) ?? [];
    await eventually(`${change} in the status bar`, async () => (await editor.statusBar()).includes(change));
    const view = await ProfilesView.open(editor);
    const [value = 'no time'] = /[\d.]+ ?[nµm]?s(?: CPU)?\/op/.exec(lens) ?? [];
    await view.run(0).filter({ hasText: change }).filter({ hasText: value }).waitFor();
    await editor.openFile(`${testFile}:${benchmarkLine}`);
  });

  step('the hover of the benchmark has every metric, before and after', async (editor) => {
    const text = await editor.hover(testFile, benchmarkLine, 'BenchmarkCatalogue');
    await editor.screenshotAsIs('2-comparison-hover');
    assert.match(text, /B\/op/);
    assert.match(text, /allocs\/op/);
    assert.match(text, /p[=<]0\.\d{3}/);
    await editor.page.keyboard.press('Escape');
  });

  step('the lines show what they cost now', async (editor) => {
    await editor.openFile(`${handlerFile}:45`);
    const source = readFileSync(join(editor.workspace, handlerFile), 'utf8').split('\n');
    const movedLine = source.findIndex((line) => line.includes('ExecuteTemplate')) + 1;
    const lines = await eventually('the cost of executing', async () => {
      const shown = await editor.annotations(handlerFile);
      return shown.has(movedLine) && shown;
    });
    await editor.screenshot('3-lines-after');
    assert.match(lines.get(movedLine) ?? '', /\/op/);
  });

  historySteps(step);

  step('the workspace holds what it held before', async (editor) => {
    assert.deepEqual(editor.workspaceFiles(), filesBefore);
  });

  refSteps(step);
  hostileSteps(step);
  serverSteps(step);
  agentSteps(step);
});
