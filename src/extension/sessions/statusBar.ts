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
export function showInStatusBar(sessions: Sessions, subscriptions: vscode.Disposable[]): void {
  const item = vscode.window.createStatusBarItem('pprofLens.active', vscode.StatusBarAlignment.Left, 10);
  item.name = 'pprof Lens';
  item.command = commandId('switchProfile');
  const show = () => {
    const { active, activeSession, activeTitle, activeNews } = sessions;
    if (active === null || activeTitle === '') return item.hide();
    const age = activeSession?.age;
    const icon = (age?.newestRunId ?? null) === null ? '$(flame)' : '$(history)';
    const title = plainText(activeTitle, longestTitle);
    item.text = [`${icon} ${title}`, plainText(activeNews), plainText(age?.short ?? '')]
      .filter((part) => part !== '')
      .join(' · ');
    const shown = vscode.l10n.t('The lines show {0}. Click to choose another cost.', plainText(activeTitle));
    item.tooltip = age === undefined ? shown : `${plainMessage(age.sentence)} ${shown}`;
    item.accessibilityInformation = { label: item.tooltip, role: 'button' };
    item.show();
  };
  subscriptions.push(item, sessions.onDidChange(show));
}
