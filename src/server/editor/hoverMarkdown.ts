/** Markdown for hovers: narrow, and safe for any text of a profile. */
import * as l10n from '@vscode/l10n';
import { escapeMarkdown, longestLabel, plainLine, shortened } from '../../escape.ts';
import type { DocumentText } from '../costs/documentText.ts';

/** The line that a hover is about. */
export interface HoverPlace {
  readonly document: DocumentText;
  /** 0-based. */
  readonly line: number;
}

/** Parts below each other. Those that are `null` are left out. */
export function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n');
}

/** Parts below each other without the distance of paragraphs: two spaces at the end of a row break it. `null` for none. */
export function rows(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : parts.join('  \n');
}

/** Parts with a line between them; `null` where there is none. */
export function sections(parts: readonly (string | null)[]): string | null {
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0 ? null : shown.join('\n\n---\n\n');
}

export function bold(text: string): string {
  return `**${escapeMarkdown(text)}**`;
}

/**
 * Inline code. A backtick cannot be escaped in it, so it becomes an apostrophe; a line end could begin another paragraph.
 * Not for cells of a table.
 */
export function code(text: string): string {
  return `\`${plainLine(shortened(text, longestLabel)).replaceAll('`', "'") || ' '}\``;
}

/** A link that runs a command of the client with one argument. */
export function commandLink(title: string, command: string, argument: unknown): string {
  const encoded = encodeURIComponent(JSON.stringify([argument]));
  // A parenthesis that is not closed would end the link, or not.
  return `[${title}](command:${command}?${encoded.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** A list below its title: the first `most` items, and how many more there are. */
export function titledList(title: string, items: readonly string[], most: number): string {
  const shown = items.slice(0, most);
  if (items.length > most) shown.push(l10n.t('and {0} more', items.length - most));
  return `${title}\n${shown.map((item) => `- ${item}`).join('\n')}`;
}

/** A table whose first column is text, and whose others are numbers, aligned right. Cells are plain text. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).map(tableCell).join(' | ')} |`;
  return [line(heads), `|:--|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)].join('\n');
}

/**
 * A hover is narrow. It breaks cells at spaces and dashes, and sets columns close together. No-break spaces and word
 * joiners prevent the breaks, and two spaces keep columns apart. The word joiner in front, which has no width, keeps
 * Markdown from trimming these spaces.
 */
function tableCell(text: string, column: number): string {
  const space = '\u00a0';
  return (
    (column === 0 ? '' : `\u2060${space.repeat(2)}`) +
    text.replaceAll(' ', space).replaceAll('–', '\u2060–\u2060')
  );
}
