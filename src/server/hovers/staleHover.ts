/** For hovers: that a cost is of code that has changed since. */
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import { costLabel, isWorthShowing } from '../costs/costText.ts';
import { costAt, documentCosts } from '../costs/documentCosts.ts';
import { shortTimeText } from '../sessions/runTime.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { bold, code, type HoverPosition, line, said } from './hoverMarkdown.ts';

/** A hover names so many changes. */
const mostNamed = 3;

/**
 * Why a line's cost is old, or what a line cost before it was changed, as Markdown. `null` for other lines.
 *
 * @param threshold percent of the total; changed lines that cost less are not spoken of
 */
export function staleHover(
  { active, activeSession: session }: SessionStore,
  changes: Pick<CodeChanges, 'staleLines'>,
  { document, line: at }: HoverPosition,
  threshold: number,
): Markdown | null {
  if (active === null || session === null) return null;
  const { sampleType } = active;
  const time = escapeMarkdown(shortTimeText(session.takenAt));
  const cost = costAt(session, sampleType, document, at);
  if (cost !== null) {
    const stale = changes.staleLines(session);
    if (stale?.has(sampleType, cost.file, cost.cost.line) !== true) return null;
    const names = stale.namesBelow(sampleType, cost.file, cost.cost.line);
    const shown = line(names.slice(0, mostNamed).map(code), ', ');
    return names.length > mostNamed
      ? said('Measured at {0}, before {1} and {2} more changed.', time, shown, names.length - mostNamed)
      : said('Measured at {0}, before {1} changed.', time, shown);
  }
  const found = documentCosts(session, sampleType, document);
  const replaced = found.kind === 'costs' ? found.replaced.find((each) => each.line === at) : undefined;
  if (replaced === undefined) return null;
  const { operations } = replaced.byCause;
  if (isZero(operations.cum) || !isWorthShowing(session, sampleType, replaced.cost, threshold)) return null;
  const was = session.snapshot.codeOf(document.path)?.lines[replaced.cost.line - 1]?.trim() ?? '';
  return said(
    'This line has changed since the run of {0}. There it cost {1}, as {2}.',
    time,
    bold(costLabel(session, sampleType, operations.cum)),
    code(was),
  );
}
