/**
 * A day's work with production, in a real editor and with a real Pyroscope: from the store to the hot line, to a benchmark for
 * it, to a faster version, and to the comparison of the two releases.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { projectRuns } from '../../src/go/toolchain/cacheFolder.ts';
import { eventually } from '../eventually.ts';
import { gitEnvironment } from '../go/git/repository.ts';
import { noStore, push, type StoreServer, startStore } from '../go/stores/storeServers.ts';
import { testFolder } from '../testFolder.ts';
import { type Editor, editorSteps } from './harness.ts';
import { ProfilesView } from './profilesView.ts';

const sourceFile = 'index.go';
const testFile = 'index_test.go';

/** The service: it answers some thousand queries. */
const service = `package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"example.com/rank"
)

func main() {
	index := rank.NewIndex()
	for i := range 3000 {
		index.Add(fmt.Sprintf("the quick brown fox number %d runs over %d lazy dogs", i, i%7))
	}
	file, _ := os.Create(os.Args[1])
	pprof.StartCPUProfile(file)
	for range 6000 {
		index.Rank("quick fox and dogs", 20)
	}
	pprof.StopCPUProfile()
	file.Close()
}
`;

/** Scores by number of the document instead of in a map. */
function faster(source: string): string {
  return source
    .replace('scores := make(map[int]float64)', 'scores := make([]float64, len(index.lengths))')
    .replace(
      '	for document, score := range scores {',
      '	for document, score := range scores {\n		if score == 0 {\n			continue\n		}',
    );
}

