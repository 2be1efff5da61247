/**
 * `npm run pictures`: takes the pictures of the README and of the walkthrough anew, in the real editor with its default
 * settings (minimap on, the page open), of the module test/workspace/rank. It waits for what the editor does, not for
 * texts of ours, so it need not change with them.
 *
 *   npm run pictures                 all, into media/
 *   npm run pictures -- --out=DIR    all, into another folder
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { property } from '../../src/base/outsideValues.ts';
import { eventually } from '../eventually.ts';
import { testFolder } from '../testFolder.ts';
import { Animation } from './animation.ts';
import { chromiumArguments, installChromium } from './chromium.ts';
import { filesBelow } from './files.ts';
import { FlameGraph } from './flameGraph.ts';
import { repository } from './install.ts';
import { commit, compareOverLayouts, edit, settleInTurns } from './pictureComparisons.ts';
import { startServer } from './server.ts';
import { smallerPng } from './smallerPng.ts';
import { exitWith } from './system.ts';
import { packagedExtension } from './vsix.ts';
import { Workbench } from './workbench.ts';

const size = { width: 1280, height: 800 };
/** As on a good screen. */
const pixelsPerPoint = 2;
/** The walkthrough shows pictures no wider than this. */
const walkthroughWidth = 700;
const pictureThemes = ['dark', 'light'] as const;
const source = 'index.go';
const testFile = 'index_test.go';

interface Studio {
  readonly editor: Workbench;
  readonly workspace: string;
  readonly dataFolder: string;
  /** The pictures are written here. */
  readonly out: string;
}

try {
  await takePictures(outFolder(process.argv.slice(2)));
} catch (error) {
  exitWith(error);
}

function outFolder(args: readonly string[]): string {
  const given = args.find((arg) => arg.startsWith('--out='))?.slice('--out='.length);
  return given === undefined ? join(repository, 'media') : resolve(given);
}

async function takePictures(out: string): Promise<void> {
  const build = spawnSync(process.execPath, ['esbuild.mjs', '--production'], {
    cwd: repository,
    stdio: 'ignore',
  });
  if (build.status !== 0) throw new Error('The build failed; node esbuild.mjs says where.');
  const root = testFolder();
  const workspace = join(root, 'rank');
  const dataFolder = join(root, 'data');
  cpSync(join(repository, 'test', 'workspace', 'rank'), workspace, { recursive: true });
  const server = await startServer({
    dataFolder,
    settings: { 'workbench.colorTheme': 'Dark Modern' },
    vsix: packagedExtension(),
    env: { EXTENSIONS_GALLERY: '{}' },
  });
  const browser = await chromium.launch({ executablePath: installChromium(), args: [...chromiumArguments] });
  try {
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: pixelsPerPoint });
    page.setDefaultTimeout(60_000);
    await page.goto(server.address({ folder: workspace }));
    await page.locator('.monaco-workbench').waitFor();
    await page.locator('.part.statusbar').waitFor();
    mkdirSync(join(out, 'walkthrough'), { recursive: true });
    await story({ editor: new Workbench(page), workspace, dataFolder, out });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a user does, with the pictures on the way. */
