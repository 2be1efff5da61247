import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver';
import { type OutputParams, outputMethod, showOutputMethod } from '../../protocol.ts';
import type { Problem } from '../../result.ts';

/** A button on a message. */
export interface MessageAction {
  readonly title: string;
  run(): void;
}

/** Messages to the user: one sentence, buttons where there is something to do, the details in the output channel. */
export class Messages {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Appends text to the output channel. */
  output(text: string): void {
    const params: OutputParams = { text };
    void this.#connection.sendNotification(outputMethod, params);
  }

  /** Brings the output channel to the front. */
  showOutput(): void {
    void this.#connection.sendNotification(showOutputMethod);
  }

  /** Writes a problem's sentence and its details to the output channel only. */
  logProblem(problem: Problem): void {
    const details = problem.details === undefined ? '' : `${problem.details.trimEnd()}\n`;
    this.output(`\n${localSentence(problem)}\n${details}`);
  }

  /**
   * Shows a problem's sentence, and writes it with its details to the output channel. Where there are details, a button
   * brings the channel to the front.
   */
  problem(problem: Problem, severity: 'error' | 'warning', actions: readonly MessageAction[] = []): void {
    const text = localSentence(problem);
    this.logProblem(problem);
    const all = [...actions];
    if (problem.details !== undefined) {
      all.push({
        title: l10n.t('Show Output'),
        run: () => this.showOutput(),
      });
    }
    void this.#ask(text, severity, all);
  }

  async #ask(text: string, severity: 'error' | 'warning', actions: readonly MessageAction[]): Promise<void> {
    const items = actions.map(({ title }) => ({ title }));
    const { window } = this.#connection;
    const pressed =
      severity === 'error'
        ? await window.showErrorMessage(text, ...items)
        : await window.showWarningMessage(text, ...items);
    actions.find(({ title }) => title === pressed?.title)?.run();
  }
}

/** A problem's sentence in the user's language. */
export function localSentence(problem: Problem): string {
  return l10n.t(problem.template, ...problem.args);
}
