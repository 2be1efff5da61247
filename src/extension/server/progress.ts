import * as vscode from 'vscode';
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from 'vscode-languageclient/node';

/**
 * Shows the server's progress as notifications with a Cancel button. The language client alone would show a
 * line in the status bar, where nobody looks for a way to stop a benchmark.
 */
export class ProgressBars implements vscode.Disposable {
  readonly #bars = new Map<ProgressToken, ReturnType<typeof showBar>>();

  handle(
    token: ProgressToken,
    params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd,
    cancel: () => void,
  ): void {
    if (params.kind === 'begin') {
      const bar = showBar(params.title, params.cancellable === true, cancel);
      this.#bars.set(token, bar);
      bar.report(params.message, params.percentage);
    } else if (params.kind === 'report') {
      this.#bars.get(token)?.report(params.message, params.percentage);
    } else {
      this.#bars.get(token)?.end();
      this.#bars.delete(token);
    }
  }

  /** Ends all bars: the server they belong to is gone. */
  dispose(): void {
    for (const bar of this.#bars.values()) bar.end();
    this.#bars.clear();
  }
}

function showBar(title: string, cancellable: boolean, cancel: () => void) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let progress: vscode.Progress<{ message?: string; increment?: number }> | null = null;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable };
  void vscode.window.withProgress(options, (shown, cancellation) => {
    progress = shown;
    cancellation.onCancellationRequested(cancel);
    return ended;
  });
  let reached = 0;
  return {
    report(message: string | undefined, percentage: number | undefined) {
      // VS Code takes the increase since the last report; the protocol sends the percentage reached.
      const increment = Math.max(0, (percentage ?? reached) - reached);
      reached += increment;
      progress?.report({ increment, ...(message === undefined ? {} : { message }) });
    },
    end,
  };
}
