import * as vscode from 'vscode';
import { property, text } from '../../base/outsideValues.ts';
import type { KeptRunSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { ask, choose, confirm, sayInfo } from '../server/say.ts';
import { resultText, runIdOf, timeText } from './profilesTree.ts';
import type { ProfilesView } from './profilesView.ts';

/** The argument of the view's keys: the command is for the nodes that are selected there. */
const selectionArgument = 'selection';

/**
 * The commands for kept runs. From the view's menus and keys, they are for the selected runs; from the
 * palette, the user chooses a run.
 */
export class RunCommands {
  constructor(
    private readonly server: LanguageServer,
    private readonly view: ProfilesView,
  ) {}

  get #all(): readonly KeptRunSummary[] {
    return this.server.history.value.runs;
  }

  /** Shows the run's costs in the lines, without opening the flame graph. */
  async show(node: unknown): Promise<void> {
    const run = await this.#run(node, vscode.l10n.t('Show Costs of Run'), (each) => each.profiles.length > 0);
    const path = text(property(node, 'profilePath')) ?? run?.profiles[0]?.path;
    if (path !== undefined) await this.server.execute('openProfile', { path });
  }

  /** Makes the run the baseline of its benchmark; one that is pinned is so no more. */
  async pin(node: unknown): Promise<void> {
    const run = await this.#run(node, vscode.l10n.t('Pin or Unpin Run'));
    if (run !== null) await this.server.execute('changeRun', { runId: run.runId, pinned: !run.pinned });
  }

  async rename(node: unknown): Promise<void> {
    const run = await this.#run(node, vscode.l10n.t('Rename Run'));
    if (run === null) return;
    const name = await ask({
      title: vscode.l10n.t('Rename Run of {0}', run.benchmark),
      prompt: vscode.l10n.t(
        'A run with a name is kept until you delete it. Leave it empty to remove the name.',
      ),
      value: run.label ?? '',
    });
    if (name === undefined) return;
    const label = name.trim() === '' ? null : name.trim();
    await this.server.execute('changeRun', { runId: run.runId, label });
  }

  /** @param nodes the selected nodes, if there are several; the runs among them are compared with each other */
  async compare(node: unknown, nodes: unknown): Promise<void> {
    const selected = this.#selected(nodes);
    if (selected.length > 1) return this.#compare(selected);
    const run = await this.#run(node, vscode.l10n.t('Compare Run'));
    if (run === null) return;
    const title = vscode.l10n.t('Compare {0}, {1}, with', run.benchmark, nameOf(run));
    const isOther = (each: KeptRunSummary) => each.runId !== run.runId;
    const isSame = (each: KeptRunSummary) =>
      each.benchmark === run.benchmark && each.directory === run.directory;
    const others = this.#all.filter(isOther);
    // Runs of the same benchmark come first, because the user most likely wants one of these.
    const base = await pick([...others.filter(isSame), ...others.filter((each) => !isSame(each))], title);
    if (base !== undefined) await this.#compare([run, base]);
  }

  /** The oldest one is the base, whichever was chosen first. */
  async #compare(runs: readonly KeptRunSummary[]): Promise<void> {
    const [base, ...others] = [...runs].sort((a, b) => a.takenAt - b.takenAt);
    const newest = others.pop();
    if (base === undefined || newest === undefined) return;
    const between = others.map(({ runId }) => runId);
    const compared = { runId: newest.runId, baseId: base.runId };
    await this.server.execute('compareRuns', between.length === 0 ? compared : { ...compared, between });
  }

  async export(node: unknown): Promise<void> {
    const run = await this.#run(node, vscode.l10n.t('Export Run'));
    if (run === null) return;
    const [folder] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Export Run of {0}', run.benchmark),
        openLabel: vscode.l10n.t('Export Here'),
        canSelectFiles: false,
        canSelectFolders: true,
      })) ?? [];
    if (folder === undefined) return;
    const request = { runId: run.runId, folder: folder.fsPath };
    const exported = await this.server.execute('exportRun', request);
    if (exported !== null) {
      void sayInfo(vscode.l10n.t('The run has been exported to {0}.', exported));
    }
  }

  /** @param nodes the selected nodes, if there are several */
  async delete(node: unknown, nodes: unknown): Promise<void> {
    let runs = this.#selected(node === selectionArgument ? this.view.selection : nodes);
    if (runs.length < 2 && node === undefined) {
      const chosen = await this.#chosenToDelete();
      if (chosen === 'old') return this.#deleteOld();
      runs = chosen === undefined ? [] : [chosen];
    } else if (runs.length < 2) {
      const run = await this.#run(node, vscode.l10n.t('Delete Runs'));
      runs = run === null ? [] : [run];
    }
    const [first] = runs;
    if (first === undefined) return;
    const question =
      runs.length === 1
        ? vscode.l10n.t('Delete the run of {0}, {1}?', first.benchmark, nameOf(first))
        : vscode.l10n.t('Delete {0} runs?', runs.length);
    if (!(await confirmDeleting(question))) return;
    await this.server.execute('deleteRuns', { runIds: runs.map(({ runId }) => runId) });
  }

  /** Asks which run is to be deleted: one, or `old`: all that nobody has asked to keep. */
  async #chosenToDelete(): Promise<KeptRunSummary | 'old' | undefined> {
    const { old, runs: all } = this.server.history.value;
    const title = vscode.l10n.t('Delete Runs');
    const allOld: RunItem<'old'>[] =
      old === 0
        ? []
        : [
            {
              label: vscode.l10n.t('{0} Old Runs', old),
              description: vscode.l10n.t('all but pinned and named ones and the last of each benchmark'),
              run: 'old',
            },
          ];
    return (await choose([...allOld, ...all.map(runItem)], { title, placeHolder: whichRun() }))?.run;
  }

  async #deleteOld(): Promise<void> {
    const { old } = this.server.history.value;
    const question = vscode.l10n.t(
      'Delete {0} old runs? Pinned and named ones and the last of each benchmark stay.',
      old,
    );
    if (await confirmDeleting(question)) await this.server.execute('deleteOldRuns', { count: old });
  }

  #selected(nodes: unknown): KeptRunSummary[] {
    const all = Array.isArray(nodes) ? nodes : [];
    return all.flatMap((node) => this.#runOf(node) ?? []);
  }

  #runOf(node: unknown): KeptRunSummary | undefined {
    const runId = runIdOf(node);
    return runId === undefined ? undefined : this.#all.find((run) => run.runId === runId);
  }

  /**
   * The run that the command is for: the node's, or one that the user chooses among those that fit. `null` if
   * there is none.
   */
  async #run(
    node: unknown,
    title: string,
    fits: (run: KeptRunSummary) => boolean = () => true,
  ): Promise<KeptRunSummary | null> {
    const meant = node === selectionArgument ? this.view.selection[0] : node;
    if (meant !== undefined) return this.#runOf(meant) ?? null;
    const runs = this.#all.filter(fits);
    if (runs.length > 0) return (await pick(runs, title)) ?? null;
    void sayInfo(
      this.#all.length === 0
        ? vscode.l10n.t('There are no runs yet. Profile a benchmark first.')
        : vscode.l10n.t('No run fits this command.'),
    );
    return null;
  }
}

function confirmDeleting(question: string): Promise<boolean> {
  const detail = vscode.l10n.t('Results and profiles are removed from the disk.');
  return confirm(question, detail, vscode.l10n.t('Delete'));
}

function nameOf({ label, takenAt }: KeptRunSummary): string {
  return label ?? timeText(takenAt, new Date(), vscode.env.language);
}

async function pick(runs: readonly KeptRunSummary[], title: string): Promise<KeptRunSummary | undefined> {
  return (await choose(runs.map(runItem), { title, placeHolder: whichRun() }))?.run;
}

type RunItem<T> = vscode.QuickPickItem & { readonly run: T };

function runItem(run: KeptRunSummary): RunItem<KeptRunSummary> {
  return { label: run.benchmark, description: nameOf(run), detail: resultText(run), run };
}

function whichRun(): string {
  return vscode.l10n.t('Which run?');
}
