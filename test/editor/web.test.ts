/** VS Code for the Web: no machine, no Go, files of some file system. One window for all of it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Browser, chromium, type Locator } from 'playwright-core';
import { eventually, eventuallyHolds } from '../eventually.ts';
import { testFolder } from '../testFolder.ts';
import { openTab } from '../webview/openTab.ts';
import { installChromium, testArguments } from './chromium.ts';
import { repository } from './install.ts';
import { windowSize, withoutAnimations } from './machine.ts';
import {
  containsLine,
  cpuSamples,
  handler,
  parseLine,
  type ShopSample,
  shopProfile,
  source,
  write,
} from './shopProfile.ts';
import { startWebServer } from './webServer.ts';
import { storeSteps } from './webStoreSteps.ts';
import { type Theme, themes, Workbench } from './workbench.ts';

const outFolder = join(repository, 'test/editor/out');

/** Where the program was compiled: a folder of no machine here. */
const compiled = { workspace: '/home/somebody/shop' };
const samplesBefore: readonly ShopSample[] = [[20, cpuSamples[0]![1]], cpuSamples[1]!];

/** The shop, profiles of it, and a recording of another profiler. */
function shopFolder(): string {
  const workspace = join(testFolder(), 'shop');
  mkdirSync(workspace);
  cpSync(join(repository, 'test/workspace/template'), workspace, { recursive: true });
  write({ workspace }, 'cpu.pprof', shopProfile(compiled, 'cpu/nanoseconds', cpuSamples));
  write({ workspace }, 'before.pprof', shopProfile(compiled, 'cpu/nanoseconds', samplesBefore));
  write({ workspace }, 'ci.pprof', shopProfile({ workspace: '/ci/7f3a' }, 'cpu/nanoseconds', cpuSamples));
  write({ workspace }, 'moved.pprof', shopProfile({ workspace: '/moved' }, 'cpu/nanoseconds', cpuSamples));
  write({ workspace }, 'python.folded', 'main;parse 30\nmain;render 70\n');
  write({ workspace }, 'perf.data', 'PERFILE2 and what follows');
  return workspace;
}

test('VS Code for the Web shows profiles, and does not offer what needs programs', async () => {
  const workspace = shopFolder();
  const theme: Theme = process.env.PPROF_LENS_THEME === 'light' ? 'light' : 'dark';
  const server = await startWebServer(workspace, {
    'workbench.colorTheme': themes[theme].id,
    'pprofLens.pathMappings': { '/ci/7f3a': `$\{workspaceFolder}` },
    // The paths of files in the explorer would stand over other files.
    'workbench.hover.delay': 60_000,
  });
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath: installChromium(), args: [...testArguments] });
    const page = await browser.newPage({ viewport: windowSize, reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    await page.addInitScript(withoutAnimations);
    await page.goto(server.address);
    const printed: string[] = [];
    page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => printed.push(`uncaught: ${error.stack ?? error.message}`));
    try {
      await story(new Workbench(page), (name) => picture(page, `web-${theme}-${name}`));
    } catch (error) {
      mkdirSync(outFolder, { recursive: true });
      await page.screenshot({ path: join(outFolder, 'web-failed.png') });
      writeFileSync(join(outFolder, 'web-failed.log'), printed.join('\n'));
      throw error;
    }
  } finally {
    await browser?.close();
    server.stop();
    rmSync(join(workspace, '..'), { recursive: true, force: true });
  }
});

async function picture(page: Workbench['page'], name: string): Promise<void> {
  if (process.env.PPROF_LENS_PICTURES === undefined) return;
  mkdirSync(outFolder, { recursive: true });
  await page.screenshot({ path: join(outFolder, `${name}.png`) });
}

