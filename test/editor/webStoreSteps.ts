/** Production in VS Code for the Web: the browser asks a store that permits its pages. */
import assert from 'node:assert/strict';
import protobuf from 'protobufjs/minimal.js';
import { eventually } from '../eventually.ts';
import { permitted } from '../go/profiles/permitted.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { standIn } from '../go/stores/standIn.ts';
import { cpuSamples, parseLine, type ShopSample, shopCpuTime, source } from './shopProfile.ts';
import type { Workbench } from './workbench.ts';

const command = 'pprof Lens: Profile Production (Pyroscope, Parca)…';
const hour = 3_600_000;

/** When the time that is asked for ends. In milliseconds since the epoch. */
function endOf(request: Uint8Array): number {
  const reader = protobuf.Reader.create(request);
  for (;;) {
    const tag = reader.uint32();
    if (tag >> 3 === 4) return Number(reader.int64());
    reader.skipType(tag & 7);
  }
}

/** With a sample that is the only one of its kind, so that it is known what each stands for. */
const [now, before] = [
  [60, 29, 11],
  [20, 29, 1],
].map((counts) => shopCpuTime({ workspace: '/home/somebody/shop' }, withCounts(counts)));

function withCounts(counts: readonly number[]): ShopSample[] {
  return cpuSamples.map(([, stack], i) => [counts[i]!, stack]);
}

export async function storeSteps(editor: Workbench, look: (name: string) => Promise<void>): Promise<void> {
  const { page } = editor;
  const line = parseLine;
  const answer = standIn((request) => (endOf(request) > Date.now() - hour / 2 ? now! : before!));
  let permits: string | null = null;
  const store = await strangeServer((request, response) => {
    if (permits !== null && permitted(request, response, permits)) return;
    if (request.headers.authorization === 'Bearer mytoken') answer(request, response);
    else response.writeHead(401).end();
  });

  // What is to be set, and for which page. Then it is.
  await editor.runCommand(command);
  await editor.answer('Address of a Pyroscope', `http://${store.host}`);
  const refused = page.locator('.notification-list-item-message', { hasText: 'has to permit pages from' });
  await refused.waitFor();
  await look('store-refused');
  permits = /pages from (http:\S+) \(CORS\)/.exec(await refused.innerText())?.[1] ?? null;
  assert.ok(permits);
  await editor.answer('Address of a Pyroscope', `http://${store.host}`);
  await editor.choose('Token');
  await editor.answer('The token', 'mytoken');
  await editor.choose('shop');
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Last hour' }).waitFor();
  await look('store-ask');
  await editor.choose('Last hour');
  await editor.pageOf('shop · CPU · last hour');
  await editor.openFile(source);
  await editor.goToLine(line);
  const annotation = (what: RegExp) =>
    eventually(`${what} in line ${line}`, async () =>
      what.test((await editor.annotations(source)).get(line) ?? ''),
    );
  await annotation(/600ms.*60%/);
  const hover = await editor.hover(source, line, 'template');
  assert.match(hover, /600ms[\s\S]*shop · CPU · last hour/);
  assert.doesNotMatch(hover, /Benchmark this/);
  await look('store-lines');
  await page.mouse.move(5, 5);

  // With another time. The token is known.
  await editor.runCommand(command);
  await editor.choose('Compare with Another Version or Time…');
  await editor.choose('The 1h before');
  await editor.pageOf('shop · CPU · last hour against the 1h before');
  await editor.openFile(source);
  await editor.goToLine(line);
  await annotation(/60%.was.40%/);
  await look('store-compared');

  // The list of stores is there after the window was closed, and what it has can be forgotten.
  await editor.reload();
  await editor.runCommand(command);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: `Pyroscope ${store.host}` }).waitFor();
  await look('store-list');
  await editor.choose('Forget a Store…');
  await editor.choose(`Pyroscope ${store.host}`);
  await eventually('no store in the list', async () => {
    await editor.runCommand(command);
    const asked = page.locator('.quick-input-widget', { hasText: 'Address of a Pyroscope' });
    const isAsked = await asked.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    await page.keyboard.press('Escape');
    return isAsked;
  });
}