describe('production in the editor', { skip: noStore('pyroscope') }, () => {
  let store: StoreServer | null = null;
  const temporary = testFolder();
  after(() => {
    store?.stop();
    rmSync(temporary, { recursive: true, force: true });
  });
  const step = editorSteps({
    name: 'production',
    module: 'rank',
    settings: { 'pprofLens.kinds': ['cpu'], 'pprofLens.count': 4, 'pprofLens.benchtime': '100ms' },
  });
  const commits: string[] = [];

  /** Commits what is there, builds the service as for another machine, lets it work, and sends its profile. */
  async function release(editor: Editor, ago: number): Promise<void> {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: editor.workspace, env: gitEnvironment, encoding: 'utf8' });
    git('add', '--all');
    git('commit', '--quiet', '--message=release');
    const commit = git('rev-parse', 'HEAD').trim();
    commits.push(commit);
    const program = join(temporary, 'search');
    const profile = join(temporary, 'cpu.pb.gz');
    execFileSync('go', ['build', '-trimpath', '-o', program, './cmd/search'], { cwd: editor.workspace });
    execFileSync(program, [profile]);
    store ??= await startStore('pyroscope');
    const labels = { service_name: 'search', service_git_ref: commit };
    await push(store, { profile: new Uint8Array(readFileSync(profile)), labels, ago });
  }

  step('a profile of production stands on the lines', async (editor) => {
    mkdirSync(join(editor.workspace, 'cmd', 'search'), { recursive: true });
    writeFileSync(join(editor.workspace, 'cmd', 'search', 'main.go'), service);
    execFileSync('git', ['init', '--quiet', '--initial-branch=trunk'], {
      cwd: editor.workspace,
      env: gitEnvironment,
    });
    await release(editor, 20 * 60_000);
    await editor.openFile(`${sourceFile}:58`);
    await editor.runCommand('pprof Lens: Profile Production (Pyroscope, Parca)…');
    await editor.answer('Address of a Pyroscope', store?.url ?? '');
    await editor.choose('search');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Last hour' }).waitFor();
    await editor.screenshotAsIs('1-ask');
    await editor.choose('Last hour');
    await eventually('costs of production', async () => (await editor.annotations(sourceFile)).size > 1);
    await editor.flameGraph();
    await editor.screenshot('2-lines');
  });

  step('a hot line offers the benchmarks that reach it', async (editor) => {
    await editor.focusFirstGroup();
    const hot = readFileSync(join(editor.workspace, sourceFile), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes('scores[document] +=') || line.includes('scores[each.document] +='));
    await editor.goToLine(hot + 1);
    const hover = await editor.hover(sourceFile, hot + 1, 'scores');
    assert.match(hover, /Benchmark this/);
    await editor.screenshotAsIs('3-hover');
    await editor.clickInHover(sourceFile, hot + 1, 'scores', 'Benchmark this');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'BenchmarkSearch' }).waitFor();
    await editor.screenshotAsIs('4-benchmarks');
    await editor.choose('BenchmarkSearch');
    await editor.openFile(`${testFile}:21`);
    await editor.lens(testFile, /\/op/).first().waitFor({ timeout: 150_000 });
    await editor.goToLine(21);
    // The times come first, the profile later.
    await eventually('the share of production', async () =>
      /Stands for \d+% of search · CPU · last hour/.test(await editor.hover(testFile, 21, 'BenchmarkSearch')),
    );
    await editor.screenshotAsIs('5-share');
  });

  step('the change is measured', async (editor) => {
    const source = join(editor.workspace, sourceFile);
    const text = readFileSync(source, 'utf8');
    assert.notEqual(faster(text), text);
    writeFileSync(source, faster(text));
    await editor.profileAgain(testFile);
    await editor.settled(testFile, /→/);
    await editor.screenshot('6-before-after');
    await editor.goToLine(21);
    const predicted =
      /Predicted for the CPU time of search · CPU · last hour.*, at the same load: −\d+% \(−[\d.]+% … .[\d.]+%\)/;
    await eventually('what it does to production', async () =>
      predicted.test(await editor.hover(testFile, 21, 'BenchmarkSearch')),
    );
    await editor.screenshotAsIs('7-predicted');
  });

  step('the new release is compared with the old one on the lines', async (editor) => {
    // It was predicted ten minutes before the release.
    const predictions = join(
      projectRuns(editor.workspace, { XDG_CACHE_HOME: join(editor.dataFolder, 'cache') }),
      '.predictions',
    );
    for (const name of readdirSync(predictions)) {
      const made = JSON.parse(readFileSync(join(predictions, name), 'utf8'));
      writeFileSync(join(predictions, name), JSON.stringify({ ...made, madeAt: made.madeAt - 600_000 }));
    }
    await release(editor, 60_000);
    const [first = '', second = ''] = commits;
    await editor.openFile(`${sourceFile}:58`);
    await editor.runCommand('pprof Lens: Profile Production (Pyroscope, Parca)…');
    await editor.choose(`Pyroscope ${(store?.url ?? '').replace('http://', '')}`);
    await editor.choose('search');
    await editor.choose('Last hour');
    await editor.choose(second.slice(0, 7));
    await editor.statusBarSays(/search/);
    await editor.runCommand('pprof Lens: Profile Production (Pyroscope, Parca)…');
    await editor.choose('Compare with Another Version or Time…');
    await editor.choose(first.slice(0, 7));
    await editor.notification(
      /CPU time of search at the same load: predicted −.* by BenchmarkSearch, \d+m before it first ran; measured −/,
    );
    await eventually('what lines cost in the old release', async () =>
      [...(await editor.annotations(sourceFile)).values()].some((text) => /was\s[<\d.]+%/.test(text)),
    );
    await editor.screenshot('8-compared');
    const profiles = await editor.statusBar();
    assert.match(profiles, /search/);
    await editor.openFile(`${testFile}:21`);
    assert.match(
      await editor.hover(testFile, 21, 'BenchmarkSearch'),
      /CPU time of search at the same load: predicted −.* by BenchmarkSearch, \d+m before it first ran; measured −[\d.]+% \(−[\d.]+% … .[\d.]+%\)\./,
    );
    await editor.screenshotAsIs('9-measured');
  });

  step('the compiler learns from a release, and measures the effect', async (editor) => {
    const view = await ProfilesView.open(editor);
    const [, second = ''] = commits;
    const row = view.pane.locator('.monaco-list-row', { hasText: second.slice(0, 7) });
    await row.filter({ hasNotText: 'against' }).first().waitFor();
    await editor.chooseFromMenu(
      row.filter({ hasNotText: 'against' }).first(),
      'Save CPU Profiles as default.pgo',
    );
    await editor.choose('cmd/search');
    await editor.notification(/default\.pgo has been written/);
    await editor.screenshotAsIs('10-pgo');
    const pgo = join(editor.workspace, 'cmd', 'search', 'default.pgo');
    const learnt = join(temporary, 'learnt');
    execFileSync('go', ['tool', 'preprofile', '-i', pgo, '-o', learnt]);
    assert.match(readFileSync(learnt, 'utf8'), /rank\.\(\*Index\)\.Rank/);
    await editor.pressNotificationButton('Measure the Effect');
    await editor.choose('BenchmarkSearch');
    // It builds everything anew, which takes its time, and has tests of its own.
    await editor.notification(/Building the benchmark with .*default\.pgo/);
    await editor.screenshotAsIs('9-effect');
    await editor.pressNotificationButton('Cancel');
    await editor.openFile('cmd/search/main.go');
    // The hour that was asked for begins then.
    await editor
      .lens('main.go', /default\.pgo: 1h old, 100% fits/)
      .first()
      .waitFor();
    await editor.screenshot('11-fits');
  });
});
