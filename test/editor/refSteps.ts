/** A benchmark against a commit, with real git: asked for in the palette, and cancelled in the lens. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { gitEnvironment } from '../go/git/repository.ts';
import type { Step } from './harness.ts';

const testFile = 'shop_test.go';
const sourceFile = 'shop.go';

/** The workspace is a repository afterwards. */
export function refSteps(step: Step): void {
  step(
    'branches and commits are offered; a comparison that is cancelled leaves the repository as it was',
    async (editor) => {
      const git = (...args: string[]) =>
        execFileSync('git', args, { cwd: editor.workspace, env: gitEnvironment, encoding: 'utf8' });
      git('init', '--quiet', '--initial-branch=trunk');
      git('add', '--all');
      git('commit', '--quiet', '--message=as it was');
      const source = join(editor.workspace, sourceFile);
      const text = readFileSync(source, 'utf8');
      const edited = text.replace('	var body bytes.Buffer', '	var body bytes.Buffer\n	body.Grow(1 << 20)');
      assert.notEqual(edited, text);
      writeFileSync(source, edited);
      const before = git('status', '--porcelain=v2', '--branch');

      const line = readFileSync(join(editor.workspace, testFile), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('func BenchmarkCatalogue'));
      await editor.openFile(`${testFile}:${line + 2}`);
      await editor.runCommand('pprof Lens: Compare Benchmark with a Git Ref…');
      await editor.page
        .locator('.quick-input-list .monaco-list-row', { hasText: 'as it was' })
        .first()
        .waitFor();
      await editor.screenshotAsIs('1-refs');
      await editor.choose('trunk');

      // What it ends with, the tests of the server read: the run is the same as without an editor.
      const cancel = editor.lens(testFile, 'cancel').locator('visible=true').first();
      await cancel.waitFor();
      const checkouts = () => git('worktree', 'list').trim().split('\n').length;
      await eventually('a checkout', () => checkouts() === 2);
      await cancel.click();
      await eventually('the checkout gone', () => checkouts() === 1);
      await cancel.waitFor({ state: 'hidden' });
      assert.equal(git('status', '--porcelain=v2', '--branch'), before);
    },
  );
}