async function story(editor: Workbench, look: (name: string) => Promise<void>): Promise<void> {
  const { page } = editor;
  const row = (name: string): Locator =>
    page.locator('.explorer-folders-view .monaco-list-row').getByText(name, { exact: true });

  // A profile opens as a page, with its sources where the workspace has them. Right after its start, the workbench lists
  // files, but does not know yet what extensions show: a click as quick as ours would find text.
  const text = page.locator('.monaco-editor-pane-placeholder');
  await eventually('a profile that is not opened as text', async () => {
    await row('cpu.pprof').dblclick();
    await text.or(page.locator('iframe.webview')).first().waitFor();
    if (!(await text.isVisible())) return true;
    await page
      .getByRole('tab', { name: 'cpu.pprof' })
      .getByRole('button', { name: /^Close/ })
      .click();
    return false;
  });
  const graph = await editor.pageOf('cpu.pprof');
  assert.ok((await graph.frames()).some(({ name }) => name === handler));
  await look('page');
  await openTab(graph.frame, 'Source');
  await graph.frame.locator('.listing-text', { hasText: 'template.ParseFiles(' }).waitFor();
  await look('source');
  await openTab(graph.frame, 'Top');
  await graph.frame.getByText('html/template.ParseFiles').first().waitFor();

  // Its costs stand beside the lines of the file.
  const openSource = async () => {
    await row(source).dblclick();
    await page.locator(`.monaco-editor.focused[data-uri$="/${source}"]`).waitFor();
    await editor.goToLine(parseLine);
  };
  // What the line showed before may still be there.
  const annotated = (cost: RegExp) =>
    eventually(`${cost} in line ${parseLine}`, async () =>
      cost.test((await editor.annotations(source)).get(parseLine) ?? ''),
    );
  await openSource();
  await annotated(/600ms.*60%$/);
  assert.match(await editor.hover(source, parseLine, 'template'), /600ms[\s\S]*ParseFiles/);
  await look('hover');
  await page.mouse.move(5, 5);
  // The editor learns a moment later what is open.
  await eventuallyHolds(async () => assert.deepEqual(await editor.palette(), offered));
  await editor.runCommand('pprof Lens: Go to Next Hot Line');
  await editor.cursorAt(containsLine);

  // A file is compared with another.
  // The first click takes the file in the editor from what is selected. None opens a page.
  const selected = page.locator('.explorer-folders-view .monaco-list-row.selected');
  await selected.getByText(source, { exact: true }).waitFor();
  for (const each of [source, 'before.pprof', 'cpu.pprof'])
    await row(each).click({ modifiers: ['ControlOrMeta'] });
  await editor.chooseFromMenu(row('cpu.pprof'), 'Compare Profiles');
  await editor.choose('before.pprof');
  const compared = await editor.pageOf('cpu.pprof against before.pprof');
  assert.ok((await compared.frames()).some(({ name, cum }) => name === handler && cum !== 0));
  await look('compared');
  await openSource();
  await annotated(/60%.was.40%/);
  assert.match(await editor.hover(source, parseLine, 'template'), /40% in before\.pprof/);
  await look('compared-lines');
  await page.mouse.move(5, 5);

  // Recordings of other profilers: those that need no programs, and what is said of those that do.
  await row('python.folded').click();
  await editor.chooseFromMenu(row('python.folded'), 'Open Profile');
  const folded = await editor.pageOf('python.folded');
  assert.deepEqual((await folded.frames()).map(({ name }) => name).sort(), [
    'main',
    'parse',
    'render',
    'root',
  ]);
  await row('perf.data').click();
  await editor.chooseFromMenu(row('perf.data'), 'Open Profile');
  await editor.frameWith(/VS Code for the Web runs none/);
  await look('refused');

  // Where the program was compiled in a folder with another name, the user's setting says which one it is here.
  await row('ci.pprof').dblclick();
  await editor.pageOf('ci.pprof');
  await openSource();
  await annotated(/600ms.*60%$/);
  assert.match(await editor.hover(source, parseLine, 'template'), /Show in flame graph of ci\.pprof/);
  await look('mapped');

  // Where nobody has said so, the user is asked.
  await row('moved.pprof').dblclick();
  await editor.pageOf('moved.pprof');
  await openSource();
  await editor.clickInHover(source, parseLine, 'template', 'Map this path…');
  const item = page.locator('.quick-input-list .monaco-list-row');
  await item.filter({ hasText: `/moved → $\{workspaceFolder}` }).waitFor();
  await look('map');
  await editor.choose('Choose a File…');
  await page.locator('.quick-input-title', { hasText: 'The file /moved/shop.go' }).waitFor();
  await look('map-file');
  await editor.choose(source);
  await annotated(/600ms.*60%$/);
  assert.match(await editor.hover(source, parseLine, 'template'), /Show in flame graph of moved\.pprof/);
  await look('map-file-mapped');
  assert.ok(!(await editor.notifications()).some((text) => text.includes('/moved/shop.go')));
  await page.mouse.move(5, 5);

  await storeSteps(editor, look);
}

/** What the palette has while the lines show a profile. Nothing of it runs a program. */
const offered = [
  'Compare Profiles…',
  'Go to Next Hot Line',
  'Go to Previous Hot Line',
  'List Hot Lines…',
  'Merge Profiles…',
  'Open Page in an Editor',
  'Open Profile File…',
  'Profile Production (Pyroscope, Parca)…',
  'Show Callers and Callees',
  'Show Flame Graph',
  'Show Next Kind of Cost (CPU, Memory…)',
  'Show Output',
  'Show in Flame Graph',
  'Show/Hide Costs',
  'Switch Profile…',
];
