/** Markdown as hovers need it: narrow, and safe for any text of a profile. */
import type { DocumentText } from '../costs/documentText.ts';

/** A table whose first column is text and whose others are numbers, aligned right. Cells are plain text. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).map(tableCell).join(' | ')} |`;
  return [line(heads), `|:--|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)].join('\n');
}

/**
 * A hover is narrow, breaks cells at blanks and dashes and sets columns close: neither, for a table that reads well. The
 * word joiner in front, of no width, keeps Markdown from trimming the blanks that set columns apart.
 */
function tableCell(text: string, column: number): string {
  const blank = '\u00a0';
  return (
    (column === 0 ? '' : `\u2060${blank.repeat(2)}`) +
    text.replaceAll(' ', blank).replaceAll('–', '\u2060–\u2060')
  );
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
}

/** The line that a hover is about. */
export interface HoverPlace {
  readonly document: DocumentText;
  /** 0-based. */
  readonly line: number;
}
