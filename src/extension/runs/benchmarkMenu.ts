import * as vscode from 'vscode';
import type { BenchmarkAddress, BenchmarkMenu, MenuItem } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { choose } from '../server/say.ts';

interface Choice extends vscode.QuickPickItem {
  readonly command?: string | undefined;
  readonly arguments?: readonly unknown[] | undefined;
}

/** Shows the result of a benchmark and what can be done with it, and does what the user chooses. */
export async function showBenchmarkMenu(server: LanguageServer, target: BenchmarkAddress): Promise<void> {
  const menu = await server.execute('benchmarkMenu', target);
  if (menu === null) return;
  const picked = await choose([...choices(menu), ...ownChoices(target)], {
    title: menu.title,
    placeHolder: vscode.l10n.t('Choose what to do next'),
  });
  if (picked?.command === undefined) return;
  await vscode.commands.executeCommand(picked.command, ...(picked.arguments ?? []));
}

function choices({ groups }: BenchmarkMenu): Choice[] {
  return groups
    .filter(({ items }) => items.length > 0)
    .flatMap(({ heading, items }) => [separator(heading), ...items.map(choice)]);
}

function choice({ icon, ...item }: MenuItem): Choice {
  return { ...item, iconPath: new vscode.ThemeIcon(icon) };
}

/** What the editor does without the server. */
function ownChoices(target: BenchmarkAddress): Choice[] {
  const ofBenchmark: Choice[] =
    target.benchmark === null
      ? []
      : [
          own('settings', vscode.l10n.t('Profile with Options…'), commandId('profileWithOptions'), target),
          own('git-compare', vscode.l10n.t('Compare with Git Ref…'), commandId('compareWithRef'), target),
        ];
  return [
    separator(vscode.l10n.t('More')),
    ...ofBenchmark,
    own('output', vscode.l10n.t('Show Output'), commandId('showOutput')),
  ];
}

function own(icon: string, label: string, command: string, ...args: readonly unknown[]): Choice {
  return { iconPath: new vscode.ThemeIcon(icon), label, command, arguments: args };
}

function separator(label: string): Choice {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
