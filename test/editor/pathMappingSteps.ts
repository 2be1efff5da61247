/** A profile of another machine, whose folder is called otherwise there: the user says where its files are. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openTab } from '../webview/openTab.ts';
import type { Step } from './harness.ts';
import { cpuSamples, handler, parseLine, shopProfile, source, write } from './shopProfile.ts';

/** In a trusted window with the shop. What is mapped is taken back afterwards. */
export function pathMappingSteps(step: Step): void {
  step(
    'a file of a profile that is not found is mapped from the page, and its lines show costs',
    async (editor) => {
      const settings = join(editor.workspace, '.vscode', 'settings.json');
      const before = existsSync(settings) ? readFileSync(settings, 'utf8') : null;
      // The workspace's folder has another name.
      write(editor, 'ci.pprof', shopProfile({ workspace: '/ci/7f3a' }, 'cpu/nanoseconds', cpuSamples));
      await editor.openFile(`${source}:${parseLine}`);
      await editor.openProfileAside('ci.pprof');
      await editor.notification(/ci\.pprof: 1 of 1 files of this profile were not found here/);
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
      await editor.page.locator('.quick-input-title', { hasText: 'Map This Path' }).waitFor();
      await editor.screenshotAsIs('map-3-candidates');
      await editor.choose(source);
      await eventually('the setting', async () =>
        /"\/ci\/7f3a": "\$\{workspaceFolder\}"/.test(readIfThere(settings)),
      );
      await eventually('a cost', async () => (await editor.annotations(source)).get(parseLine));
      await page.frame.getByText('template.ParseFiles').first().waitFor();
      await editor.screenshotAsIs('map-4-mapped');
      if (before === null) rmSync(settings);
      else write(editor, join('.vscode', 'settings.json'), before);
      rmSync(join(editor.workspace, 'ci.pprof'));
      await editor.closeAllEditors();
    },
  );
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
