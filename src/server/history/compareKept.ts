import { resultText } from '../../bench/benchfmt/resultText.ts';
import { tidyUnit } from '../../bench/benchfmt/unit.ts';
import { comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import type { Table, TableCell } from '../../bench/benchstat/tables.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure } from '../../bench/verdicts/changeWords.ts';
import { compareVersions, instructionUnit } from '../../bench/verdicts/counted.ts';
import { counterChanges, simulatedRemarks } from '../../go/results/counterChanges.ts';
import { resultPair } from '../../go/results/resultPair.ts';
import { localSentence } from '../client/messages.ts';
import { changeNote } from '../results/changeSentences.ts';
import { testedText } from '../results/changeText.ts';
import { isSameBenchmark, type KeptResult, resultOf, runName } from './keptRun.ts';

/** Two runs, compared as the lens compares them. */
export interface KeptComparison {
  /** The table that benchstat prints. What the evidence does not support stands as `~`, and below the table, why. */
  readonly text: string;
  readonly changes: readonly MetricChange[];
  /** Measuring them in turns would tell more. */
  readonly asksForTurns: boolean;
}

/** @param drift see `Circumstances` */
export function compareKept(base: KeptResult, kept: KeptResult, drift: number): KeptComparison {
  const pair = resultPair(resultOf(base), resultOf(kept), drift);
  const alpha = pair.circumstances.level ?? defaultCompareOptions.alpha;
  const compare = comparer({ ...defaultCompareOptions, alpha });
  if (!compare.ok) throw new Error(compare.problem.template);
  const changes = isSameBenchmark(base.benchmark, kept.benchmark)
    ? compareVersions(pair.base, pair.measurements, pair.circumstances)
    : [];
  // benchstat merges inputs with equal labels into one column.
  const [baseName, name] = [runName(base), runName(kept)];
  const labels = baseName === name ? [`${baseName} (1)`, `${name} (2)`] : [baseName, name];
  const results = [
    { ...resultOf(base), measurements: pair.base },
    { ...resultOf(kept), measurements: pair.measurements },
  ];
  const inputs = results.map((result, i) => {
    const label = labels[i] ?? '';
    return { text: resultText([result]), label, path: label };
  });
  const doubted = changes.filter(
    ({ verdict, comparison }) => comparison.significant && verdict !== 'changed' && verdict !== 'same',
  );
  const units = new Set(doubted.map(({ unit }) => tidyUnit(unit).unit));
  const tables = compare
    .value(inputs)
    .tables.map((table) => (units.has(tidyUnit(table.unit).unit) ? withoutChange(table) : table));
  const notes = doubted.map((change) => {
    const sentence = changeNote(change, drift);
    return `${change.unit}: ${testedText(change)}${sentence === null ? '' : `. ${sentence}`}\n`;
  });
  const counters = changes.length === 0 ? [] : counterChanges(pair);
  const work = changes.find(({ unit }) => unit === instructionUnit);
  const remarks = simulatedRemarks(work, counters).map((remark) => `${localSentence(remark)}\n`);
  // benchstat's table has what was measured.
  const counted = [...changes, ...counters].flatMap((change) =>
    change.count === undefined ? [] : `${change.unit}: ${testedText(change)}\n`,
  );
  return {
    text: [tablesText(tables), ...counted, ...notes, ...remarks].join(''),
    changes,
    asksForTurns: changes.some(isUnsure) && !pair.circumstances.isInTurns,
  };
}

/** The table with its numbers and p-values, but without a change. */
function withoutChange(table: Table): Table {
  const unsupported = (cell: TableCell | null): TableCell | null =>
    cell?.comparison == null
      ? cell
      : { ...cell, comparison: { ...cell.comparison, significant: false, warnings: [] } };
  return { ...table, cells: table.cells.map((row) => row.map(unsupported)) };
}
