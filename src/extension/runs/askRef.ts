import * as vscode from 'vscode';
import type { RefChoice } from '../../protocol.ts';

type RefItem = vscode.QuickPickItem & { readonly ref?: string };

const icons: Readonly<Record<RefChoice['kind'], string>> = {
  head: 'git-commit',
  branch: 'git-branch',
  tag: 'tag',
  commit: 'git-commit',
};

/**
 * Asks for a git ref: one of the list, or another one that the user types, such as `main~3`. `null` if the
 * user cancels.
 */
export function askRef(benchmark: string | null, choices: readonly RefChoice[]): Promise<string | null> {
  const picker = vscode.window.createQuickPick<RefItem>();
  picker.title = vscode.l10n.t('Compare {0} with', benchmark ?? '');
  picker.placeholder = vscode.l10n.t('A branch, tag or commit; any name that git knows, such as main~3');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const items = itemsOf(choices);
  picker.items = items;
  const names = new Set(choices.map(({ name }) => name));
  picker.onDidChangeValue((value) => {
    const typed = value.trim();
    const own: RefItem = {
      label: typed,
      description: vscode.l10n.t('as typed'),
      ref: typed,
      alwaysShow: true,
    };
    picker.items = typed === '' || names.has(typed) ? items : [...items, own];
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      resolve(chosen?.ref ?? (picker.value.trim() || null));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(null);
      picker.dispose();
    });
    picker.show();
  });
}

function itemsOf(choices: readonly RefChoice[]): RefItem[] {
  const headings: Readonly<Record<RefChoice['kind'], string>> = {
    head: '',
    branch: vscode.l10n.t('branches'),
    tag: vscode.l10n.t('tags'),
    commit: vscode.l10n.t('recent commits'),
  };
  return (['head', 'branch', 'tag', 'commit'] as const).flatMap((kind) => {
    const own = choices.filter((choice) => choice.kind === kind);
    if (own.length === 0) return [];
    const heading = { label: headings[kind], kind: vscode.QuickPickItemKind.Separator };
    const items = own.map(({ name, description, detail }) => ({
      label: `$(${icons[kind]}) ${name}`,
      description,
      detail,
      ref: name,
    }));
    return kind === 'head' ? items : [heading, ...items];
  });
}
