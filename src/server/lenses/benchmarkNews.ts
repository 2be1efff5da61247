/**
 * What stands beside the functions of benchmarks: in the gutter, whether the last run was better or worse, for certain; behind the
 * code, what was measured until now. Editors show that at once, and lenses when nothing has changed for a while.
 */
import { plainText } from '../../base/escape.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { BenchmarkNews, LineAnnotation } from '../../protocol.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { newsDirection } from '../results/briefText.ts';
import { directoryOf, type LensSources, measuredWithin } from './lensState.ts';

/** One for each benchmark with news; for one with sub-benchmarks, if the news of all is the same. */
export function benchmarkNews(
  document: DocumentText,
  scanner: GoScanner,
  sources: LensSources,
): BenchmarkNews[] {
  const directory = directoryOf(document);
  return scanner.scan(document.text).benchmarks.flatMap(({ name, nameRange }) => {
    const all = measuredWithin(sources, directory, name).flatMap((measured) =>
      measured.codeChanged ? [] : (newsDirection(measured.compared) ?? []),
    );
    const [first] = all;
    const isAlike = all.every((each) => each.isBetter === first?.isBetter && each.isMore === first.isMore);
    return first !== undefined && isAlike ? [{ line: nameRange.startLine, ...first }] : [];
  });
}

/** One for each benchmark that is measured and has a number. */
export function numbersSoFar(
  document: DocumentText,
  scanner: GoScanner,
  { news }: Pick<LensSources, 'news'>,
): LineAnnotation[] {
  const directory = directoryOf(document);
  return scanner.scan(document.text).benchmarks.flatMap(({ name, nameRange }) => {
    const text = news.running(directory, name)?.soFar ?? '';
    return text === ''
      ? []
      : [{ line: nameRange.startLine, text: plainText(text), mark: '', heat: 0, faint: true }];
  });
}
