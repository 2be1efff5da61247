/** A figure of BUDGETS.md, measured. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The peer that it is compared with, and the peer's figure. */
  readonly peer: string;
  /** Empty for a figure without a budget. */
  readonly budget: string;
  /** The figure as a share of its limit; 1 still passes. `null` if it was not measured. */
  readonly ofBudget: number | null;
}

export function passes({ ofBudget }: Row): boolean {
  return ofBudget !== null && ofBudget <= 1;
}

/** The rows with aligned columns. */
export function tableText(rows: readonly Row[]): string {
  const cells = [
    ['', 'figure', 'peer', 'budget', 'of budget', ''],
    ...rows.map((row) => [
      row.what,
      row.figure,
      row.peer,
      row.budget,
      row.ofBudget === null ? '' : `${(row.ofBudget * 100).toFixed(0)}%`,
      verdict(row),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict(row: Row): string {
  if (row.budget === '') return '';
  return row.ofBudget === null ? 'not measured' : passes(row) ? 'pass' : 'FAIL';
}

export function inMilliseconds(milliseconds: number): string {
  return milliseconds >= 100 ? `${milliseconds.toFixed(0)} ms` : `${milliseconds.toPrecision(3)} ms`;
}

export function inMegabytes(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}
