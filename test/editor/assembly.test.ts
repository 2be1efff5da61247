/** From a click on a benchmark to the machine instructions of its handler, in a real editor with a real Go. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe } from 'node:test';
import { filesBelow } from './files.ts';
import { type Editor, editorSteps } from './harness.ts';

const testFile = 'shop_test.go';
const handler = 'example.com/template.(*Shop).ServeHTTP';

/** The one stored file with this ending. */
function stored(editor: Editor, ending: string): string {
  const files = filesBelow(editor.dataFolder).filter((file) => file.endsWith(ending));
  assert.equal(files.length, 1, `one file ends with ${ending}: ${files}`);
  return join(editor.dataFolder, files[0]!);
}

/** What pprof prints of the handler's instructions with a cost: address, flat and cum. */
function disassembledByPprof(binary: string, profile: string): string[] {
  const args = ['tool', 'pprof', '-disasm=Shop..ServeHTTP', binary, profile];
  const { stdout } = spawnSync('go', args, { encoding: 'utf8' });
  return stdout.split('\n').flatMap((row) => {
    const [, flat = '.', cum = '.', address] = /^ *(\S+) +(\S+) +([0-9a-f]+): /.exec(row) ?? [];
    return address === undefined || `${flat}${cum}` === '..' ? [] : `${address} ${flat} ${cum}`;
  });
}

describe('the assembly of a profiled function', () => {
  const step = editorSteps({
    name: 'assembly',
    module: 'template',
    settings: { 'pprofLens.kinds': ['cpu'], 'pprofLens.count': 1 },
  });

  step('stands in the page, with the costs that pprof has for each instruction', async (editor) => {
    await editor.openFile(`${testFile}:40`);
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.lens(testFile, 'flame graph').waitFor({ timeout: 120_000 });
    const { frame } = await editor.flameGraph();
    await frame.getByRole('tab', { name: 'Source' }).click();
    await frame.getByRole('textbox').first().fill('Shop..ServeHTTP');
    await frame.getByRole('grid').getByText('ServeHTTP').click();
    await frame.getByRole('button', { name: 'Assembly' }).click();
    await frame.getByRole('heading', { name: handler }).waitFor();
    await frame.locator('.assembly-place', { hasText: 'views.ExecuteTemplate(' }).first().waitFor();
    await editor.screenshot('1-assembly');

    const rows = await frame
      .locator('.listing-lines tr.costs')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent || '.')));
    const theirs = disassembledByPprof(stored(editor, 'package.test'), stored(editor, '.cpu.pprof'));
    assert.ok(theirs.length > 0);
    assert.deepEqual(
      rows.map(([address, flat, cum]) => `${address} ${flat} ${cum}`),
      theirs,
    );
  });
});
