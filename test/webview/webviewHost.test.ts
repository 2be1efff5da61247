import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Instruction } from '../../src/base/model.ts';
import type { FromPage } from '../../src/protocol.ts';
import { type StackProfile, stackProfileBytes } from '../analysis/stackProfile.ts';
import { violations } from './axe.ts';
import { drawnFrames, nextPicture, openTab, resize, walk } from './openTab.ts';
import { screenshot } from './pageHarness.ts';
import { openWebview, postProfile } from './webviewPages.ts';
import { answer, asked, fail, post, sent, shopMessage, untilReady } from './webviewStandIn.ts';

describe('in a webview', () => {
  it('the page says that it is ready, and when it has painted', async () => {
    const page = await openWebview();
    assert.deepEqual(await sent(page), [{ type: 'ready' }]);
    await page.getByText('Loading…').waitFor();
    await postProfile(page);
    await page.waitForFunction(() => globalThis.sentByPage.some(({ type }) => type === 'painted'));
    // Who comes by a key of the editor goes on by keys.
    assert.ok(
      await page.evaluate(() => document.activeElement === document.body),
      'and takes no focus before',
    );
    await page.keyboard.press('ArrowDown');
    assert.ok(await page.getByRole('tree').evaluate((tree) => tree === document.activeElement));
  });

  it('of a benchmark that waited, what explains it is offered beside whatever it has computed', async () => {
    const page = await openWebview();
    await postProfile(page);
    await post(page, { type: 'offers', offers: ['profileWaiting'] });
    await page.getByText('A profile of waiting says what for').waitFor();
    assert.ok((await drawnFrames(page)).length > 1);
    await page.getByRole('button', { name: 'Profile Waiting' }).click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'offer', chosen: 'profileWaiting' });
    assert.deepEqual(await violations(page), []);
    await screenshot(page, 'waited');
  });

  it('source comes from the editor, and a line leads back to it', async () => {
    const page = await openWebview();
    await postProfile(page);
    await openTab(page, 'Source');
    const question = await asked(page, 'source');
    // Of the user's own code, this function costs most; of all code, mallocgc does.
    assert.deepEqual(question.question, { file: 'cart.go' });
    const text = Array.from({ length: 1000 }, (_, i) => `cart ${i + 1}`).join('\n');
    await answer(page, question, { text });
    await page.getByText('cart 40', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Line 40: open in the editor' }).click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'open', file: 'cart.go', line: 40 });
  });

  it('assembly comes from the editor, each instruction with its cost, under the line it was made of', async () => {
    const page = await openWebview();
    // The locations are at 0x1000 (main.f with what is inlined), 0x1001 (main.f) and 0x1002.
    const bytes = stackProfileBytes({
      sampleTypes: ['cpu/nanoseconds'],
      binary: '/tmp/shop.test',
      samples: [
        'main.f:4@/src/f.go +main.inner:70@/src/g.go 30e6',
        'main.f:3@/src/f.go runtime.g:8@/go/g.go 10e6',
      ],
    });
    await post(page, { ...shopMessage, base64: Buffer.from(bytes).toString('base64'), sampleType: 0 });
    await openTab(page, 'Source');
    // Who presses before the lines are there never asks for the source of the inlined function.
    await asked(page, 'source', 0);
    const toggle = page.getByRole('button', { name: 'Assembly' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Disassembling…').waitFor();
    // The hottest function is the one that was inlined.
    const first = await asked(page, 'assembly');
    assert.deepEqual(first.question, { functionName: 'main.inner' });
    await answer(page, first, { missing: 'It is inlined.' });
    await page.getByRole('status').getByText('It is inlined.').waitFor();

    await page.getByRole('grid').getByText('main.f', { exact: true }).click();
    const second = await asked(page, 'assembly', 1);
    const instructions: Instruction[] = [
      { address: 0x4000, file: 'f.go', line: 2, text: 'PUSHQ BP' },
      ...Array.from({ length: 20 }, (_, i) => ({ address: 0x4010 + i, file: 'f.go', line: 5, text: 'NOP' })),
      { address: 0x4400, file: 'g.go', line: 70, text: 'IMULQ AX, BX' },
      { address: 0x4401, file: 'f.go', line: 3, text: 'CALL runtime.g(SB)', skidOf: 'load' },
    ];
    const code = {
      symbols: [{ name: 'main.f', instructions, end: 0x4402 }],
      loads: [{ mapping: 0, base: 0x1000 - 0x4400 }],
    };
    // An answer to the question before comes late: it is about another function.
    await answer(page, first, { missing: 'Too late.' });
    await answer(page, second, code);
    await page.getByRole('heading', { name: 'main.f' }).waitFor();
    const source = await asked(page, 'source', 1);
    assert.deepEqual(source.question, { file: '/src/f.go' });
    await answer(page, source, { text: 'one\ntwo\nthree\nfour\nfive\n' });
    await page.getByRole('row', { name: 'f.go:3: open in the editor three' }).waitFor();
    const rows = page.locator('.listing-lines tbody tr');
    const cells = () =>
      rows.evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent).join('|')),
      );
    assert.deepEqual(await cells(), [
      'f.go:2 two',
      '4000|||PUSHQ BP',
      '… 17 instructions',
      'f.go:5 five',
      '4021|||NOP',
      '4022|||NOP',
      '4023|||NOP',
      // Inlined from another file, whose lines are not here.
      'g.go:70 ',
      '4400|30ms|30ms|IMULQ AX, BX',
      'f.go:3 three',
      '4401||10ms|CALL runtime.g(SB)↑ load?',
    ]);
    await page.getByRole('note', { name: 'These samples may belong to the load above' }).waitFor();
    await page.getByText('flat 30ms, 75.00%, inlined code included').waitFor();
    await screenshot(page, 'assembly');
    // The profile says which g.go that is.
    await page.getByRole('button', { name: 'g.go:70: open in the editor' }).click();
    assert.deepEqual((await sent(page)).at(-1), { type: 'open', file: '/src/g.go', line: 70 });
    await page.getByRole('button', { name: 'Show 17 instructions from 4010' }).click();
    assert.equal((await cells())[3], '4010|||NOP');
    assert.deepEqual(await violations(page), []);

    await toggle.click();
    await page.getByRole('button', { name: 'Line 3: open in the editor' }).waitFor();
  });

  it('a question that fails says why in its place, and is asked again by a button', async () => {
    const page = await openWebview();
    await postProfile(page);
    await openTab(page, 'Source');
    await fail(page, await asked(page, 'source'), 'The source is not known. The log says why.');
    const alert = page.getByRole('alert').filter({ hasText: 'The source is not known. The log says why.' });
    await alert.waitFor();
    // The costs by line stand all the same.
    await page.getByRole('button', { name: 'Line 40: open in the editor' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    const again = await asked(page, 'source', 1);
    await page.getByRole('button', { name: 'Trying again…' }).waitFor();
    await fail(page, again, 'It failed once more.');
    await page.getByRole('alert').filter({ hasText: 'It failed once more.' }).waitFor();
    await page.keyboard.press('Enter');
    await answer(page, await asked(page, 'source', 2), { text: 'cart 1' });
    await page.getByRole('alert').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Assembly' }).click();
    await fail(page, await asked(page, 'assembly'), 'No assembly.');
    await page.getByRole('alert').filter({ hasText: 'No assembly.' }).waitFor();
    await openTab(page, 'Call graph');
    await fail(page, await asked(page, 'graphviz'), 'No Graphviz.');
    await page.getByRole('alert').filter({ hasText: 'No Graphviz.' }).waitFor();
    // The next visit of the tab asks again too.
    await openTab(page, 'Top');
    await openTab(page, 'Call graph');
    await asked(page, 'graphviz', 1);
  });

  it('texts are in the language of the editor where there is a translation', async () => {
    const page = await openWebview();
    await postProfile(page);
    await page.getByPlaceholder('Funktionen und Dateien suchen').waitFor();
  });

  it("a frame's source opens by button, key, Ctrl+click and double click, at its hottest line", async () => {
    const page = await openWebview();
    await postProfile(page);
    const add = page.getByRole('treeitem', { name: /^shop\/cart\.\(\*Cart\)/ });
    await add.waitFor({ state: 'attached' });
    const box = (await add.boundingBox())!;
    const opened = async () => (await sent(page)).filter(({ type }) => type === 'open');
    const wanted: FromPage = { type: 'open', file: 'cart.go', line: 40 };

    await page.keyboard.down('Control');
    await page.mouse.click(box.x + 30, box.y + 5);
    await page.keyboard.up('Control');
    await nextPicture(page);
    assert.deepEqual(await opened(), [wanted]);

    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await walk(page, 'o', 'Control+Enter');
    assert.deepEqual(await opened(), [wanted, wanted, wanted, wanted]);

    await page.keyboard.press('0');
    await nextPicture(page);
    await page.mouse.dblclick(box.x + 30, box.y + 5);
    assert.deepEqual((await opened()).length, 5);
  });

  it('a switch of the sample type is told, and followed', async () => {
    const page = await openWebview();
    await postProfile(page);
    await page.locator('.sample-type select').selectOption('0');
    assert.deepEqual((await sent(page)).at(-1), { type: 'sampleType', sampleType: 0 });
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 100);
    await postProfile(page, 2);
    await page.waitForFunction(() => globalThis.pprofLens.frames()[0]?.cum === 1e9);
  });

  it('a reload brings the user back to where they were', async () => {
    const page = await openWebview();
    await postProfile(page);
    await walk(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter', '/');
    await page.keyboard.type('scan');
    await page.locator('#search-outcome').filter({ hasText: '%' }).waitFor();
    await page.reload();
    await untilReady(page);
    await post(page, shopMessage);
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 3);
    assert.equal(await page.getByRole('textbox').inputValue(), 'scan');
  });

  it('another profile starts afresh', async () => {
    const page = await openWebview();
    await postProfile(page);
    await page.getByRole('textbox').fill('scan');
    await post(page, { ...shopMessage, title: 'another' });
    await page.getByRole('heading', { name: 'another' }).waitFor();
    assert.equal(await page.getByRole('textbox').inputValue(), '');
  });

  it('the editor can ask for a function, and say what is wrong', async () => {
    const page = await openWebview();
    await postProfile(page);
    await post(page, { type: 'search', text: 'shop/cart.(*Cart).Add' });
    await page.locator('#search-outcome').filter({ hasText: '420ms · 42.00%' }).waitFor();
    await post(page, { type: 'problem', message: 'The profile is gone.' });
    await page.getByRole('alert').filter({ hasText: 'The profile is gone.' }).waitFor();
  });

  it('a base makes it a difference, per operation where both know how many there were', async () => {
    const page = await openWebview();
    const profile = (samples: StackProfile['samples']) =>
      Buffer.from(stackProfileBytes({ sampleTypes: ['cpu/nanoseconds'], samples })).toString('base64');
    await post(page, {
      type: 'profile',
      title: 'now against before',
      base64: profile(['main slow 100', 'main same 200']),
      sampleType: 0,
      operations: 200,
      base: {
        base64: profile(['main slow 150', 'main same 100']),
        operations: 100,
      },
    });
    await page.waitForFunction(() => globalThis.pprofLens.frames().length === 4);
    const frames = await drawnFrames(page);
    // The base had half the operations, so its costs count twice.
    assert.deepEqual(
      frames.map(({ name, cum, width }) => `${name} ${cum} ${Number(width.toFixed(3))}`),
      ['root -200 1', 'main -200 1', 'slow -200 0.5', 'same 0 0.5'],
    );
    // What an operation costs stands first in every table, each side divided by its own operations.
    const table = async (tab: string) => {
      await openTab(page, tab);
      const row = page.locator('.grid-row:not(.peek-callee)', { hasText: 'slow' });
      await row.waitFor();
      const headings = await page.getByRole('columnheader').allTextContents();
      const cells = await row.locator('.cell').allTextContents();
      return headings.map((heading, i) => `${heading.replace(/ .$/, '')}: ${cells[i]}`).slice(1, 7);
    };
    assert.deepEqual(await table('Top'), [
      'flat/op: -1ns',
      'cum/op: -1ns',
      'flat/op was: 1.5ns',
      'flat/op is: 0.5ns',
      'cum/op was: 1.5ns',
      'cum/op is: 0.5ns',
    ]);
    await resize(page, { width: 1222, height: 258 });
    const name = page.locator('#row-0 .cell-name');
    assert.ok((await name.boundingBox())!.width > 180, JSON.stringify(await name.boundingBox()));
    const changes = ['flat/op: -1ns', 'cum/op: -1ns'];
    assert.deepEqual((await table('Tree')).slice(0, 2), changes);
    assert.deepEqual((await table('Peek')).slice(0, 2), changes);
  });
});
