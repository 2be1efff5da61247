/** A profile of another machine, whose folder is called otherwise there: the user says where its files are. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { testFolder } from '../testFolder.ts';
import { openTab } from '../webview/openTab.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Editor, Step } from './harness.ts';
import { cpuSamples, handler, parseLine, shopProfile, source, write } from './shopProfile.ts';

/** In a trusted window with the shop. What is mapped is taken back afterwards. */
export function pathMappingSteps(step: Step): void {
  const outside = testFolder();

  step(
    'a file of a profile that is not found is mapped from the page, and its lines show costs',
    async (editor) => {
      const ended = await openProfileOf(editor, 'ci.pprof', '/ci/7f3a');
      const hover = await editor.hover(source, parseLine, 'ParseFiles');
      assert.match(
        hover,
        /The profile has a cost on this line of \/ci\/7f3a\/shop\.go, which may be this file.*Map this path…/,
      );
      await editor.screenshotAsIs('map-1-hover');
      const page = await editor.pageOf('ci.pprof');
      await openTab(page.frame, 'Source');
      await page.frame.getByText(handler).first().click();
      const map = page.frame.getByRole('button', { name: 'Map this path…' });
      await map.first().waitFor();
      await editor.screenshotAsIs('map-2-source');
      await map.first().click();
      await titled(editor, 'Map This Path').waitFor();
      await editor.screenshotAsIs('map-3-candidates');
      await editor.choose(source);
      await mapped(editor, '/ci/7f3a', `$\{workspaceFolder}`);
      await eventually('a cost', async () => (await editor.annotations(source)).get(parseLine));
      await sourceInPage(page);
      await editor.screenshotAsIs('map-4-mapped');
      await ended();
    },
  );

  step(
    'from the message it is mapped to a file outside of the workspace, which opens with its costs',
    async (editor) => {
      const there = 'elsewhere/shop/shop.go';
      copyTo(editor, join(outside, there));
      const ended = await openProfileOf(editor, 'ci-file.pprof', '/build/shop');
      await mapFromMessage(editor, 'ci-file.pprof', 'Choose a File…');
      await titled(editor, 'The file /build/shop/shop.go').waitFor();
      await editor.screenshotAsIs('map-file-1-dialog');
      await give(editor, 'The file /build/shop/shop.go', join(outside, there));
      await mapped(editor, '/build', join(outside, 'elsewhere'));
      await costsIn(editor, there);
      await editor.screenshotAsIs('map-file-2-mapped');
      await ended();
      await forgetOpened(editor);
    },
  );

  step('a folder is searched for it, and one without it is said to have none', async (editor) => {
    const there = 'checkout/deep/shop.go';
    copyTo(editor, join(outside, there));
    mkdirSync(join(outside, 'empty'));
    const ended = await openProfileOf(editor, 'ci-folder.pprof', '/build/7');
    await mapFromMessage(editor, 'ci-folder.pprof', 'Choose a Folder…');
    await titled(editor, 'The folder with shop.go').waitFor();
    await editor.screenshotAsIs('map-folder-1-dialog');
    await give(editor, 'The folder with shop.go', join(outside, 'empty'));
    await editor.notification(/There is no shop\.go in .*empty\./);
    await editor.screenshotAsIs('map-folder-2-none');
    const page = await editor.pageOf('ci-folder.pprof');
    await openTab(page.frame, 'Source');
    await page.frame.getByText(handler).first().click();
    await page.frame.getByRole('button', { name: 'Map this path…' }).first().click();
    await editor.choose('Choose a Folder…');
    await give(editor, 'The folder with shop.go', join(outside, 'checkout'));
    await mapped(editor, '/build/7', join(outside, 'checkout/deep'));
    await sourceInPage(page);
    await page.frame.getByRole('button', { name: `Line ${parseLine}: open in the editor` }).click();
    await costsIn(editor, there);
    await editor.screenshotAsIs('map-folder-3-mapped');
    await ended();
    await forgetOpened(editor);
  });
}