async function story(studio: Studio): Promise<void> {
  const { editor, out } = studio;
  const { page } = editor;
  const benchmark = `${testFile}:${lineOf(studio, testFile, 'b.ReportAllocs')}`;
  await editor.openFile(benchmark);
  await page.locator('.codelens-decoration a').locator('visible=true').first().waitFor();
  await inBothThemes(studio, 'profile', () => aroundCursor(page));
  const animation = new Animation(page);
  await animation.take(2);
  await profile(studio, async () => {
    await editor.lens(testFile, 'cancel').first().waitFor();
    await animation.take(1);
  });
  await editor.flameGraph();
  await take(page, join(out, 'screenshot-lens.png'), await aroundCursor(page));

  const hotLine = lineOf(studio, source, 'scores[each.document] +=');
  await editor.openFile(`${source}:${hotLine}`);
  await gutterMarks(page).first().waitFor();
  await inBothThemes(studio, 'lines', () => aroundCursor(page));
  await take(page, join(out, 'screenshot.png'));
  await animation.take(4);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
  await take(page, join(out, 'screenshot-hover.png'), await hoverAndLine(page));
  await page.keyboard.press('Escape');
  await inBothThemes(studio, 'flame-graph', () => boxOf(page.locator('.part.panel')));

  await editor.runCommand('View: Hide Panel');
  await page.locator('.part.panel').waitFor({ state: 'hidden' });
  await editor.runCommand(title('command.openInEditor'));
  const { frame } = await editor.flameGraph();
  await showCard(page, frame);
  await take(page, join(out, 'screenshot-flame.png'), await group(page, 0));
  await page.mouse.move(5, 5);
  await frame.locator('#tab-source').click();
  await frame.locator('#view [role="row"], #view tr').nth(5).waitFor();
  await take(page, join(out, 'screenshot-source.png'), await group(page, 0));

  const [kept] = profilesOf(studio);
  if (kept === undefined) throw new Error('The runs have left no profile.');
  copyFileSync(join(studio.dataFolder, kept), join(studio.workspace, 'pprof.service.cpu.001.pb.gz'));
  await editor.runCommand('View: Close All Editors');
  await editor.openFile(`${source}:${hotLine}`);
  await page.locator('.explorer-viewlet .monaco-list-row', { hasText: '.pb.gz' }).first().dblclick();
  await editor.pageOf('pprof.service.cpu.001.pb.gz');
  await editor.runCommand('View: Move Editor into Right Group');
  await gutterMarks(page).first().waitFor();
  await inBothThemes(studio, 'elsewhere', () => bothGroups(page));
  await editor.runCommand('View: Close All Editors');

  rmSync(join(studio.workspace, 'pprof.service.cpu.001.pb.gz'));
  commit(studio.workspace);
  await editor.openFile(benchmark);
  await editor.lens(testFile, 'flame graph').first().click();
  await editor.flameGraph();
  edit(join(studio.workspace, source));
  await editor.openFile(`${source}:${hotLine}`);
  await animation.take(2);
  await editor.openFile(benchmark);
  await profile(studio);
  await settleInTurns(editor, testFile);
  await animation.take(4);
  await editor.openFile(`${source}:${hotLine}`);
  await animation.take(3);
  await editor.changeTheme('light');
  await animation.take(3);
  await editor.changeTheme('dark');
  animation.write(join(out, 'screenshot-tour.png'));
  await editor.openFile(benchmark);
  await inBothThemes(studio, 'change', () => aroundCursor(page));
  await compareOverLayouts(editor, testFile);
  await editor.openFile(`${testFile}:${lineOf(studio, testFile, 'func BenchmarkSearch')}`);
  // Into the benchmark's name.
  for (const key of ['Home', 'Control+ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
  await take(page, join(out, 'screenshot-layouts.png'), await hoverAndLine(page));
}

/** Profiles the benchmark at the cursor, and waits for the end. */
async function profile(studio: Studio, meanwhile = async () => {}): Promise<void> {
  const { editor } = studio;
  const before = profilesOf(studio).length;
  await editor.runCommand(title('command.profileBenchmark'));
  await meanwhile();
  await eventually('the profiles', async () => profilesOf(studio).length >= before + 2, 180_000);
  const toasts = editor.page.locator('.notification-toast');
  await eventually('the end of the run', async () => (await toasts.count()) === 0);
}

/** Takes a picture of the walkthrough in each of its themes, and comes back to the first. */
async function inBothThemes({ editor, out }: Studio, name: string, clip: () => Promise<Clip>): Promise<void> {
  for (const theme of pictureThemes) {
    if (theme !== pictureThemes[0]) await editor.changeTheme(theme);
    await take(editor.page, join(out, 'walkthrough', `${name}-${theme}.png`), await clip(), 'walkthrough');
  }
  await editor.changeTheme(pictureThemes[0]);
}

type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/** Writes a picture, once what moves has come to rest. */
async function take(
  page: Page,
  path: string,
  clip?: Clip,
  place: 'readme' | 'walkthrough' = 'readme',
): Promise<void> {
  // The package that users install holds the walkthrough: no more pixels than can be seen.
  const isReduced = place === 'walkthrough' && (clip?.width ?? 0) > walkthroughWidth;
  await sleep(1200);
  const picture = await page.screenshot({
    scale: isReduced ? 'css' : 'device',
    caret: 'hide',
    ...(clip === undefined ? {} : { clip }),
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, smallerPng(picture));
  console.log(
    `${Math.round(statSync(path).size / 1000)
      .toString()
      .padStart(5)} kB  ${path}`,
  );
}

/** The marks that our extension draws beside line numbers. */
function gutterMarks(page: Page): Locator {
  return page.locator(
    '.monaco-editor .glyph-margin-widgets [class*="ced-"], .margin-view-overlays [class*="ced-"]',
  );
}

/** The group of editors with this number, from the left. */
function group(page: Page, number: number): Promise<Clip> {
  return boxOf(page.locator('.editor-group-container').nth(number));
}

async function boxOf(part: Locator): Promise<Clip> {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`There is no ${part}.`);
  return box;
}

/** The code and the page beside it. */
async function bothGroups(page: Page): Promise<Clip> {
  const [left, right] = [await group(page, 0), await group(page, 1)];
  return { ...left, width: right.x + right.width - left.x };
}

/** A part of the first group around the line of the cursor: what can be read at the size of the walkthrough's pictures. */
async function aroundCursor(page: Page): Promise<Clip> {
  const { x, y, width, height } = await group(page, 0);
  const line = await page.locator('.monaco-editor .current-line').first().boundingBox();
  const middle = line === null ? y + height / 2 : line.y;
  const part = { width: Math.min(width, 680), height: 340 };
  return { x, y: Math.max(y, Math.min(middle - part.height / 2, y + height - part.height)), ...part };
}

/** The hover that opens at the cursor, with the cursor's line. */
async function hoverAndLine(page: Page): Promise<Clip> {
  const hover = page.locator('.monaco-resizable-hover, .monaco-hover:not(.hidden)').first();
  await hover.waitFor();
  await sleep(1000);
  const box = await hover.boundingBox();
  const line = await page.locator('.monaco-editor .current-line').first().boundingBox();
  if (box === null || line === null) throw new Error('No hover has opened.');
  const left = (await group(page, 0)).x;
  const y = Math.min(box.y, line.y) - 8;
  const bottom = Math.max(box.y + box.height, line.y + line.height) + 8;
  return { x: left, y, width: box.x + box.width + 8 - left, height: bottom - y };
}

/** The profiles that the extension keeps, CPU first. */
function profilesOf({ dataFolder }: Studio): string[] {
  return filesBelow(dataFolder)
    .filter((file) => /\/Benchmark[^/]*\.pprof$/.test(file))
    .sort((a, b) => Number(b.includes('cpu')) - Number(a.includes('cpu')));
}

/** Rests the mouse on a frame of our own code, until its card is there. */
async function showCard(page: Page, frame: Frame): Promise<void> {
  const canvas = await frame.locator('canvas').first().boundingBox();
  const drawn = await new FlameGraph(frame).frames();
  const wanted = drawn.find(({ name }) => name.endsWith('.Rank')) ?? drawn.at(-1);
  if (canvas === null || wanted === undefined) throw new Error('The flame graph is not drawn.');
  const x = canvas.x + (wanted.x + wanted.width / 3) * canvas.width;
  const ownName = wanted.name.split('/').at(-1) ?? wanted.name;
  for (let y = canvas.y + 4; y < canvas.y + canvas.height; y += 6) {
    await page.mouse.move(x, y);
    await sleep(150);
    if (await frame.locator('.hover-card', { hasText: ownName }).isVisible()) return;
  }
}

/** The first line (1-based) of a file of the module that has the text. */
function lineOf({ workspace }: Studio, file: string, text: string): number {
  const lines = readFileSync(join(workspace, file), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(text)) + 1;
  if (line === 0) throw new Error(`${file} has no line with ${text}`);
  return line;
}

/** The title of a command in the palette. */
function title(key: string): string {
  const texts: unknown = JSON.parse(readFileSync(join(repository, 'package.nls.json'), 'utf8'));
  return `pprof Lens: ${String(property(texts, key))}`;
}
