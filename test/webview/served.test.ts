/** Pages of the command line that are served or that open at another place: `http` and `weblist`. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openTab } from './openTab.ts';
import { harness, screenshot } from './pageHarness.ts';
import { shopFolder } from './realProfiles.ts';

test('http: the page by its address; weblist: a page at the source', async () => {
  const folder = shopFolder();
  const profile = join(folder, 'shop.pprof');
  const server = spawn(process.execPath, ['dist/cli.js', 'http', `--source-path=${folder}`, profile], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      server.once('close', () => reject(new Error('the server has ended')));
    });
    const page = await harness.visit(address);
    await page.waitForFunction(() => performance.getEntriesByName('pprof-lens:painted').length > 0);
    await openTab(page, 'Call graph');
    await page.locator('.paper svg').waitFor();
    await openTab(page, 'Source');
    await page.getByRole('row', { name: /^40/ }).filter({ hasText: 'cart 40' }).waitFor();

    const file = join(folder, 'add.html');
    const options = [`--source-path=${folder}`, '-o', file];
    execFileSync(process.execPath, ['dist/cli.js', 'weblist', ...options, 'Cart.*Add', profile]);
    const listing = await harness.visit(pathToFileURL(file).href);
    await listing.getByRole('row', { name: /^40/ }).filter({ hasText: 'cart 40' }).waitFor();
    assert.equal(await listing.getByRole('tab', { name: 'Source' }).getAttribute('aria-selected'), 'true');
    await screenshot(listing, 'weblist');
  } finally {
    server.kill('SIGINT');
  }
});
