/**
 * A profile and a repository whose names are made to be links, icons and elements: in lenses, hovers, messages, lists and the
 * tree of a real editor they are seen as they are, and no link is there but ours.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually, eventuallyHolds } from '../eventually.ts';
import type { ProfileSpec } from '../pprof/builder.ts';
import { bytesWithText } from '../pprof/hostileNames.ts';
import type { Editor, Step } from './harness.ts';
import { repository } from './install.ts';
import { ProfilesView } from './profilesView.ts';
import { handler, parseLine, source, write } from './shopProfile.ts';

const closing = '[x](command:workbench.action.closeWindow)';
const running = 'shop.Total\n\n[Show](command:pprofLens.server.run?%5B%5D)';
const element = '<img src=x onerror=document.title=1>';
const hostile = `$(trash) ${closing} ${running} ${element} ![p](https://x.example/p.png) https://x.example`;

const testFile = 'hostile_test.go';
/** A name that `go test` prints as it is: it would write spaces and line ends in another way. */
const sub = `$(trash)${closing}<img>`;
const benchmark = `package shop

import "testing"

func BenchmarkHostile(b *testing.B) {
	b.Run(${JSON.stringify(sub)}, func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			lengthOf(hostileTags)
		}
		b.ReportMetric(1, ${JSON.stringify(`$(trash)${closing}`)})
	})
}

var hostileTags = make([]string, 1000)

func lengthOf(tags []string) (n int) {
	for _, tag := range tags {
		n += len(tag)
	}
	return n
}
`;

/** `HOSTILE` stands for the name: of functions that call the handler and are called by it, and of sample types. */
function spec(folder: string, files: (file: string) => string = (file) => file): ProfileSpec {
  const file = files(`${folder}/${source}`);
  return {
    sampleTypes: ['HOSTILE/HOSTILE', 'samples/count', 'cpu/nanoseconds'],
    defaultSampleType: 'HOSTILE',
    samples: [
      {
        values: [60, 60, 60e7],
        stack: ['HOSTILE.Leaf /HOSTILE/x.go:3', `${handler} ${file}:${parseLine}`, 'HOSTILE.Caller'],
      },
    ],
  };
}

