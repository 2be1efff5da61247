import * as l10n from '@vscode/l10n';
import type { MenuItem } from '../controls/Menu.tsx';
import { exactly, type FilterKind } from '../engine/filterList.ts';

/** What can be done with a function, wherever on the page it is met. */
export interface FunctionActions {
  readonly addFilter: (kind: FilterKind, expression: string) => void;
  /** Shows its callers and callees. */
  readonly showNeighbours: (functionName: string) => void;
  /** The same as a table, among those of all functions. */
  readonly showPeek: (functionName: string) => void;
  /** Shows its lines with what each costs. */
  readonly showListing: (functionName: string) => void;
  /** Shows it in the flame graph. */
  readonly showInFlameGraph: (functionName: string) => void;
  /** `null` where there is no editor to open anything in. */
  readonly openSource: ((file: string, line: number) => void) | null;
}

/** A function, as a menu is opened for it. */
export interface ChosenFunction {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Its stack, root first, where it was met on one. */
  readonly stack: readonly string[] | null;
}

/** The menu of a function. */
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
    filter('showFrom', l10n.t('Show from it: cut what calls it')),
    {
      label: l10n.t('Callers and callees'),
      startsGroup: true,
      onChoose: () => actions.showNeighbours(name),
    },
    { label: l10n.t('Show in Peek'), onChoose: () => actions.showPeek(name) },
    { label: l10n.t('Show source here'), onChoose: () => actions.showListing(name) },
  ];
  if (stack === null) {
    items.push({ label: l10n.t('Show in the flame graph'), onChoose: () => actions.showInFlameGraph(name) });
  }
  if (openSource !== null && file !== '') {
    items.push({ label: l10n.t('Open in the editor'), onChoose: () => openSource(file, line) });
  }
  items.push({ label: l10n.t('Copy name'), startsGroup: true, onChoose: () => copy(name) });
  if (stack !== null) items.push({ label: l10n.t('Copy stack'), onChoose: () => copy(stack.join('\n')) });
  return items;
}

/** Puts a text on the clipboard. */
export function copy(text: string): void {
  navigator.clipboard.writeText(text).catch((error: unknown) => {
    console.warn('pprof Lens: the browser does not let the page copy.', error);
  });
}
