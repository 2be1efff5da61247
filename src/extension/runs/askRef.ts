import * as vscode from 'vscode';
import { plainText } from '../../base/escape.ts';
import type { BenchmarkAddress, RefChoice, RunRequest } from '../../protocol.ts';
import { chosenIn, createPicker, plainItems } from '../server/say.ts';

type RefItem = vscode.QuickPickItem & { readonly ref?: string };

const icons: Readonly<Record<RefChoice['kind'], string>> = {
  head: 'git-commit',
  branch: 'git-branch',
  tag: 'tag',
  commit: 'git-commit',
};

/** How many layouts the button asks for, if the setting does not say. */
const usualLayouts = 5;

/**
 * Asks for a git ref: one of the list, or another one that the user types, such as `main~3`. A button asks for a
 * comparison over several layouts. `null` if the user cancels.
 */
export async function askRef(
  { uri, benchmark }: BenchmarkAddress,
  choices: readonly RefChoice[],
): Promise<Pick<RunRequest, 'against' | 'layouts'> | null> {
  const picker = createPicker<RefItem>(
    '',
    vscode.l10n.t('A branch, tag or commit; any name that git knows, such as main~3'),
  );
  const usual = vscode.workspace
    .getConfiguration('pprofLens', vscode.Uri.parse(uri))
    .get('compare.layouts', 0);
  let layouts = usual;
  const showLayouts = () => {
    const title = vscode.l10n.t('Compare {0} with', benchmark ?? '');
    const over = vscode.l10n.t('over {0} layouts', layouts || usual || usualLayouts);
    picker.title = plainText(layouts > 0 ? `${title} · ${over}` : title);
    const tooltip =
      layouts > 0
        ? vscode.l10n.t('Measure one layout of the code: quicker')
        : vscode.l10n.t('Measure {0} of the code: surer, slower', over);
    picker.buttons = [{ iconPath: new vscode.ThemeIcon(layouts > 0 ? 'layers-active' : 'layers'), tooltip }];
  };
  showLayouts();
  picker.onDidTriggerButton(() => {
    layouts = layouts > 0 ? 0 : usual || usualLayouts;
    showLayouts();
  });
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const items = plainItems(itemsOf(choices));
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
    picker.items = typed === '' || names.has(typed) ? items : [...items, ...plainItems([own])];
  });
  const against = (await chosenIn(picker))?.ref;
  return against === undefined ? null : { against, layouts };
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
      label: name,
      iconPath: new vscode.ThemeIcon(icons[kind]),
      description,
      detail,
      ref: name,
    }));
    return kind === 'head' ? items : [heading, ...items];
  });
}
