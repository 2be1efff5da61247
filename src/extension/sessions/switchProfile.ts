import * as vscode from 'vscode';
import type { ActiveCost } from '../../protocol.ts';
import { commandIds } from '../server/commandIds.ts';
import type { Sessions } from './sessions.ts';

interface CostItem extends vscode.QuickPickItem {
  readonly cost?: ActiveCost;
  readonly command?: string;
}

/**
 * Offers every sample type of every profile, the newest profile first. The lines then show the one that the
 * user chooses.
 */
export async function switchProfile(sessions: Sessions): Promise<void> {
  if (sessions.all.length === 0) {
    await showNoProfile();
    return;
  }
  const items = costItems(sessions);
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Show Costs of'),
    placeHolder: vscode.l10n.t('Which cost should the lines and the flame graph show?'),
    matchOnDescription: true,
  });
  if (picked?.cost !== undefined) await sessions.show(picked.cost);
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function costItems(sessions: Sessions): CostItem[] {
  const items: CostItem[] = [];
  for (const { id, title, sampleTypes } of sessions.all) {
    items.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
    for (const [sampleType, { label }] of sampleTypes.entries()) {
      const { active } = sessions;
      const isShown = active?.sessionId === id && active.sampleType === sampleType;
      items.push({
        label,
        // The title stands in each item, not in the separator: the search does not look at separators.
        description: isShown ? vscode.l10n.t('{0}, shown now', title) : title,
        iconPath: new vscode.ThemeIcon(isShown ? 'check' : 'blank'),
        cost: { sessionId: id, sampleType },
      });
    }
  }
  items.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
  items.push({
    label: vscode.l10n.t('Open Profile File…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
    command: commandIds.openProfile,
  });
  if (sessions.active !== null) {
    items.push({
      label: vscode.l10n.t('Show No Costs'),
      iconPath: new vscode.ThemeIcon('clear-all'),
      command: commandIds.clear,
    });
  }
  return items;
}

/** Says that there is no profile yet, and offers two ways to get one. */
export async function showNoProfile(): Promise<void> {
  const profile = vscode.l10n.t('Profile Benchmark');
  const open = vscode.l10n.t('Open Profile File…');
  const pressed = await vscode.window.showInformationMessage(
    vscode.l10n.t('There is no profile yet. Profile a benchmark or open a profile file.'),
    profile,
    open,
  );
  if (pressed === profile) await vscode.commands.executeCommand(commandIds.profileBenchmark);
  if (pressed === open) await vscode.commands.executeCommand(commandIds.openProfile);
}
