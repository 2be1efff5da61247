import path from 'node:path';
import * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';
import {
  type BenchmarkAddress,
  type BenchmarkAtLine,
  benchmarkAddress,
  type RunRequest,
} from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose, sayInfo } from '../server/say.ts';
import { askRef } from './askRef.ts';
import { showBenchmarkMenu } from './benchmarkMenu.ts';
import { benchmarkAtLine, readTestItem } from './meantTests.ts';
import { readBenchmarkNode } from './profilesTree.ts';
import { askRunOptions } from './runOptions.ts';

/**
 * The commands that run benchmarks: the one at the cursor, or all of a file; with options that the user is
 * asked for, or in turns with another version of the code.
 */
export class ProfileCommands {
  /** @param memory remembers answers for the workspace */
  constructor(
    private readonly server: LanguageServer,
    private readonly memory: vscode.Memento,
  ) {}

  /** @param item the item of the Test Explorer, if the command comes from its menu */
  async profileBenchmark(item: unknown): Promise<void> {
    const target = await this.#target(item);
    if (target !== null) await this.#run(target);
  }

  async profileFile(): Promise<void> {
    const editor = shownEditor();
    if (editor === undefined || (await this.#benchmarks(editor.document)).length === 0) {
      return showNoBenchmarks();
    }
    await this.#run({ uri: editor.document.uri.toString(), benchmark: null });
  }

  /** @param item as in `profileBenchmark` */
  async profileWithOptions(item: unknown): Promise<void> {
    const target = await this.#target(item);
    if (target === null) return;
    const { uri, benchmark } = target;
    const needs = await this.server.execute('countingNeeds', { uri });
    const options = await askRunOptions(vscode.Uri.parse(uri), benchmark, needs);
    if (options !== null) await this.#run({ ...target, ...options });
  }

  /**
   * Runs the benchmark in turns with its version at a git ref that the user chooses.
   *
   * @param item as in `profileBenchmark`
   */
  async compareWithRef(item: unknown): Promise<void> {
    const target = await this.#target(item);
    if (target === null) return;
    const choices = await this.server.execute('refs', { uri: target.uri });
    if (choices === null) return;
    const answer = await askRef(target, choices, this.memory);
    if (answer !== null) await this.#run({ ...target, ...answer });
  }

  /**
   * Measures kept test binaries in turns: those of a run and the run before it.
   *
   * @param item the node of a run in the Profiles view, whose run is meant; or as in `profileBenchmark`
   */
  async measureInTurns(item: unknown): Promise<void> {
    const run = property(item, 'run');
    const target = await this.#target(run ?? item);
    const runId = text(property(run, 'runId'));
    if (target === null) return;
    await this.server.execute('measureInTurns', { ...target, ...(runId === undefined ? {} : { runId }) });
  }

  /**
   * Shows what a benchmark has measured and what can be done with it.
   *
   * @param item the target of a lens; without it, the benchmark at the cursor is meant
   */
  async benchmarkMenu(item: unknown): Promise<void> {
    const target = await this.#target(item);
    if (target === null) return;
    await showBenchmarkMenu(this.server, target);
  }

  async #run(request: RunRequest): Promise<void> {
    await this.server.execute('run', request);
  }

  /**
   * The benchmark that the user means: that of a menu or lens, the one at the cursor, or one chosen from a list. `null`
   * if there is none, or the user cancels.
   */
  async #target(item: unknown): Promise<BenchmarkAddress | null> {
    const address = benchmarkAddress(item);
    if (address !== undefined) return address;
    const node = readBenchmarkNode(item);
    if (node !== null) {
      const file = vscode.Uri.file(path.join(node.directory, 'benchmark_test.go'));
      return { uri: file.toString(), benchmark: node.benchmark };
    }
    const testItem = readTestItem(item);
    if (testItem !== null) return testItem;
    const editor = shownEditor();
    const benchmarks = editor === undefined ? [] : await this.#benchmarks(editor.document);
    if (editor === undefined || benchmarks.length === 0) {
      await showNoBenchmarks();
      return null;
    }
    const atCursor = benchmarkAtLine(benchmarks, editor.selection.active.line);
    const chosen = atCursor ?? (await pickBenchmark(benchmarks));
    return chosen === undefined ? null : { uri: editor.document.uri.toString(), benchmark: chosen.name };
  }

  async #benchmarks(document: vscode.TextDocument): Promise<readonly BenchmarkAtLine[]> {
    if (!isTestFile(document)) return [];
    return this.server.execute('benchmarks', {
      uri: document.uri.toString(),
    });
  }
}

/** The editor with the cursor; while the page has the focus, a test file that is in sight. */
function shownEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor ?? visibleTextEditors.find(({ document }) => isTestFile(document));
}

function isTestFile({ fileName }: vscode.TextDocument): boolean {
  return fileName.endsWith('_test.go');
}

async function pickBenchmark(benchmarks: readonly BenchmarkAtLine[]): Promise<BenchmarkAtLine | undefined> {
  const items = benchmarks.map((benchmark) => ({
    label: benchmark.name,
    description: vscode.l10n.t('line {0}', benchmark.line + 1),
    benchmark,
  }));
  const picked = await choose(items, {
    title: vscode.l10n.t('Profile Benchmark'),
    placeHolder: vscode.l10n.t('The cursor is in no benchmark. Which one should be profiled?'),
  });
  return picked?.benchmark;
}

function showNoBenchmarks(): Promise<void> {
  return sayInfo(
    vscode.l10n.t('There is no benchmark here. Open a Go test file with a func BenchmarkXxx(b *testing.B).'),
    [
      vscode.l10n.t('Find Test File'),
      () => vscode.commands.executeCommand('workbench.action.quickOpen', '_test.go'),
    ],
  );
}