/** Fails where a part of the window has a link that is none of our commands, or an icon or element that a name has made. */
async function assertPlain(place: string, part: Locator): Promise<void> {
  await part.first().waitFor({ state: 'attached' });
  const found = await part.evaluateAll((roots) =>
    roots.map((root) => ({
      text: root.textContent ?? '',
      links: [...root.querySelectorAll('a')].map(
        (link) => link.getAttribute('data-href') ?? link.getAttribute('href') ?? '',
      ),
      made: root.querySelectorAll('img, .codicon-trash').length,
    })),
  );
  for (const { text, links, made } of found) {
    for (const link of links)
      assert.match(link, /^(command:pprofLens\.|file:\/\/\/|vscode-remote:|#|$)/, place);
    assert.ok(!links.some((link) => /closeWindow|x\.example/.test(link)), place);
    assert.equal(made, 0, `${place}: ${text}`);
  }
}

/** The same, where the name must be seen as it is. */
async function assertNamed(place: string, part: Locator): Promise<void> {
  await eventuallyHolds(async () => {
    const text = (await part.allTextContents()).join('\n').replace(/[\u2060\s]/g, '');
    assert.ok(text.includes('$(trash)') || text.includes('trash'), `${place}: ${text}`);
    assert.ok(text.includes('(command:workbench.action.closeWindow)'), `${place}: ${text}`);
  });
  await assertPlain(place, part);
}

const quickPick = (editor: Editor) => editor.page.locator('.quick-input-widget .quick-input-list');

/** In any theme, and with any change of the shop's source. */
export function hostileSteps(step: Step): void {
  let filesBefore: readonly string[] = [];

  step('in the hover, the lines, the status bar and the page of a profile', async (editor) => {
    await editor.closeAllEditors();
    await editor.setInWorkspace({ kinds: ['cpu'], count: 1, benchtime: '100x' });
    cpSync(join(repository, 'test/workspace/template', source), join(editor.workspace, source));
    filesBefore = editor.workspaceFiles();
    write(editor, 'hostile.pprof', bytesWithText(spec(editor.workspace), 'HOSTILE', hostile));
    await editor.openFile(`${source}:${parseLine}`);
    await editor.openProfileAside('hostile.pprof');
    const page = await editor.pageOf('hostile.pprof');
    assert.equal(await page.frame.locator('img, a[href^="command:"], a[href*="x.example"]').count(), 0);
    await eventually('a cost', async () => (await editor.annotations(source)).get(parseLine));
    await editor.hover(source, parseLine, 'ParseFiles');
    await assertNamed('the hover', editor.page.locator('.monaco-hover-content'));
    await editor.screenshotAsIs('1-hover');
    await assertPlain('the status bar', editor.page.locator('.part.statusbar .statusbar-item[id*="pprof"]'));
    await editor.screenshot('2-page');
  });

  step('in the lists of costs and of hot lines', async (editor) => {
    await editor.focusFirstGroup();
    await editor.runCommand('pprof Lens: List Hot Lines…');
    // The palette's own list is still there for a moment.
    await editor.page.locator('.quick-input-title', { hasText: 'Hot Lines' }).waitFor();
    await quickPick(editor).locator('.monaco-list-row', { hasText: 'shop.go' }).first().waitFor();
    await assertPlain('the hot lines', quickPick(editor));
    await editor.screenshot('3-hot-lines');
    await editor.page.keyboard.press('Escape');
    await editor.runCommand('pprof Lens: Switch Profile…');
    await editor.page.locator('.quick-input-title', { hasText: 'Show Costs of' }).waitFor();
    await quickPick(editor).locator('.monaco-list-row', { hasText: 'hostile.pprof' }).first().waitFor();
    await assertNamed('the costs', quickPick(editor));
    await editor.screenshot('4-costs');
    await editor.page.keyboard.press('Escape');
  });

  step('in a message', async (editor) => {
    const elsewhere = (file: string) => `/build/HOSTILE${file}`;
    const one = spec(editor.workspace, elsewhere);
    const two = spec(editor.workspace, (file) => `/other/HOSTILE${file}`);
    const both = { ...one, samples: [...one.samples, ...two.samples] };
    write(editor, 'ambiguous.pprof', bytesWithText(both, 'HOSTILE', hostile.replaceAll('/', '|')));
    await editor.openProfile('ambiguous.pprof');
    const message = editor.page.locator('.notification-toast .notification-list-item-message');
    const ofFiles = message.filter({ hasText: 'several files that could be' });
    await ofFiles.waitFor();
    await assertNamed('the message', ofFiles);
    assert.equal(await message.filter({ hasText: 'not found here' }).count(), 0, 'what fits is not missing');
    await editor.screenshot('5-message');
  });

  step('in lenses, progress and the tree of a benchmark', async (editor) => {
    write(editor, testFile, benchmark);
    await editor.openFile(testFile);
    await editor.clickLens(testFile, 'profile BenchmarkHostile');
    await editor.result(testFile).first().waitFor();
    await eventually('the end', async () => (await editor.lens(testFile, 'cancel').count()) === 0);
    const lenses = editor.code(testFile).locator('.codelens-decoration');
    await assertPlain('the lenses', lenses);
    await editor.screenshot('6-lenses');
    const view = await ProfilesView.open(editor);
    const row = view.pane.locator('.monaco-list-row', { hasText: 'trash' }).first();
    await row.waitFor();
    await assertNamed('the tree', view.pane.locator('.monaco-list'));
    await editor.rest(row, editor.page.locator('.monaco-hover:visible').first());
    await assertPlain('the tooltip', editor.page.locator('.monaco-hover'));
    await editor.screenshotAsIs('7-tree');
    await editor.openFile(`${testFile}:5`);
    await editor.hover(testFile, 5, 'BenchmarkHostile');
    await assertPlain('the hover of the benchmark', editor.page.locator('.monaco-hover-content'));
    await editor.screenshotAsIs('8-benchmark-hover');
  });

  step('nothing has been closed, run or written', async (editor) => {
    assert.equal(await editor.page.locator('.monaco-workbench').count(), 1);
    assert.deepEqual(
      editor.workspaceFiles().filter((file) => !filesBefore.includes(file)),
      ['ambiguous.pprof', testFile, 'hostile.pprof'].sort(),
    );
  });
}