/** Opens a profile of the shop in a folder that is not here. What it returns removes it, and what was mapped. */
async function openProfileOf(editor: Editor, name: string, folder: string): Promise<() => Promise<void>> {
  const settings = settingsOf(editor);
  const before = existsSync(settings) ? readFileSync(settings, 'utf8') : null;
  write(editor, name, shopProfile({ workspace: folder }, 'cpu/nanoseconds', cpuSamples));
  await editor.openFile(`${source}:${parseLine}`);
  await editor.openProfileAside(name);
  await missingToast(editor, name).waitFor();
  return async () => {
    if (before === null) rmSync(settings);
    else write(editor, join('.vscode', 'settings.json'), before);
    rmSync(join(editor.workspace, name));
    await editor.closeAllEditors();
  };
}

/** Quick open lists what was open, and would have the file of the other folder first. */
async function forgetOpened(editor: Editor): Promise<void> {
  await editor.runCommand('Clear Editor History');
  await editor.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Clear' }).click();
}

/** The text comes when the server knows the mapping: a line that is clicked before leads nowhere. */
async function sourceInPage({ frame }: FlameGraph): Promise<void> {
  await frame.locator('.listing-text', { hasText: 'template.ParseFiles(' }).waitFor();
}

/** Of each file once. */
function missingToast({ page }: Editor, name: string): Locator {
  const said = `${name}: 1 of 1 files of this profile were not found here`;
  return page.locator('.notification-toast', { hasText: said });
}

async function mapFromMessage(editor: Editor, name: string, entry: string): Promise<void> {
  await missingToast(editor, name).locator('.monaco-button', { hasText: 'Map This Path…' }).click();
  await titled(editor, 'Map This Path').waitFor();
  await editor.choose(entry);
}

/**
 * Into the dialog for a file or folder. The dialog overwrites what is typed before its first list is there, and
 * takes an entry of the list that it shows: so it is taken once that is the list of its own folder.
 */
async function give(editor: Editor, title: string, place: string): Promise<void> {
  const isFile = !statSync(place).isDirectory();
  const folder = isFile ? dirname(place) : place;
  const there = readdirSync(folder, { withFileTypes: true }).filter((one) => isFile || one.isDirectory());
  const labels = ['..', ...there.map(({ name }) => name)].join();
  const listed = editor.page.locator('.quick-input-list .monaco-list-row .label-name');
  await titled(editor, title).waitFor();
  await listed.getByText('..', { exact: true }).waitFor();
  await eventually(`${labels} in the dialog`, async () => {
    if ((await listed.allInnerTexts()).join() === labels) return true;
    await editor.narrow(`${folder}/`);
    return false;
  });
  if (isFile) return editor.choose(basename(place));
  await editor.page.locator('.quick-input-widget .monaco-button', { hasText: 'Map' }).click();
  await titled(editor, title).waitFor({ state: 'hidden' });
}

function titled({ page }: Editor, title: string): Locator {
  return page.locator('.quick-input-title', { hasText: title });
}

function settingsOf({ workspace }: Editor): string {
  return join(workspace, '.vscode', 'settings.json');
}

async function mapped(editor: Editor, from: string, to: string): Promise<void> {
  const entry = `${JSON.stringify(from)}: ${JSON.stringify(to)}`;
  const settings = settingsOf(editor);
  await eventually(`${entry} in the settings`, async () =>
    existsSync(settings) ? readFileSync(settings, 'utf8').includes(entry) : false,
  );
}

async function costsIn(editor: Editor, file: string): Promise<void> {
  await eventually(`${file} opened`, async () => (await editor.code(file).count()) > 0);
  await editor.goToLine(parseLine);
  const cost = await eventually('a cost', async () => (await editor.annotations(file)).get(parseLine));
  assert.match(cost, /600ms.*60%/);
}

function copyTo({ workspace }: Editor, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join(workspace, source), file);
}
