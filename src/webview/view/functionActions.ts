import * as l10n from '@vscode/l10n';
import { plainLine } from '../../base/escape.ts';
import type { MenuItem } from '../controls/Menu.tsx';
import { exactly } from '../engine/filterList.ts';
import type { FilterKind } from '../engine/scope.ts';

export interface FunctionActions {
  /** Other tabs show it from now on. */
  readonly select: (functionName: string) => void;
  readonly addFilter: (kind: FilterKind, expression: string) => void;
  readonly showCallers: (functionName: string) => void;
  /** Shows it in the table of the callers and callees of all functions. */
  readonly showPeek: (functionName: string) => void;
  readonly showSource: (functionName: string) => void;
  /** Marks its frames in the flame graph. */
  readonly showInFlameGraph: (functionName: string) => void;
  /** Opens a line in the editor; `null` where there is no editor. */
  readonly openSource: ((file: string, line: number) => void) | null;
  /** Lets the user say which file here a file of the profile is. `null` as for `openSource`. */
  readonly mapPath: ((file: string) => void) | null;
}

export interface ChosenFunction {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The stack of its frame, root first; `null` where the menu is not opened for a frame. */
  readonly stack: readonly string[] | null;
}

export function functionMenu(chosen: ChosenFunction, actions: FunctionActions): MenuItem[] {
  const { name, file, line, stack } = chosen;
  const expression = exactly(name);
  const filter = (kind: FilterKind, label: string): MenuItem => ({
    label,
    onChoose: () => actions.addFilter(kind, expression),
  });
  const { openSource } = actions;
  const items: MenuItem[] = [
    filter('focus', l10n.t('Focus: only stacks with it')),
    filter('ignore', l10n.t('Ignore: only stacks without it')),
    filter('hide', l10n.t('Hide its frames')),
    filter('show', l10n.t('Show only its frames')),
    filter('showFrom', l10n.t('Show from it: remove its callers')),
    {
      label: l10n.t('Callers and callees'),
      startsGroup: true,
      onChoose: () => actions.showCallers(name),
    },
    { label: l10n.t('Show in Peek'), onChoose: () => actions.showPeek(name) },
    { label: l10n.t('Show source here'), onChoose: () => actions.showSource(name) },
  ];
  if (stack === null) {
    items.push({ label: l10n.t('Show in the flame graph'), onChoose: () => actions.showInFlameGraph(name) });
  }
  if (openSource !== null && file !== '') {
    items.push({ label: l10n.t('Open in the editor'), onChoose: () => openSource(file, line) });
  }
  items.push({ label: l10n.t('Copy name'), startsGroup: true, onChoose: () => copyNames([name]) });
  if (stack !== null) items.push({ label: l10n.t('Copy stack'), onChoose: () => copyNames(stack) });
  return items;
}

/** Puts names on the clipboard, one a line. A line end in a name would end a command where they are pasted. */
export function copyNames(names: readonly string[]): void {
  copy(names.map(plainLine).join('\n'));
}

export function copy(text: string): void {
  navigator.clipboard.writeText(text).catch((error: unknown) => {
    console.warn('pprof Lens: the browser does not let the page copy.', error);
  });
}
