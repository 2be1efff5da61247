import { largest } from './lists.ts';

/**
 * The rows as lines, their columns side by side.
 *
 * @param sides of each column, `l` or `r`: on which side its cells stand
 */
export function aligned(rows: readonly (readonly string[])[], sides: string): string[] {
  const widths = [...sides].map((_, column) => largest(rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      sides[i] === 'r' ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
    );
    return cells.join('  ').trimEnd();
  });
}
