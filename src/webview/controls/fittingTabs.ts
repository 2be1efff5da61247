/** What a row of tabs has room for, in pixels. */
export interface TabRoom {
  readonly available: number;
  /** Of each tab, in their order. */
  readonly widths: readonly number[];
  /** Between two tabs. */
  readonly gap: number;
  /** Of the button for the tabs that do not fit. */
  readonly more: number;
}

/**
 * Which tabs are shown: all if they fit, else the first ones that leave room for the button, and always the chosen one.
 *
 * @param chosen index of the chosen tab
 */
export function fittingTabs({ available, widths, gap, more }: TabRoom, chosen: number): boolean[] {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= available) return widths.map(() => true);
  let left = available - more - gap - (widths[chosen] ?? 0);
  let isFull = false;
  return widths.map((width, index) => {
    if (index === chosen) return true;
    isFull ||= left < width + gap;
    if (!isFull) left -= width + gap;
    return !isFull;
  });
}
