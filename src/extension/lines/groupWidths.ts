import { number, property } from '../../outsideValues.ts';

/**
 * The widths of the groups of editors in pixels, in the order of their columns, from what the command
 * `vscode.getEditorLayout` answers. `null` for a width that it does not tell: where all groups stand below each other.
 *
 * @param layout `orientation` 0 for groups side by side, 1 for groups below each other. Groups in groups stand the other
 *   way. `size` is the width or the height of a group, depending on how it stands.
 */
export function groupWidths(layout: unknown): (number | null)[] {
  const widths: (number | null)[] = [];
  const visit = (groups: unknown, areSideBySide: boolean, around: number | null): void => {
    if (!Array.isArray(groups)) return;
    for (const group of groups) {
      const width = areSideBySide ? (number(property(group, 'size')) ?? null) : around;
      const inner = property(group, 'groups');
      if (inner === undefined) widths.push(width);
      else visit(inner, !areSideBySide, width);
    }
  };
  visit(property(layout, 'groups'), property(layout, 'orientation') === 0, null);
  return widths;
}
