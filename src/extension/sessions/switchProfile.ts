import * as vscode from 'vscode';
import type { ActiveCost, CostGroup } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { runsPrograms } from '../server/places.ts';
import { chosenIn, createPicker, plainItems, sayInfo, sayWarning } from '../server/say.ts';
import { costGroups, hasWords, nextKind } from './costGroups.ts';
import type { Sessions } from './sessions.ts';

interface CostItem extends vscode.QuickPickItem {
  readonly cost?: ActiveCost;
  readonly command?: string;
  readonly clears?: true;
}

/**
 * Offers every cost of every profile, those of the shown run first. The lines and the flame graph then show the one that
 * the user chooses.
 */
export async function switchProfile(sessions: Sessions): Promise<void> {
  if (sessions.all.length === 0) return showNoProfile();
  const picked = await pick(costItems(sessions));
  if (picked?.cost !== undefined || picked?.clears === true) await sessions.show(picked.cost ?? null);
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

/** Shows the main cost of the next kind of profile of the shown run: CPU, memory, blocking, mutexes, and CPU again. */
export async function showNextKind(sessions: Sessions): Promise<void> {
  const { active } = sessions;
  if (active === null) return switchProfile(sessions);
  const next = nextKind(sessions.all, active);
  if (next !== null) return sessions.show(next);
  const options = [
    vscode.l10n.t('Profile with Options…'),
    () => vscode.commands.executeCommand(commandId('profileWithOptions')),
  ] as const;
  const text = vscode.l10n.t('This run has no other kind of profile. The kinds are chosen before a run.');
  await sayInfo(text, ...(runsPrograms ? [options] : []));
}

/**
 * VS Code looks for what the user types in the label or in the description, not in both: it would find no `rank memory`. So
 * the items are filtered here.
 */
function pick(
  costs: readonly CostItem[],
): Promise<Pick<CostItem, 'cost' | 'command' | 'clears'> | undefined> {
  const items = plainItems(costs);
  const picker = createPicker<CostItem>(
    vscode.l10n.t('Show Costs of'),
    vscode.l10n.t('Which cost should the lines and the flame graph show?'),
  );
  picker.items = items;
  picker.onDidChangeValue((typed) => {
    const found = items.filter(({ label, description = '', kind }) =>
      typed.trim() === '' ? true : kind === undefined && hasWords(typed, `${label} ${description}`),
    );
    picker.items = found;
  });
  return chosenIn(picker);
}

function costItems(sessions: Sessions): CostItem[] {
  const { active } = sessions;
  const groups = costGroups(sessions.all, active?.sessionId ?? null);
  const items = groups.flatMap((group) => groupItems(group, sessions));
  const age = sessions.activeSession?.age;
  if (age !== undefined && age.newestRunId !== null) {
    items.unshift({
      label: vscode.l10n.t('Show Newest Run'),
      description: age.sentence,
      iconPath: new vscode.ThemeIcon('history'),
      command: commandId('showNewest'),
      alwaysShow: true,
    });
  }
  items.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
  items.push({
    label: vscode.l10n.t('Open Profile File…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
    command: commandId('openProfile'),
    alwaysShow: true,
  });
  if (active !== null) {
    items.push({
      label: vscode.l10n.t('Show No Costs'),
      iconPath: new vscode.ThemeIcon('clear-all'),
      clears: true,
      alwaysShow: true,
    });
  }
  return items;
}

function groupItems({ title, choices }: CostGroup, sessions: Sessions): CostItem[] {
  const { active } = sessions;
  const items = choices.map(({ cost, label }): CostItem => {
    // In each item, not only in the separator: it is searched, and a screen reader reads it.
    const session = sessions.get(cost.sessionId);
    // The group's title begins as that of its sessions does.
    const profile = session === undefined ? title : session.title + title.slice(session.runTitle.length);
    const isShown = cost.sessionId === active?.sessionId && cost.sampleType === active.sampleType;
    return {
      label,
      description: isShown ? vscode.l10n.t('{0}, shown now', profile) : profile,
      iconPath: new vscode.ThemeIcon(isShown ? 'check' : 'blank'),
      cost,
      alwaysShow: true,
    };
  });
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** Says that there is no profile yet, and offers two ways to get one. */
export async function showNoProfile(): Promise<void> {
  const { executeCommand } = vscode.commands;
  const profile = [
    vscode.l10n.t('Profile Benchmark'),
    () => executeCommand(commandId('profileBenchmark')),
  ] as const;
  await sayInfo(
    runsPrograms
      ? vscode.l10n.t('There is no profile yet. Profile a benchmark or open a profile file.')
      : noProfileInWeb(),
    ...(runsPrograms ? [profile] : []),
    [vscode.l10n.t('Open Profile File…'), () => executeCommand(commandId('openProfile'))],
  );
}

/** What there is to do, and why it is not more. */
export function noProfileInWeb(): string {
  return vscode.l10n.t(
    'No profile is shown. Open a profile file. Nothing can be profiled here: VS Code for the Web runs no programs.',
  );
}

/** Shows the newest run of the benchmark whose costs the lines show. */
export async function showNewest(server: LanguageServer, { activeSession }: Sessions): Promise<void> {
  const runId = activeSession?.age?.newestRunId ?? null;
  if (runId === null) return sayInfo(vscode.l10n.t('The lines show no older run of a benchmark.'));
  const outcome = await server.execute('showResult', { runId });
  if (outcome.status === 'failed' && outcome.message !== '') await sayWarning(outcome.message);
}
