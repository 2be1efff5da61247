import * as l10n from '@vscode/l10n';
import {
  type CancellationToken,
  CancellationTokenSource,
  type Connection,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
} from 'vscode-languageserver';
import { plainMessage, shortened, visible } from '../../base/escape.ts';
import type { Problem } from '../../base/result.ts';
import { type OutputParams, outputMethod, showOutputMethod } from '../../protocol.ts';
import { type Background, backgroundOf } from './background.ts';

export interface MessageAction {
  readonly title: string;
  /** In the background, and what it answers is not looked at. */
  run(): unknown;
}

/** How far something is that takes a while. */
export interface ProgressBar {
  /** Cancelled by the user. */
  readonly token: CancellationToken;
  begin(title: string, text: string): void;
  /** @param percent from 0 to 100 */
  report(percent: number, text: string): void;
  done(): void;
}

/** What the client can do with messages. */
export interface MessageAbilities {
  readonly hearsNews: boolean;
  /** It shows messages with buttons while it goes on. */
  readonly asksWithButtons: boolean;
}

/**
 * Messages to the user: one sentence, buttons where there is something to do, the details in the output channel. No
 * other file shows messages: VS Code makes links of `[text](command:...)` in them, and names can hold that.
 */
export class Messages {
  readonly #background: Background;

  constructor(
    private readonly connection: Connection,
    private readonly client: MessageAbilities,
  ) {
    this.#background = backgroundOf(connection);
  }

  /** Sends a notification of our own, to a client that hears them: others warn their users of what they do not know. */
  news(method: string, params?: object): void {
    if (!this.client.hearsNews) return;
    this.#background(() => this.connection.sendNotification(method, params));
  }

  /** Appends text to the output channel. Programs have written it, and some editors show their channels in a terminal. */
  output(text: string): void {
    const params: OutputParams = { text: visible(text) };
    if (this.client.hearsNews) this.news(outputMethod, params);
    else this.connection.console.log(params.text);
  }

  /** Whether there is a channel to bring to the front. */
  get hearsNews(): boolean {
    return this.client.hearsNews;
  }

  showOutput(): void {
    this.news(showOutputMethod);
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
    const output = { title: l10n.t('Show Output'), run: () => this.showOutput() };
    const isShown = problem.details !== undefined && this.client.hearsNews;
    const all = isShown ? [...actions, output] : actions;
    this.#background(() => this.#ask(text, severity, all));
  }

  tell(text: string, severity: 'info' | 'warning'): void {
    this.#background(() => this.#ask(text, severity, []));
  }

  /** Shows a sentence with what can be done about it. */
  offer(text: string, actions: readonly MessageAction[], severity: 'info' | 'warning' = 'info'): void {
    this.#background(() => this.#ask(text, severity, actions));
  }

  /** A bar that shows how far something is that takes a while. The user can cancel it. */
  progress(): ProgressBar {
    const cancelled = new CancellationTokenSource();
    const creating = this.connection.window.createWorkDoneProgress();
    // The work need not wait until the client has made the bar.
    const whenMade = (act: (bar: Awaited<typeof creating>) => void) =>
      void creating.then(act, () => undefined);
    this.#background(async () => {
      (await creating).token.onCancellationRequested(() => cancelled.cancel());
    });
    return {
      token: cancelled.token,
      begin: (title, text) => whenMade((bar) => bar.begin(title, 0, plainMessage(text), true)),
      report: (percent, text) => whenMade((bar) => bar.report(percent, plainMessage(text))),
      done: () => {
        whenMade((bar) => bar.done());
        cancelled.dispose();
      },
    };
  }

  async #ask(
    sentence: string,
    severity: 'error' | 'warning' | 'info',
    actions: readonly MessageAction[],
  ): Promise<void> {
    const text = plainMessage(sentence);
    if (actions.length === 0 || !this.client.asksWithButtons) {
      const params: ShowMessageParams = { type: messageTypes[severity], message: text };
      return this.connection.sendNotification(ShowMessageNotification.type, params);
    }
    const items = actions.map(({ title }) => ({ title }));
    const { window } = this.connection;
    const show = {
      error: () => window.showErrorMessage(text, ...items),
      warning: () => window.showWarningMessage(text, ...items),
      info: () => window.showInformationMessage(text, ...items),
    };
    const pressed = await show[severity]();
    await actions.find(({ title }) => title === pressed?.title)?.run();
  }
}

const messageTypes = {
  error: MessageType.Error,
  warning: MessageType.Warning,
  info: MessageType.Info,
} as const;

/** The longest name within a sentence: what follows must be seen. Most paths are shorter. */
const longestArgument = 400;

/** A problem's sentence in the user's language. */
export function localSentence({ template, args }: Problem): string {
  return l10n.t(
    template,
    ...args.map((each) => (typeof each === 'string' ? shortened(each, longestArgument) : each)),
  );
}
