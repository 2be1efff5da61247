import * as vscode from 'vscode';
import { plainText } from '../../base/escape.ts';
import { type BenchmarkAddress, layoutCount, type RefChoice, type RunRequest } from '../../protocol.ts';
import { chosenIn, createPicker, plainItems } from '../server/say.ts';

type RefItem = vscode.QuickPickItem & { readonly ref?: string };

const icons: Readonly<Record<RefChoice['kind'], string>> = {
  head: 'git-commit',
  branch: 'git-branch',
  tag: 'tag',
  commit: 'git-commit',
};

/** The numbers of layouts that the button goes through; 0 for the one of a usual build. */
const layoutCounts = [0, 5, 10, 20] as const;

/** The number that was used last in the workspace. */
const layoutsKey = 'compare.layouts';

/**
 * Asks for a git ref: one of the list, or another one that the user types, such as `main~3`. A button asks for a
 * comparison over several layouts, which is remembered. `null` if the user cancels.
 */
export async function askRef(
  { benchmark }: BenchmarkAddress,
  choices: readonly RefChoice[],
  memory: vscode.Memento,
): Promise<Pick<RunRequest, 'against' | 'layouts'> | null> {
  const picker = createPicker<RefItem>(
    '',
    vscode.l10n.t('A branch, tag or commit; any name that git knows, such as main~3'),
  );
  let layouts = layoutCount(memory.get<unknown>(layoutsKey)) ?? 0;
  const next = () => layoutCounts.find((count) => count > layouts) ?? 0;
  const showLayouts = () => {
    const title = vscode.l10n.t('Compare {0} with', benchmark ?? '');
    const over = (count: number) => vscode.l10n.t('over {0} layouts', count);
    picker.title = plainText(layouts > 0 ? `${title} · ${over(layouts)}` : title);
    const tooltip =
      next() === 0
        ? vscode.l10n.t('Measure one layout of the code: quicker')
        : vscode.l10n.t('Measure {0} of the code: surer, slower', over(next()));
    picker.buttons = [{ iconPath: new vscode.ThemeIcon(layouts > 0 ? 'layers-active' : 'layers'), tooltip }];
  };
  showLayouts();
  picker.onDidTriggerButton(() => {
    layouts = next();
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
  if (against === undefined) return null;
  await memory.update(layoutsKey, layouts);
  return { against, layouts };
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
