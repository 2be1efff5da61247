/** A running server in the editor: from its address to the costs on the lines, and its row in the Profiles view. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { eventually } from '../eventually.ts';
import { lineOfShop, type ShopServer, startShopServer } from '../go/servers/shopServer.ts';
import type { Editor, Step } from './harness.ts';
import { ProfilesView } from './profilesView.ts';

export function serverSteps(step: Step): void {
  let shop: ShopServer;
  before(async () => {
    shop = await startShopServer();
  });
  after(() => shop.stop());

  /** Types into the quick input that is asked for next, and takes its first entry. */
  async function answer(editor: Editor, title: RegExp, text: string): Promise<void> {
    const widget = editor.page.locator('.quick-input-widget');
    await widget.locator('.quick-input-title', { hasText: title }).waitFor();
    await widget.locator('input.input').fill(text);
    await eventually(`${text} in the list`, async () => {
      const rows = widget.locator('.quick-input-list .monaco-list-row');
      return (await rows.count()) > 0 && (await rows.first().innerText()).includes(text);
    });
    await widget.locator('input.input').press('Enter');
  }

  step('its profile under load is on the lines, per request', async (editor) => {
    await editor.openFile(`${shop.source}:${lineOfShop('burn(time.Millisecond)')}`);
    await editor.runCommand('pprof Lens: Profile Server…');
    await editor.choose('Under Load');
    await answer(editor, /Profile Server/, shop.plain);
    await answer(editor, /127\.0\.0\.1/, 'CPU');
    await editor.answer('how many seconds', '2');
    await answer(editor, /Requests to/, '/work');
    await editor.page.getByText('100 requests a second').first().waitFor();
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('.monaco-dialog-box').getByText('Send', { exact: true }).click();
    const isPerRequest = async () => {
      const text = (await editor.annotations('main.go')).get(lineOfShop('burn(time.Millisecond)')) ?? '';
      return /(?:ms|µs)\/request/.test(text.replaceAll('\u00a0', ' '));
    };
    await eventually('costs per request', isPerRequest);
    await editor.frameWith(/· \d+ requests/);
    await editor.screenshot('under-load');

    const words = /127\.0\.0\.1:\d+ · [^\n]*CPU time/;
    const [shown] = await eventually(
      'the server in the status bar',
      async () => words.exec(await editor.statusBar()) ?? undefined,
    );
    await editor.openFile('go.mod');
    await editor.openFile(shop.source);
    await eventually('the costs of before', isPerRequest);
    await eventually(`${shown} again`, async () => (await editor.statusBar()).includes(shown));
  });

  step('while it is watched, two moments of its chart are compared', async (editor) => {
    await editor.runCommand('pprof Lens: Profile Server…');
    await editor.choose('Watch');
    await answer(editor, /Profile Server/, shop.plain);
    await answer(editor, /Watch 127\.0\.0\.1/, 'CPU');
    await editor.answer('how many seconds', '1');
    const page = await editor.frameWith(/Heap in use/);
    const chart = page.getByRole('slider');
    await eventually('three moments', async () => Number(await chart.getAttribute('aria-valuemax')) >= 3);
    // Each gives the chart the focus anew: the list of questions that has just closed may give it to the code.
    for (const key of ['Home', 'Enter', 'ArrowRight', 'Enter']) await chart.press(key);
    await page.getByText(/^\d\d:\d\d:\d\d compared with \d\d:\d\d:\d\d$/).waitFor();
    await editor.page
      .locator('.part.statusbar')
      .getByText(/ · CPU \S+ against \S+ · CPU time/)
      .waitFor();
    await editor.screenshot('watch-compared');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The watch has ended.').waitFor();
  });

  step('the Profiles view has it, and it is forgotten from there', async (editor) => {
    const view = await ProfilesView.open(editor);
    const row = view.pane.locator('.monaco-list-row[aria-level="2"]', { hasText: '127.0.0.1' });
    await row.waitFor();
    assert.match(await row.innerText(), /127\.0\.0\.1:\d+/);
    await editor.chooseFromMenu(row, 'Edit or Forget Server…');
    await editor.choose('Forget');
    await row.waitFor({ state: 'detached' });
  });
}
