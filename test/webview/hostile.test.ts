/** The page on hostile profiles, in a real browser: nothing runs, nothing is loaded, nothing leads elsewhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { hostileCorpus } from '../hostile/corpus.ts';
import { rawProfile } from '../hostile/profileFile.ts';
import { hostileTexts, type Text } from '../hostile/texts.ts';
import { nextPicture, openTab } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { post, sent, untilReady, vscodeStandIn } from './webviewStandIn.ts';

declare global {
  var evilRan: string[];
}

const corpus = hostileCorpus({ source: '/workspace/shop.go', folder: '/workspace', canary: [] });

/** What a script of the profile would call, so that nobody overlooks that it ran. As text, because it runs in the page. */
const noticeEvil = `
  globalThis.evilRan = [];
  globalThis.evil = () => globalThis.evilRan.push('evil()');
  globalThis.alert = () => globalThis.evilRan.push('alert()');
`;

/** Opens an address; collects what it asks the network for. `script` runs before the page's own. */
async function visit(url: string, script = ''): Promise<{ page: Page; requests: string[] }> {
  const page = await harness.visit('about:blank', { script: noticeEvil + script });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('popup', (popup) => requests.push(`a window ${popup.url()}`));
  await page.goto(url);
  return { page, requests };
}

/** What of the document is not ours. */
function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...globalThis.evilRan];
    const foreign =
      'iframe, object, embed, img:not([src^="data:image/svg+xml"]), video, audio, base, form, foreignObject, image, meta[http-equiv=refresh]';
    for (const element of document.querySelectorAll(foreign)) found.push(element.outerHTML.slice(0, 200));
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const leads =
          /^(href|src|action|formaction|xlink:href|srcdoc)$/.test(name) &&
          !/^(#|$|data:image\/svg\+xml)/.test(value);
        if (name.startsWith('on') || leads) found.push(`${element.tagName} ${name}="${value.slice(0, 200)}"`);
      }
    }
    return found;
  });
}

async function assertHarmless(what: string, page: Page, requests: readonly string[]): Promise<void> {
  assert.deepEqual(await strangers(page), [], what);
  assert.deepEqual(harness.complaints(), [], what);
  const elsewhere = requests.filter((url) => !/^(file:\/\/\/.*\.html|blob:|data:)/.test(url));
  assert.deepEqual(elsewhere, [], what);
}

/** One profile in which each text is a function, its file, its label and its caller. */
function profileWithAll(texts: readonly Text[]): Uint8Array {
  const ids = texts.map((_, i) => i + 1);
  return rawProfile({
    sampleTypes: [['cpu', 'nanoseconds']],
    samples: ids.map((id) => ({
      locations: [id, (id % texts.length) + 1],
      values: [1_000_000 * (id + 1)],
      labels: [{ key: texts[id - 1]!, text: texts[id - 1]! }],
    })),
    mappings: [{ id: 1, start: 0x1000, limit: 0x90000, file: texts[0]!, buildId: texts[1]! }],
    locations: ids.map((id) => ({ id, mapping: 1, address: 0x1000 + id, lines: [{ func: id, line: id }] })),
    functions: texts.map((text, i) => ({
      id: i + 1,
      name: text,
      systemName: text,
      file: text,
      startLine: 1,
    })),
    comments: texts,
    timeNanos: 1_700_000_000_000_000_000n,
    durationNanos: 1_000_000_000n,
  });
}

async function everyTab(page: Page): Promise<void> {
  const tabs = page.getByRole('tab');
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click();
    await page.locator('[role=tabpanel]:visible').first().waitFor();
    await nextPicture(page);
  }
}

/** Letters in the longest piece of text of the open tab. */
function longestText(page: Page): Promise<number> {
  return page.locator('[role=tabpanel]:visible').evaluate((panel) => {
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    let longest = 0;
    while (texts.nextNode() !== null) longest = Math.max(longest, texts.currentNode.nodeValue?.length ?? 0);
    return longest;
  });
}

describe('a page with hostile names', () => {
  const short = Object.entries(hostileTexts).flatMap(([group, texts]) => (group === 'long' ? [] : texts));
  for (const [what, texts, title] of [
    ['short ones', short, '</title><script>evil()</script>'],
    ['long ones', hostileTexts.long!, 'a'.repeat(100_000)],
  ] as const) {
    it(`${what}: every tab shows them as text`, { timeout: 120_000 }, async () => {
      const bytes = profileWithAll(texts);
      const sources = Object.fromEntries(
        texts
          .filter((text) => typeof text === 'string')
          .map((text) => [text, '</script><script>evil()</script>\n'.repeat(300)]),
      );
      const url = harness.write(bytes, {
        title,
        graphviz: harness.graphviz(),
        sources: gzipSync(JSON.stringify(sources)),
      });
      const { page, requests } = await visit(url);
      await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:read').length > 0);
      await everyTab(page);
      await page.locator('.tags table').first().waitFor();
      assert.ok((await longestText(page)) <= 2000, 'the browser takes seconds for a table of longer texts');
      if (what === 'long ones') await page.locator('.tags .link', { hasText: '…' }).first().waitFor();
      await openTab(page, 'Call graph');
      if (what === 'short ones') await page.locator('.paper svg').waitFor();
      await assertHarmless(what, page, requests);
      await openTab(page, 'Flame graph');
      await page.mouse.move(600, 300);
      await page
        .getByRole('textbox', { name: /^Search/ })
        .first()
        .fill('evil');
      await page.locator('#search-outcome').filter({ hasText: /./ }).waitFor();
      await assertHarmless(what, page, requests);
      await screenshot(page, `hostile ${what}`);
    });
  }
});

describe('a page in the editor with one hostile profile after the other', () => {
  for (const group of ['times', 'values', 'tables', 'archives', 'formats'] as const) {
    it(group, { timeout: 120_000 }, async () => {
      const url = harness.write(profileWithAll(['first', 'second']));
      const { page, requests } = await visit(url, vscodeStandIn);
      await untilReady(page);
      for (const [i, { name, bytes }] of corpus.filter((each) => each.group === group).entries()) {
        await naming(name, async () => {
          const base64 = Buffer.from(bytes).toString('base64');
          await post(page, { type: 'profile', title: 'hostile', base64, sampleType: 0, operations: null });
          await page.waitForFunction(
            (count) => performance.getEntriesByName('pprof-lens:read').length > count,
            i,
            { timeout: 30_000 },
          );
          await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
          await assertHarmless(name, page, requests);
          // It is shown, or the page says why not.
          assert.ok(((await page.locator('main').textContent()) ?? '').length > 0, 'the page says something');
        });
      }
      const saved = JSON.stringify(await sent(page));
      assert.ok(!/"type":"(open|save|savePage|offer)"/.test(saved), 'the page asks for nothing by itself');
    });
  }
});

/** Names the input that something fails with. */
async function naming(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
