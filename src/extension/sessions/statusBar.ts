import * as vscode from 'vscode';
import { plainMessage, plainText } from '../../base/escape.ts';
import { commandId } from '../server/commandNames.ts';
import type { Sessions } from './sessions.ts';

/** A longer title would push the other items out of the window. */
const longestTitle = 60;

/**
 * The item in the status bar. It names the profile whose costs the lines show; a click offers the other
 * profiles. Hidden while no costs are shown.
 */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('pprofLens.active', vscode.StatusBarAlignment.Left, 10);
  readonly #subscription: vscode.Disposable;

  constructor(sessions: Sessions) {
    this.#item.name = 'pprof Lens';
    this.#item.command = commandId('switchProfile');
    this.#subscription = sessions.onDidChange(() => this.#show(sessions));
  }

  #show(sessions: Sessions): void {
    const { active, activeSession, activeTitle, activeNews } = sessions;
    if (active === null || activeTitle === '') {
      this.#item.hide();
      return;
    }
    const age = activeSession?.age;
    const icon = (age?.newestRunId ?? null) === null ? '$(flame)' : '$(history)';
    const title = plainText(activeTitle, longestTitle);
    this.#item.text = [`${icon} ${title}`, plainText(activeNews), plainText(age?.short ?? '')]
      .filter((part) => part !== '')
      .join(' · ');
    const shown = vscode.l10n.t('The lines show {0}. Click to choose another cost.', plainText(activeTitle));
    this.#item.tooltip = age === undefined ? shown : `${plainMessage(age.sentence)} ${shown}`;
    this.#item.accessibilityInformation = { label: this.#item.tooltip, role: 'button' };
    this.#item.show();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }
}
