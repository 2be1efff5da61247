/** What lines cost in the run before, in words. */
import * as l10n from '@vscode/l10n';
import { splitLines } from '../../analysis/lines/splitLines.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { withoutOperation } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { LineChange, LineChanges } from '../compare/lineChanges.ts';
import { costLabel, isWorthShowing, unitOf, withoutUnit } from '../costs/costText.ts';
import { code, type HoverPosition, line, said, titledList } from './hoverMarkdown.ts';

/** The list of lines that are gone names so many. */
const mostGone = 8;

/** `was 31` for a line that costs `14ns/op`. Empty where the cost has not changed, may be equal by chance, or reads the same. */
export function beforeText(changes: LineChanges | null, sampleType: number, line: number): string {
  const change = changes?.at.get(line);
  if (changes === null || change?.isDifferent !== true) return '';
  if (changes.per.what === 'shares') return l10n.t('was {0}', baseShare(changes, change));
  const now = labelOf(changes, sampleType, change.now.cum);
  const before = baseLabel(changes, change.base.cum);
  if (now === before) return '';
  if (isZero(change.base.cum)) return l10n.t('was {0}', '0');
  return l10n.t('was {0}', unitOf(now) === unitOf(before) ? withoutUnit(before) : before);
}

/**
 * For the hover: `31ns (−55%)` where the cost has changed, `31ns (may be chance)` or `31ns (machine was busy)`; empty where
 * not compared.
 */
export function beforeCell(changes: LineChanges | null, sampleType: number, line: number): string {
  const change = changes?.at.get(line);
  if (changes === null || change === undefined) return '';
  const isShare = changes.per.what === 'shares';
  const before = isShare ? baseShare(changes, change) : baseLabel(changes, change.base.cum);
  if (!change.isDifferent) {
    return !isShare && labelOf(changes, sampleType, change.now.cum) === before && !isZero(change.base.cum)
      ? before
      : changes.isDisturbed
        ? l10n.t('{0} (machine was busy)', before)
        : l10n.t('{0} (may be chance)', before);
  }
  const percent = percentOf(changes, change);
  return percent === null ? before : l10n.t('{0} ({1})', before, percent);
}

/** The same for the hover's first cost, as a sentence; `null` where not compared. */
export function beforeSentence(changes: LineChanges | null, line: number): Markdown | null {
  const change = changes?.at.get(line);
  if (changes === null || change === undefined) return null;
  const percent = percentOf(changes, change);
  const { session, base } = changes.pair;
  const isOfShares = changes.per.what === 'shares';
  const before = escapeMarkdown(
    isOfShares ? baseShare(changes, change) : costLabel(base, changes.baseType, change.base.cum),
  );
  if (isOfShares || session.watchedAfter !== undefined) {
    return sentenceOfProfile(before, code(base.title), change, percent, isOfShares);
  }
  if (!change.isDifferent && changes.isDisturbed)
    return said('{0} in the run before, but the machine was busy.', before);
  if (!change.isDifferent) return said('{0} in the run before: that may be chance.', before);
  return percent === null
    ? said('{0} in the run before.', before)
    : said('{0} in the run before: {1}.', before, escapeMarkdown(percent));
}

/** `−55%`; `null` where the cost was nothing. */
function percentOf({ per }: LineChanges, { now, base: before }: LineChange): string | null {
  const each = Number(now.cum) / per.now;
  const eachBefore = Number(before.cum) / per.base;
  if (eachBefore === 0) return null;
  const percent = Math.abs(each / eachBefore - 1) * 100;
  // A cost that is left is never said to be gone.
  const rounded =
    each === 0 || percent < 99 || percent > 100 ? percent.toFixed() : Math.min(99.9, percent).toFixed(1);
  return `${each < eachBefore ? '−' : '+'}${rounded}%`;
}

/** The line's share of the earlier profile. */
function baseShare({ per }: LineChanges, { base }: LineChange): string {
  return shareLabel(Number(base.cum) / per.base);
}

/**
 * About a profile that is of no run: `61% in abc123: its share has changed by −38%.`, as shares say nothing of how much was
 * asked of a service; `31ms/s in localhost:6060 · CPU 10:21:07: −38%.`
 */
function sentenceOfProfile(
  before: Markdown,
  title: Markdown,
  { isDifferent }: LineChange,
  percent: string | null,
  isOfShares: boolean,
): Markdown {
  if (!isDifferent) return said('{0} in {1}: the difference may be chance.', before, title);
  if (percent === null) return said('{0} in {1}.', before, title);
  const change = escapeMarkdown(percent);
  return isOfShares
    ? said('{0} in {1}: its share has changed by {2}.', before, title, change)
    : said('{0} in {1}: {2}.', before, title, change);
}

function labelOf({ pair }: LineChanges, sampleType: number, value: Value): string {
  return withoutOperation(costLabel(pair.session, sampleType, value));
}

function baseLabel({ pair, baseType }: LineChanges, value: Value): string {
  return withoutOperation(costLabel(pair.base, baseType, value));
}

/**
 * For the hover of a function's first line, as Markdown: the function's lines that have been changed or removed since the
 * earlier profile, with what they cost in it. `null` on other lines, and where there are none.
 *
 * @param threshold percent of the earlier profile's total; lines that cost less are left out
 */
export function goneText(
  changes: LineChanges | null,
  place: HoverPosition,
  threshold: number,
): Markdown | null {
  if (changes === null) return null;
  const { pair, baseType } = changes;
  const wanted = declaredName(splitLines(place.document.text)[place.line] ?? '');
  const oldText = pair.base.snapshot.textOf(place.document.path);
  if (wanted === null || oldText === null) return null;
  const oldLines = splitLines(oldText);
  const gone = changes.gone
    .filter(({ byCause }) => isWorthShowing(pair.base, baseType, byCause.operations, threshold))
    .filter(({ byCause }) => !isZero(byCause.operations.cum))
    .filter(({ cost }) => declarationAbove(oldLines, cost.line - 1) === wanted)
    .sort((a, b) => Number(b.byCause.operations.cum) - Number(a.byCause.operations.cum));
  if (gone.length === 0) return null;
  const items = gone.map(({ cost, byCause }) => {
    const text = (oldLines[cost.line - 1] ?? '').trim();
    return line([escapeMarkdown(costLabel(pair.base, baseType, byCause.operations.cum)), code(text)]);
  });
  const title = said('Changed or gone since the run before, with what they cost:');
  return titledList(title, items, mostGone);
}

/**
 * The function or method that a line of Go declares, with its receiver's type: `T.F`. The line begins with `func`, as
 * gofmt writes it.
 */
function declaredName(line: string): string | null {
  const found = /^func\s+(?:\(\s*(?:\w+\s+)?\*?(\w+)\b[^)]*\)\s*)?([\p{L}_][\p{L}\p{N}_]*)/u.exec(line);
  return found === null ? null : [found[1] ?? [], found[2]].flat().join('.');
}

/** The function that is declared on a line, or else on the closest line above it. */
function declarationAbove(lines: readonly string[], line: number): string | null {
  for (let i = line; i >= 0; i--) {
    const name = declaredName(lines[i] ?? '');
    if (name !== null) return name;
  }
  return null;
}
