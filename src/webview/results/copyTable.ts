/** The table of results as text, to be pasted elsewhere. */

/** The cells of a table as they are shown, the headings in the first row. */
export type Cells = readonly (readonly string[])[];

/** As RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe: names come from anywhere. */
export function csv(cells: Cells): string {
  const quoted = (cell: string) => {
    const plain = /^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return cells.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** A table of GitHub's Markdown. */
export function markdown(cells: Cells): string {
  const [head = [], ...rows] = cells;
  const line = (row: readonly string[]) => `| ${row.map(escaped).join(' | ')} |\n`;
  return line(head) + line(head.map((_, i) => (i === 0 ? ':--' : '--:'))) + rows.map(line).join('');
}

/** A name is text: it must not become markup, a link or another cell. */
function escaped(cell: string): string {
  return cell.replace(/[\\`*_{}[\]<>()#|~&!]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
