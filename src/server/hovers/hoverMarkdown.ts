/**
 * Markdown for hovers: narrow, and safe for any text of a profile. Only these functions and `escapeMarkdown` make it, so a
 * name that is not escaped does not compile.
 */
import * as l10n from '@vscode/l10n';
import { escapeMarkdown, longestLabel, type Markdown, plainLine, shortened } from '../../base/escape.ts';
import type { CommandCall, LinkCommand } from '../../protocol.ts';
import type { DocumentText } from '../costs/documentText.ts';

/** The line that a hover is about. */
export interface HoverPosition {
  readonly document: DocumentText;
  /** 0-based. */
  readonly line: number;
}

/** A sentence of ours, translated. Its template may hold Markdown, and is no text from outside. */
export function said<T extends string>(
  template: string extends T ? never : T,
  ...args: readonly (Markdown | number)[]
): Markdown {
  return l10n.t(template, ...args) as Markdown;
}

/** Parts one behind the other, on one line. */
export function line(parts: readonly Markdown[], separator: ' ' | ', ' | ' · ' = ' '): Markdown {
  return parts.filter((part) => part !== '').join(separator) as Markdown;
}

/** Parts below each other. Those that are `null` are left out. */
export function paragraphs(parts: readonly (Markdown | null)[]): Markdown {
  return parts.filter((part) => part !== null).join('\n\n') as Markdown;
}

/** Parts below each other without the distance of paragraphs: two spaces at the end of a row break it. `null` for none. */
export function rows(parts: readonly Markdown[]): Markdown | null {
  return parts.length === 0 ? null : (parts.join('  \n') as Markdown);
}

/** Parts with a line between them; `null` where there is none. */
export function sections(parts: readonly (Markdown | null)[]): Markdown | null {
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0 ? null : (shown.join('\n\n---\n\n') as Markdown);
}

export function bold(text: string): Markdown {
  return `**${escapeMarkdown(text)}**` as Markdown;
}

/**
 * Inline code. A backtick cannot be escaped in it, so it becomes an apostrophe; a line end could begin another paragraph.
 * Not for cells of a table.
 */
export function code(text: string): Markdown {
  return `\`${plainLine(shortened(text, longestLabel)).replaceAll('`', "'") || ' '}\`` as Markdown;
}

/** A link to a line of a file. */
export function fileLink(shown: Markdown, uri: string, line: number): Markdown {
  // An editor may send an address with signs that would end the link.
  const address = uri
    .replace(/[\s()<>\\]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `[${shown}](${address}#L${line})` as Markdown;
}

/** A link that runs a command of the client. */
export function commandLink(title: Markdown, call: CommandCall<LinkCommand>): Markdown {
  const encoded = encodeURIComponent(JSON.stringify(call.arguments));
  // A parenthesis that is not closed would end the link, or not.
  return `[${title}](command:${call.command}?${encoded.replaceAll('(', '%28').replaceAll(')', '%29')})` as Markdown;
}

/** A list below its title: the first `most` items, and how many more there are. */
export function titledList(title: Markdown, items: readonly Markdown[], most: number): Markdown {
  const shown = items.slice(0, most);
  if (items.length > most) shown.push(said('and {0} more', items.length - most));
  return `${title}\n${shown.map((item) => `- ${item}`).join('\n')}` as Markdown;
}

/** Cells do not break, so a longer one would push the others out of the hover. */
const longestCell = 100;

/** A table whose first column is text, and whose others are numbers, aligned right. Cells are plain text. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): Markdown {
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell) => escapeMarkdown(shortened(cell, longestCell)))
      .map(tableCell)
      .join(' | ')} |`;
  return [line(heads), `|:--|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)].join('\n') as Markdown;
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
