/** The list of the lines that allocate most, with the compiler's reasons. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { cell, shortPlace } from '../../go/results/growthRows.ts';
import { mostLines } from './benchText.ts';
import type { ExplainedAllocations } from './benchWhy.ts';

/** Lines below this share of an operation's bytes are not in the list. */
const leastExplained = 0.01;

/** `Allocations explained: 3 lines explain 82% of B/op` and these lines, each with its reasons. */
export function allocationsText({ lines, inAll }: ExplainedAllocations): string[] {
  const shown = lines.slice(0, mostLines).filter(({ bytes }) => bytes >= leastExplained * inAll);
  if (shown.length === 0 || inAll === 0) return [];
  const sum = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  // Go rounds its result down, so the sum may be a little larger.
  const share = sharePercent(Math.min(1, sum / inAll));
  const title =
    shown.length === 1
      ? l10n.t('Allocations explained: 1 line explains {0} of B/op', share)
      : l10n.t('Allocations explained: {0} lines explain {1} of B/op', shown.length, share);
  const rows = shown.flatMap(({ bytes, reasons, ...line }) =>
    reasons.map(({ text }, i) =>
      i === 0 ? [cell(bytes, 'B/op'), shortPlace(line), visibleLine(text)] : ['', '', visibleLine(text)],
    ),
  );
  return ['', `  ${title}`, ...aligned(rows, 'rll').map((row) => `  ${row}`)];
}
