/** The growth of benchmarks that differ only by a number: of their results and of the cost of their lines. */
import * as l10n from '@vscode/l10n';
import {
  type ChargedLine,
  growthTable,
  growthUnits,
  steepestLine,
} from '../../analysis/benchmark/growthTable.ts';
import { operationLines } from '../../analysis/lines/operationLines.ts';
import { perOperation, withoutOperation } from '../../analysis/values/units.ts';
import { aligned } from '../../base/aligned.ts';
import { growthLabel } from '../../base/growthLabel.ts';
import type { GrowthRow, GrowthTable } from '../../base/model.ts';
import { findSeries } from '../../bench/verdicts/series.ts';
import { medians, relativeErrors } from '../../bench/verdicts/summary.ts';
import { type BenchmarkResult, variationOf } from '../../go/results/benchmarkResult.ts';
import { shortPlace } from '../../go/results/growthRows.ts';
import type { TimedProfiles } from '../../go/results/timedProfiles.ts';
import { locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';

/** A table for each series among the benchmarks of a package. */
export async function benchGrowth(
  results: readonly BenchmarkResult[],
  profiles: TimedProfiles,
  roots: SourceRoots,
): Promise<GrowthTable[]> {
  const tables: GrowthTable[] = [];
  for (const package_ of new Set(results.map((result) => result.package))) {
    const own = results.filter((result) => result.package === package_);
    const series = findSeries(own);
    for (const each of series) {
      const members = each.points.flatMap(({ index }) => own[index] ?? []);
      const inputs = [];
      for (const result of members) {
        const lines = await linesOf(result, profiles, roots);
        inputs.push({
          results: medians(result.measurements, growthUnits),
          errors: relativeErrors(result.measurements, growthUnits),
          lines,
          variation: variationOf(result),
        });
      }
      const { name, parameter, kind } = each;
      const points = each.points.map(({ x, label }) => ({ x, label }));
      tables.push(growthTable({ name, parameter, kind, points }, inputs));
    }
  }
  return tables;
}

/** The CPU time of the user's lines; `null` without a CPU profile whose number of operations is known. */
async function linesOf(
  result: BenchmarkResult,
  profiles: TimedProfiles,
  roots: SourceRoots,
): Promise<ChargedLine[] | null> {
  const cpu = result.profiles.find(({ kind }) => kind === 'cpu');
  if (cpu === undefined || cpu.operations === null) return null;
  const opened = await profiles.open(cpu, result.name);
  if (opened === null) return null;
  const isOwn = (file: string) => {
    const located = locateFile(file, roots);
    return located !== null && roots.modules.some(({ directory }) => isBelow(located, directory));
  };
  const { profile } = opened.causes?.operations ?? opened.lines;
  return operationLines(profile, cpu.operations, isOwn);
}

/** How many lines of code are shown in a terminal. */
const mostLines = 10;

/** A series as text: the results and lines at each point, and how each grows. */
export function growthText(table: GrowthTable): string {
  const { name, parameter, points, results, lines } = table;
  const steepest = steepestLine(table);
  const grows = ({ growth }: Pick<GrowthRow, 'growth'>) =>
    growth === null ? '' : growthLabel(growth, parameter);
  const rows = [
    [name, ...points.map(({ label }) => `${parameter}=${label}`), l10n.t('grows as')],
    ...results.map((row) => [row.unit, ...row.values.map((value) => cell(value, unitOf(row))), grows(row)]),
    ...lines
      .slice(0, mostLines)
      .map((line) => [
        shortPlace(line),
        ...line.values.map((value) => cell(value, 'nanoseconds')),
        line === steepest ? `${grows(line)}  ${l10n.t('<- grows fastest')}` : grows(line),
      ]),
  ];
  return `${aligned(rows, `l${'r'.repeat(points.length)}l`).join('\n')}\n`;
}

function unitOf({ unit }: GrowthRow): string {
  return unit === 'ns/op' ? 'nanoseconds' : unit === 'B/op' ? 'bytes' : '';
}

function cell(value: number | null, unit: string): string {
  return value === null ? '-' : withoutOperation(perOperation(value, 1, unit));
}
