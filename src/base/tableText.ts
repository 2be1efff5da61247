/** A table as text, to be pasted elsewhere. */
import { escapeForgeMarkdown, notFormula } from './escape.ts';

/** The cells of a table as they are shown, the headings in the first row. */
export type Cells = readonly (readonly string[])[];

/** As RFC 4180. */
export function csv(cells: Cells): string {
  const quoted = (cell: string) => {
    const plain = notFormula(cell);
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return cells.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** A table of GitHub's Markdown. @param names how many columns at the left are names, not numbers */
export function markdown(cells: Cells, names = 1): string {
  const [head = [], ...rows] = cells;
  const line = (row: readonly string[]) => `| ${row.map(escapeForgeMarkdown).join(' | ')} |\n`;
  return line(head) + line(head.map((_, i) => (i < names ? ':--' : '--:'))) + rows.map(line).join('');
}
