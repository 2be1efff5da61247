/** How what was counted differs between two versions, for `bench --against` with `--counters`. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { escapeForgeMarkdown } from '../../base/escape.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { doubtOf, isFromOrToZero, verdictMark } from '../../bench/verdicts/changeWords.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import { counterChanges } from '../../go/results/counterChanges.ts';
import { type ComparedPair, gatePair } from './benchBase.ts';

interface CountedChange extends Pick<ComparedPair, 'result'> {
  readonly change: MetricChange;
}

function changesOf(pairs: readonly ComparedPair[]): CountedChange[] {
  return pairs.flatMap((pair) =>
    counterChanges(gatePair(pair, [])).map((change) => ({ result: pair.result, change })),
  );
}

/** By benchmark and counter: name, before, an arrow, now, the change or what is known instead, and by which test. */
function rowsOf(pairs: readonly ComparedPair[]): string[][] {
  return changesOf(pairs).map(({ result: { name, procs }, change }) => [
    procs === 1 ? name : `${name}-${procs}`,
    formatMetric(change.base.center, change.unit).replace(` ${change.unit}`, ''),
    '→',
    formatMetric(change.now.center, change.unit),
    differenceText(change),
    change.verdict === 'same' ? '' : `(${howCompared(change)})`,
  ]);
}

function differenceText(change: MetricChange): string {
  const doubt = doubtOf(change, l10n.t);
  if (doubt !== '') return l10n.t('unsure: {0}', doubt);
  return change.verdict === 'changed' && isFromOrToZero(change) ? '' : verdictMark(change, l10n.t, '-');
}

/** A table; empty if not both versions were counted. */
export function countersText(pairs: readonly ComparedPair[]): string {
  const rows = rowsOf(pairs);
  if (rows.length === 0) return '';
  return `${[l10n.t('Counters:'), ...aligned(rows, 'llllll').map((row) => `  ${row}`)].join('\n')}\n`;
}

/** The same for a pull request. */
export function countersMarkdown(pairs: readonly ComparedPair[]): string {
  const rows = rowsOf(pairs).map(([name = '', before = '', arrow = '', now = '', ...change]) => {
    const cells = [name, `${before} ${arrow} ${now}`, change.join(' ').trim()];
    return `| ${cells.map(escapeForgeMarkdown).join(' | ')} |\n`;
  });
  if (rows.length === 0) return '';
  return `${l10n.t('Counters:')}\n\n| | | |\n|:--|--:|:--|\n${rows.join('')}`;
}

/** `null` if not both versions were counted. */
export function countersJson(pairs: readonly ComparedPair[]) {
  const changes = changesOf(pairs);
  if (changes.length === 0) return null;
  return changes.map(({ result, change: { unit, base, now, comparison, verdict } }) => ({
    package: result.package,
    name: result.name,
    procs: result.procs,
    unit,
    base: base.center,
    now: now.center,
    ratio: ratioOf(base.center, now.center),
    p: comparison.p,
    changed: verdict === 'changed',
  }));
}
