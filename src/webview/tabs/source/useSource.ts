import { splitLines } from '../../../analysis/lines/splitLines.ts';
import type { SourceText } from '../../../protocol.ts';
import type { PageHost } from '../../host/host.ts';
import { type Asked, useHostAnswer } from '../../view/useHostAnswer.ts';

/** The text of a source file. `file` is its name in the profile; nothing is asked where it is empty. */
export function useSource(host: PageHost, file: string): Asked<SourceText> {
  return useHostAnswer(host, 'source', { file }, file !== '');
}

/** The lines of a source file; `null` where its text is not known. */
export function linesOf(source: Asked<SourceText>): string[] | null {
  if (source.is !== 'answered' || !('text' in source.answer)) return null;
  return splitLines(source.answer.text.replace(/\n$/, ''));
}
