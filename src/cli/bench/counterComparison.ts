/** How the counters of the processor differ between two versions, for `bench --against` with `--counters`. */
import * as l10n from '@vscode/l10n';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import { counterChanges } from '../../go/run/counterChanges.ts';
import { type ComparedPair, gatePair } from './benchBase.ts';
import { columnWidths } from './benchText.ts';
import { changeText } from './verdictText.ts';

interface CountedChange extends Pick<ComparedPair, 'result'> {
  readonly change: MetricChange;
}

function changesOf(pairs: readonly ComparedPair[]): CountedChange[] {
  return pairs.flatMap((pair) =>
    counterChanges(gatePair(pair, [])).map((change) => ({ result: pair.result, change })),
  );
}

/** A table; empty if not both versions were counted. */
export function countersText(pairs: readonly ComparedPair[]): string {
  const rows = changesOf(pairs).map(({ result: { name, procs }, change }) => [
    procs === 1 ? name : `${name}-${procs}`,
    formatMetric(change.base.center, change.unit).replace(` ${change.unit}`, ''),
    '→',
    formatMetric(change.now.center, change.unit),
    change.verdict === 'same' ? '=' : change.verdict === 'changed' ? changeText(change) : '~',
    change.verdict === 'same' ? '' : `(${howCompared(change)})`,
  ]);
  if (rows.length === 0) return '';
  const widths = columnWidths(rows);
  const lines = rows.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd(),
  );
  return `${[l10n.t('Counters of the processor:'), ...lines].join('\n')}\n`;
}

/** `null` if not both versions were counted. */
export function countersJson(pairs: readonly ComparedPair[]): readonly object[] | null {
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
