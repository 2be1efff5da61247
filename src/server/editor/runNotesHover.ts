import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { type RunRequest, serverCommands } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import { localSentence } from '../client/messages.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { partialText } from '../results/partialText.ts';
import { blockingKinds } from '../run/followUps.ts';
import { commandLink, escapeMarkdown, paragraphs } from './hoverMarkdown.ts';

/**
 * For the hover of a benchmark's name, as Markdown: what its newest run lacks because it was cancelled, and that it waited,
 * with a link that profiles what it waits for. `null` if there is nothing of this to say.
 *
 * @param links whether the client can run commands from links
 */
export function runNotesHover(
  results: BenchmarkResults,
  file: string,
  name: string,
  links: boolean,
): string | null {
  const directory = path.dirname(file);
  const result = results.get(directory, name)?.result;
  if (result === undefined) return null;
  const [partial] = partialText(result);
  const waited = result.notes?.find(({ code }) => code === 'waited');
  if (partial === undefined && waited === undefined) return null;
  const request: RunRequest = { uri: fileUri(file), benchmark: name, kinds: blockingKinds };
  const isBlockingKnown = result.profiles.some(({ kind }) => kind === 'block');
  const link =
    links && !isBlockingKnown ? [commandLink(l10n.t('Profile blocking'), serverCommands.run, request)] : [];
  return paragraphs([
    partial === undefined ? null : escapeMarkdown(partial),
    waited === undefined ? null : [escapeMarkdown(localSentence(waited)), ...link].join(' '),
  ]);
}
