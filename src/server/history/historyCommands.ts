import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, type Problem } from '../../base/result.ts';
import { type StageTable, stagesText } from '../../base/stages.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure } from '../../bench/verdicts/changeWords.ts';
import { stageTable } from '../../go/results/stages.ts';
import type { CompareRunsArgs, KeptRunChange, OpenOutcome } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import { unsureText } from '../results/changeText.ts';
import type { Services } from '../services/services.ts';
import { showOpened } from '../sessions/openOutcome.ts';
import { comparisonId, type Session } from '../sessions/session.ts';
import { exportRun } from './exportRun.ts';
import { type History, runGone } from './history.ts';
import type { Keeper } from './keeper.ts';
import { type KeptResult, resultOf, runName } from './keptRun.ts';
import type { KeptSessions } from './keptSessions.ts';
import { oldResults } from './listedResults.ts';

export interface HistoryContext extends Pick<Services, 'connection' | 'sessions' | 'results' | 'messages'> {
  /** Resolves once the runs of earlier are read. */
  readonly history: () => Promise<History>;
  readonly keeper: Keeper;
  readonly keptSessions: KeptSessions;
  /** Measures two runs again in turns. Answers whether that was done; a message says why not. */
  readonly measureInTurns: (runs: CompareRunsArgs) => Promise<boolean>;
  /** Results have changed: the editor should ask for lenses again. */
  readonly resultsChanged: () => void;
}

/** What the user does with kept runs. Shows what goes wrong as messages; the answers say whether it was done. */
export class HistoryCommands {
  /** Of comparisons of more than two runs, by their ids. */
  readonly #stages = new Map<string, StageTable>();

  constructor(private readonly context: HistoryContext) {}

  /** Names a run, or pins it. */
  async change({ runId, ...change }: KeptRunChange): Promise<boolean> {
    const history = await this.context.history();
    const changed = await history.change(runId, change);
    if (!changed.ok) {
      this.#warn(changed.problem);
      return false;
    }
    const kept = history.get(runId);
    if (kept !== undefined && change.pinned !== undefined) this.#setBaseline(kept);
    return true;
  }

