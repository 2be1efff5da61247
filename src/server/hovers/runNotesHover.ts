import path from 'node:path';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { partialText } from '../results/partialText.ts';
import { asksForBlocking, waitedText } from '../results/waitedText.ts';
import { line, paragraphs } from './hoverMarkdown.ts';
import { blockingLink } from './runLonger.ts';

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
): Markdown | null {
  const directory = path.dirname(file);
  const result = results.get(directory, name)?.result;
  if (result === undefined) return null;
  const [partial] = partialText(result);
  const waited = waitedText(result);
  if (partial === undefined && waited === null) return null;
  const link = links && asksForBlocking(result) ? [blockingLink(directory, name)] : [];
  return paragraphs([
    partial === undefined ? null : escapeMarkdown(partial),
    waited === null ? null : line([escapeMarkdown(waited), ...link]),
  ]);
}
