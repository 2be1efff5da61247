/** Results of the same benchmarks at several stages, each compared with the stage before as every other pair of results is. */
import * as l10n from '@vscode/l10n';
import type { StageRow, StageTable, StageValue } from '../../base/stages.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { doubtOf, isUnsure, verdictMark } from '../../bench/verdicts/changeWords.ts';
import { compareVersions, instructionUnit } from '../../bench/verdicts/counted.ts';
import { outcomeOf } from '../../bench/verdicts/direction.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { formatMetric, unitsInOrder, withoutUnit } from '../../bench/verdicts/summary.ts';
import { countedOf } from './countedResult.ts';
import { type ComparableResult, resultPair } from './resultPair.ts';

/** A benchmark's result at a stage. */
export interface StageResult extends ComparableResult {
  readonly package: string;
  /** Without the procs suffix. */
  readonly name: string;
  readonly procs: number;
}

export interface Stage {
  readonly label: string;
  readonly results: readonly StageResult[];
}

const rateUnit = 'op/s';

/** @param drift see `Circumstances` */
export function stageTable(
  stages: readonly Stage[],
  drift: (result: StageResult) => number = () => 0,
): StageTable {
  const keys = new Set(stages.flatMap(({ results }) => results.map(keyOf)));
  const rows = [...keys].flatMap((key) => {
    const results = stages.map((stage) => stage.results.find((each) => keyOf(each) === key) ?? null);
    return rowsOf(results, drift);
  });
  return { stages: distinct(stages.map(({ label }) => label)), rows };
}

function keyOf(result: StageResult): string {
  return JSON.stringify([result.package, result.name, result.procs]);
}

function distinct(labels: readonly string[]): string[] {
  return labels.map((label, i) => {
    const same = labels.flatMap((each, at) => (each === label ? [at] : []));
    return same.length === 1 ? label : `${label} (${same.indexOf(i) + 1})`;
  });
}

/** All units of one benchmark. @param results by stage */
function rowsOf(
  results: readonly (StageResult | null)[],
  drift: (result: StageResult) => number,
): StageRow[] {
  const known = results.filter((result) => result !== null);
  const [first] = known;
  if (first === undefined) return [];
  const name = first.procs === 1 ? first.name : `${first.name}-${first.procs}`;
  const facts: UnitFacts = Object.assign({}, ...known.map(({ units }) => units));
  const steps = results.map((result, i) => {
    const before = results
      .slice(0, i)
      .filter((each) => each !== null)
      .at(-1);
    if (result === null || before === undefined) return [];
    const pair = resultPair(before, result, drift(result));
    return compareVersions(pair.base, pair.measurements, pair.circumstances);
  });
  const row = (unit: string, value: (result: StageResult) => Omit<StageValue, 'step'> | null): StageRow => ({
    name,
    unit,
    values: results.map((result, i) => {
      const found = result === null ? null : value(result);
      const change = steps[i]?.find((each) => each.unit === unit);
      return found && { ...found, step: change === undefined ? null : stepOf(change, facts) };
    }),
  });
  const units = unitsInOrder(known.flatMap(({ measurements }) => measurements));
  const measured = units.map((unit) => row(unit, ({ measurements }) => valueIn(measurements, unit)));
  const isCounted = known.some((result) => countedOf(result) !== null) && !units.includes(instructionUnit);
  const counted = isCounted ? [row(instructionUnit, countedValue)] : [];
  return [...measured, ...counted].flatMap((each) => {
    const hasRate = each.unit === 'ns/op' && !units.includes(rateUnit);
    return hasRate ? [each, rateOf(each, steps, facts)] : [each];
  });
}

function valueIn(measurements: StageResult['measurements'], unit: string): Omit<StageValue, 'step'> | null {
  const values = valuesOf(measurements, unit);
  if (values.length === 0) return null;
  const { median, low, high } = medianInterval(values);
  const isKnown = Number.isFinite(low) && Number.isFinite(high);
  return {
    center: median,
    low: isKnown ? low : null,
    high: isKnown ? high : null,
    text: withoutUnit(formatMetric(median, unit), unit),
  };
}

function countedValue(result: StageResult): Omit<StageValue, 'step'> | null {
  const counted = countedOf(result);
  if (counted === null) return null;
  const { perOp } = counted;
  const text = withoutUnit(formatMetric(Math.round(perOp), instructionUnit), instructionUnit);
  return { center: perOp, low: perOp, high: perOp, text };
}

/** Operations a second, from the time of one. */
function rateOf(
  { name, values }: StageRow,
  steps: readonly (readonly MetricChange[])[],
  facts: UnitFacts,
): StageRow {
  const rate = (time: number | null) => (time === null || time <= 0 ? null : 1e9 / time);
  return {
    name,
    unit: rateUnit,
    values: values.map((value, i) => {
      const center = rate(value?.center ?? null);
      if (value === null || center === null) return null;
      const change = steps[i]?.find(({ unit }) => unit === 'ns/op');
      return {
        center,
        low: rate(value.high),
        high: rate(value.low),
        text: withoutUnit(formatMetric(center, rateUnit), rateUnit),
        step: change === undefined ? null : stepOf(inverse(change), facts),
      };
    }),
  };
}

function inverse(change: MetricChange): MetricChange {
  const turned = (side: MetricChange['base']) => ({ ...side, center: 1e9 / side.center });
  return { ...change, unit: rateUnit, base: turned(change.base), now: turned(change.now) };
}

function stepOf(change: MetricChange, facts: UnitFacts): StageValue['step'] {
  // The 0 stands beside it.
  const isGone = change.verdict === 'changed' && change.now.center === 0 && change.base.center > 0;
  return {
    text: isGone ? '−100%' : verdictMark(change, l10n.t),
    detail: isUnsure(change) ? doubtOf(change, l10n.t) : change.verdict === 'same' ? '' : howCompared(change),
    verdict: outcomeOf(change, facts),
  };
}
