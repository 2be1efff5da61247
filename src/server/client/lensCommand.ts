import type { Command } from 'vscode-languageserver';
import { longestLabel, type PlainText, plainText } from '../../base/escape.ts';
import type { CommandCall } from '../../protocol.ts';

/** What a lens or an action shows and does. VS Code draws `$(name)` in titles as an icon, so they are plain text. */
export interface LensCommand extends Command {
  title: PlainText;
  tooltip?: PlainText;
}

/** The longest title: a longer one would push the lenses beside it out of the window. */
const longestTitle = 120;

/** @param icon the name of one of VS Code's, for clients that draw them; the text would stick to it without this space */
export function lensTitle(text: string, icon = ''): PlainText {
  return ((icon === '' ? '' : `$(${icon})\u00a0`) + plainText(text, longestTitle)) as PlainText;
}

/** Shown when the mouse rests on the lens, one sentence below the other. It is also its name for screen readers. */
export function tooltip(...sentences: readonly string[]): { readonly tooltip: PlainText } {
  const lines = sentences.slice(0, mostSentences).map((sentence) => plainText(sentence, 2 * longestLabel));
  return { tooltip: lines.join('\n') as PlainText };
}

const mostSentences = 30;

/** @param sentences of its tooltip */
export function lens(
  title: PlainText,
  { command, arguments: args }: CommandCall,
  ...sentences: readonly string[]
): LensCommand {
  return { title, command, arguments: args, ...(sentences.length === 0 ? {} : tooltip(...sentences)) };
}
