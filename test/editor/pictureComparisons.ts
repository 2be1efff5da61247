/** The comparisons that `npm run pictures` shows. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '../eventually.ts';
import { gitEnvironment } from '../go/git/repository.ts';
import type { Workbench } from './workbench.ts';

/** The editor itself keeps the machine busy. What it leaves open is measured in turns, as a user would do. */
export async function settleInTurns(editor: Workbench, testFile: string): Promise<void> {
  const click = editor.lens(testFile, 'measure in turns').first();
  const change = editor.lens(testFile, /[−+]\d+%/).first();
  await eventually('a verdict', async () => (await click.count()) + (await change.count()) > 0, 20_000);
  if ((await click.count()) === 0) return;
  await click.click();
  await editor.page.mouse.move(5, 5);
  const running = editor.lens(testFile, 'cancel');
  await eventually('the measurement in turns', async () => (await running.count()) > 0, 20_000);
  await eventually('its end', async () => (await running.count()) === 0, 180_000);
}

/** Compares with the commit, over five layouts. */
export async function compareOverLayouts(editor: Workbench, testFile: string): Promise<void> {
  await editor.runCommand('pprof Lens: Compare Benchmark with a Git Ref…');
  await editor.page.locator('.quick-input-titlebar .codicon-layers').first().click();
  await editor.choose('as it was');
  const layouts = editor.lens(testFile, '5 layouts');
  await eventually('the comparison over layouts', async () => (await layouts.count()) > 0, 300_000);
  const running = editor.lens(testFile, 'cancel');
  await eventually('the end of the comparison', async () => (await running.count()) === 0, 180_000);
}

/** Makes the module a repository whose only commit is the module as it is. */
export function commit(workspace: string): void {
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message=as it was'],
  ]) {
    const { status } = spawnSync('git', args, { cwd: workspace, env: gitEnvironment, stdio: 'ignore' });
    if (status !== 0) throw new Error(`git ${args[0]} failed.`);
  }
}

/** The edit that the costs ask for: scores by number instead of in a map. */
export function edit(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replace('make(map[int]float64)', 'make([]float64, len(index.lengths))')
    .replace('hits = append(hits', 'if score == 0 {\n\t\t\tcontinue\n\t\t}\n\t\thits = append(hits');
  writeFileSync(file, text);
}
