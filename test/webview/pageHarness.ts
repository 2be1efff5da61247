import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { firstPicture, firstPicturePixels } from '../../src/analysis/flame/flamePicture.ts';
import { pictureBytes } from '../../src/analysis/flame/pictureFile.ts';
import { type StandalonePage, standalonePage } from '../../src/base/standalonePage.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { installChromium, testArguments } from '../editor/chromium.ts';
import { testFolder } from '../testFolder.ts';
import { openTab } from './openTab.ts';
import { shopProfile } from './realProfiles.ts';

/** The page as it is shipped. */
const shipped = join(import.meta.dirname, '../../dist');

/** Counts the questions to the page's engine that have no answer yet, for `nextPicture`. */
const engineWatch = `{
  const open = new Set();
  globalThis.openEngineQuestions = () => open.size;
  globalThis.Worker = class extends Worker {
    constructor(url) {
      super(url);
      this.addEventListener('error', () => open.clear());
      this.addEventListener('message', ({ data }) => {
        if (data.type !== 'share') open.delete(data.id);
      });
    }
    postMessage(question, ...others) {
      open.add(question.id);
      super.postMessage(question, ...others);
    }
  };
}`;

/** What a page is opened in, and a script that runs in it before anything else does. */
export interface Surroundings extends BrowserContextOptions {
  readonly script?: string;
}

/**
 * Opens standalone pages in a real browser, from a file, like a user who has received one. It collects the problems that
 * the browser reports (exceptions, violations of the content-security policy).
 */
class PageHarness {
  readonly #folder = testFolder();
  #browser: Browser | null = null;
  /** Pages of tests that have ended, by their kind: another document in one costs half of what a new page does. */
  readonly #idle = new Map<string, Page>();
  /** The pages of this test, with their kinds: what cannot be changed in an open page. */
  readonly #inUse = new Map<Page, string>();
  /** Texts of page.js and page.css. */
  readonly bundle = {
    script: readFileSync(join(shipped, 'page.js'), 'utf8'),
    styles: readFileSync(join(shipped, 'page.css'), 'utf8'),
  } as const;
  readonly #complaints: string[] = [];
  #graphviz: Uint8Array | null = null;
  #pages = 0;

  /** The script that draws call graphs, for `StandalonePage.graphviz`. */
  graphviz(): Uint8Array {
    this.#graphviz ??= gzipSync(readFileSync(join(shipped, 'graphviz.js')), { level: 1 });
    return this.#graphviz;
  }

  /** Writes the HTML file of a profile, and returns its address. */
  write(profileBytes: Uint8Array, page: Partial<StandalonePage> = {}): string {
    const file = join(this.#folder, `${this.#pages++}.html`);
    const html = standalonePage({
      title: 'BenchmarkPage · cpu',
      nonce: 'test',
      pageScript: this.bundle.script,
      styles: this.bundle.styles,
      profileBytes,
      ...firstPictureOf(profileBytes, page.sampleType),
      ...page,
    });
    writeFileSync(file, html);
    return pathToFileURL(file).href;
  }

  /** Opens the page of a profile, and waits until the first picture is drawn and the profile is read. */
  async open(
    profileBytes: Uint8Array,
    { page, ...surroundings }: Surroundings & { page?: Partial<StandalonePage> } = {},
  ): Promise<Page> {
    const opened = await this.visit(this.write(profileBytes, page), surroundings);
    await opened.waitForFunction(() =>
      ['pprof-lens:painted', 'pprof-lens:read'].every(
        (mark) => performance.getEntriesByName(mark).length > 0,
      ),
    );
    return opened;
  }

  /** Opens an address in a page of this test's own: a new one, or one that a test with the same surroundings has left. */
  async visit(
    url: string,
    { viewport = { width: 1200, height: 700 }, colorScheme = 'light', ...fixed }: Surroundings = {},
  ): Promise<Page> {
    const kind = JSON.stringify(fixed);
    const idle = this.#idle.get(kind);
    this.#idle.delete(kind);
    const page = idle ?? (await this.#newPage(fixed));
    this.#inUse.set(page, kind);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, contrast: 'no-preference', reducedMotion: 'reduce' });
    // A card would open under it.
    if (idle !== undefined) await page.mouse.move(-10, -10);
    await page.goto(url);
    return page;
  }

  async #newPage({ script, ...options }: Surroundings): Promise<Page> {
    this.#browser ??= await chromium.launch({
      executablePath: installChromium(),
      args: [...testArguments],
    });
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    await page.addInitScript({ content: engineWatch });
    if (script !== undefined) await page.addInitScript({ content: script });
    page.setDefaultTimeout(60_000);
    // It would else be given to the next test.
    page.on('crash', () => void context.close());
    page.on('pageerror', (error) => this.#complaints.push(String(error.stack)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text());
    });
    return page;
  }

  /** The problems that browsers have reported since the last call. */
  complaints(): string[] {
    return this.#complaints.splice(0);
  }

  /** Takes the pages back from a test that has ended. Few stay open. */
  async endTest(): Promise<void> {
    for (const [page, kind] of this.#inUse) {
      if (!page.isClosed() && !this.#idle.has(kind)) this.#idle.set(kind, page);
    }
    this.#inUse.clear();
    const kept = [...this.#idle].slice(-2);
    this.#idle.clear();
    for (const [kind, page] of kept) this.#idle.set(kind, page);
    const open = new Set(kept.map(([, page]) => page.context()));
    const others = (this.#browser?.contexts() ?? []).filter((context) => !open.has(context));
    await Promise.all(others.map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }
}

/** Of all test files in this process: they share the browser, which starts with the first page. */
export const harness = new PageHarness();
afterEach(async () => {
  await harness.endTest();
  assert.deepEqual(harness.complaints(), []);
});
after(() => harness.close());

/** Opens the page of the shop's profile, at a tab. */
export async function openShop(tab?: string): Promise<Page> {
  const page = await harness.open(shopProfile.bytes);
  if (tab !== undefined) await openTab(page, tab);
  return page;
}

/** The first picture, which the command line puts into a page; none where the profile cannot be read. */
export function firstPictureOf(profileBytes: Uint8Array, sampleType = -1): { firstPicture?: Uint8Array } {
  const read = readProfile(profileBytes);
  if (!read.ok) return {};
  return { firstPicture: gzipSync(pictureBytes(firstPicture(read.value, sampleType, firstPicturePixels))) };
}

/** Writes a picture of the page for people to look at, if the environment variable PPROF_LENS_PICTURES is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.PPROF_LENS_PICTURES === undefined) return;
  mkdirSync('test/webview/out', { recursive: true });
  await page.screenshot({ path: `test/webview/out/${name}.png` });
}