  async remove(runIds: readonly string[]): Promise<boolean> {
    const history = await this.context.history();
    const wanted = new Set(runIds);
    return this.#remove(
      history,
      history.results.filter(({ id }) => wanted.has(id)),
    );
  }

  /** @param count how many the user was asked about */
  async removeOld(count: number): Promise<boolean> {
    const history = await this.context.history();
    const old = oldResults(history.results);
    if (old.length === count) return this.#remove(history, old);
    this.#warn(fail('runs-changed', 'Other runs are old by now, so nothing was deleted. Try again.').problem);
    return false;
  }

  async #remove(history: History, wanted: readonly KeptResult[]): Promise<boolean> {
    const { keeper, results, resultsChanged } = this.context;
    const removal = await history.remove(wanted);
    keeper.forget(removal);
    for (const { id, benchmark } of removal.removed) results.remove(benchmark.directory, benchmark.name, id);
    resultsChanged();
    return removal.problem === null;
  }

  /** Answers the new folder; `null` if there is none. */
  async export(runId: string, target: string): Promise<string | null> {
    const kept = (await this.context.history()).get(runId);
    const exported = kept === undefined ? runGone() : await exportRun(kept, target);
    if (!exported.ok) {
      this.#warn(exported.problem);
      return null;
    }
    for (const problem of exported.value.problems) this.#warn(problem);
    return exported.value.folder;
  }

  /** Prints the table of a comparison to the output, opens the profiles as sessions and shows the first of them. */
  async compare({ runId, baseId, between = [] }: CompareRunsArgs): Promise<OpenOutcome> {
    const { messages, keptSessions, sessions, results } = this.context;
    const history = await this.context.history();
    const kept = history.get(runId);
    const base = history.get(baseId);
    const others = between.flatMap((id) => history.get(id) ?? []);
    if (kept === undefined || base === undefined || others.length < between.length) {
      this.#warn(runGone().problem);
      return { status: 'failed', message: '' };
    }
    // Comparing files needs the large regular-expression engine of benchstat's filters.
    const { compareKept } = await import('./compareKept.ts');
    const { directory, name } = kept.benchmark;
    const { text, changes, asksForTurns } = compareKept(base, kept, results.get(directory, name)?.drift ?? 0);
    const stages = others.length === 0 ? null : this.#stageTable([base, ...others, kept]);
    messages.output(`\n${stages === null ? text : stagesText(stages)}`);
    const id = comparisonId(runId, baseId);
    if (stages === null) this.#stages.delete(id);
    else this.#stages.set(id, stages);
    if (asksForTurns && stages === null) this.#offerTurns({ runId, baseId }, name, changes);
    const opened = await keptSessions.compare(kept, base);
    for (const problem of opened.problems) this.#warn(problem);
    const [first] = opened.sessions;
    if (first !== undefined) return showOpened(sessions, first, {});
    messages.showOutput();
    return {
      status: 'failed',
      message: l10n.t('The runs have no profiles of one kind; their results are in the output.'),
    };
  }

  /** The results that a session compares, if they are of more than two runs. */
  stagesOf({ origin }: Pick<Session, 'origin'>): StageTable | null {
    return origin.from === 'benchmark' ? (this.#stages.get(origin.runId) ?? null) : null;
  }

  #stageTable(all: readonly KeptResult[]): StageTable {
    const { results } = this.context;
    const stages = all.map((each) => ({ label: runName(each), results: [resultOf(each)] }));
    const [{ benchmark }] = all as [KeptResult];
    return stageTable(stages, () => results.get(benchmark.directory, benchmark.name)?.drift ?? 0);
  }

  /** A click measures the two in turns and prints the table of what was measured. */
  #offerTurns(runs: CompareRunsArgs, name: string, changes: readonly MetricChange[]): void {
    const { messages, measureInTurns } = this.context;
    const doubted = changes.find(isUnsure);
    if (doubted === undefined) return;
    const { problem } = fail('unsure', '{0}: the difference between the two runs is {1}.', [
      name,
      unsureText(doubted),
    ]);
    const settle = async () => {
      if (!(await measureInTurns(runs))) return;
      await this.compare({ runId: runs.runId, baseId: runs.baseId });
      messages.showOutput();
    };
    messages.problem(problem, 'warning', [{ title: l10n.t('Measure in Turns'), run: settle }]);
  }

  #setBaseline(kept: KeptResult): void {
    const { results, sessions, resultsChanged } = this.context;
    const { directory, name, pinned } = kept.benchmark;
    const sessionIds = sessions.ofRun(kept.id).map(({ id }) => id);
    results.setBaseline(directory, name, pinned ? { result: resultOf(kept), sessionIds } : null);
    resultsChanged();
  }

  /**
   * Shows what a benchmark has left (`b.ArtifactDir`): a single file as text; several as a folder of the system's, as the
   * editor shows no folder. Answers whether it was done.
   */
  async openArtifacts(runId: string): Promise<boolean> {
    const { connection, messages, results } = this.context;
    const kept = (await this.context.history()).get(runId);
    const { artifacts: folder } = results.find(runId)?.result ?? (kept === undefined ? {} : resultOf(kept));
    const entries =
      folder === undefined ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
    const [only] = entries;
    if (folder === undefined || only === undefined) {
      const template = 'The artifacts of this run are no longer on the disk. Profile again to have new ones.';
      this.#warn(fail('no-artifacts', template).problem);
      return false;
    }
    const isOneFile = entries.length === 1 && only.isFile();
    const shown = isOneFile ? path.join(folder, only.name) : folder;
    const uri = fileUri(shown);
    const { success } = await connection.window
      .showDocument(isOneFile ? { uri, takeFocus: true } : { uri, external: true })
      .catch(() => ({ success: false }));
    if (!success) messages.tell(l10n.t('The artifacts are in {0}', shown), 'info');
    return success;
  }

  #warn(problem: Problem): void {
    this.context.messages.problem(problem, 'warning');
  }
}
