/** `bench --budgets`: what benchmarks may cost, as comments above them say, beside what they have cost. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import { type Budget, parseBudgets } from '../../bench/verdicts/budgets.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import { worseBy } from '../../bench/verdicts/direction.ts';
import { formatMetric, summarize } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { budgetComments } from '../../go/scan/budgetComments.ts';
import { createScanner, type GoScanner } from '../../go/scan/scan.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { standardError } from '../terminal/streams.ts';
import { type BenchComparison, verdictsOf } from './benchComparison.ts';

/** A budget where it is written. */
export interface WrittenBudget extends Budget {
  readonly package: string;
  /** A benchmark: its sub-benchmarks have the same budget, each for itself, but for those that have their own of the unit. */
  readonly benchmark: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** An element of `budgets` in the JSON document. */
export interface CheckedBudget {
  readonly package: string;
  readonly name: string;
  readonly unit: string;
  /** `null` where it hangs on a comparison that there is none of. */
  readonly allowed: number | null;
  /** `null` if it was not measured. */
  readonly used: number | null;
  readonly file: string;
  readonly line: number;
  readonly ok: boolean;
}

/** All budgets in the tests of these packages. Problem: `bad-budget`, with its place. */
export async function readBudgets(packages: readonly ListedPackage[]): Promise<Result<WrittenBudget[]>> {
  const scanner = await createScanner(shippedGrammar());
  const found: WrittenBudget[] = [];
  for (const { directory, importPath } of packages) {
    for (const name of await readdir(directory).catch(() => [])) {
      if (!name.endsWith('_test.go')) continue;
      const read = await budgetsIn(join(directory, name), importPath, scanner);
      if (!read.ok) return read;
      append(found, read.value);
    }
  }
  return ok(found);
}

async function budgetsIn(
  file: string,
  importPath: string,
  scanner: GoScanner,
): Promise<Result<WrittenBudget[]>> {
  const source = await readRegularFileLater(file);
  if (!source.ok) return ok([]);
  const { text } = source.value;
  const found: WrittenBudget[] = [];
  for (const { benchmark, line, text: written } of budgetComments(text, scanner.scan(text).benchmarks)) {
    const budgets = parseBudgets(written);
    if (!budgets.ok) {
      return fail('bad-budget', '{0}:{1}: {2}', [file, line, sentence(budgets.problem)]);
    }
    append(
      found,
      budgets.value.map((each) => ({ ...each, package: importPath, benchmark, file, line })),
    );
  }
  return ok(found);
}

/** Each budget with each benchmark that it is for, in the order in which these ran. */
export function checkBudgets(
  budgets: readonly WrittenBudget[],
  results: readonly BenchmarkResult[],
  comparison: BenchComparison | null,
): CheckedBudget[] {
  return results.flatMap((result) =>
    budgetsOf(budgets, result).map(({ unit, limit, file, line }) => ({
      package: result.package,
      name: result.name,
      unit,
      ...outcomeOf({ unit, limit }, result, comparison),
      file,
      line,
    })),
  );
}

/** A sub-benchmark's own budget of a unit takes the place of its parent's. */
function budgetsOf(budgets: readonly WrittenBudget[], result: BenchmarkResult): WrittenBudget[] {
  const fitting = budgets.filter(
    ({ package: importPath, benchmark }) =>
      importPath === result.package && `${result.name}/`.startsWith(`${benchmark}/`),
  );
  return fitting.filter(
    ({ unit, benchmark }) =>
      !fitting.some((other) => other.unit === unit && other.benchmark.length > benchmark.length),
  );
}

function outcomeOf(
  { unit, limit }: Budget,
  result: BenchmarkResult,
  comparison: BenchComparison | null,
): Pick<CheckedBudget, 'allowed' | 'used' | 'ok'> {
  const used = usedOf(result, unit);
  if ('most' in limit) return { allowed: limit.most, used, ok: used !== null && used <= limit.most };
  const verdict =
    comparison === null
      ? undefined
      : verdictsOf(comparison).find((each) => each.result === result && each.change.unit === unit);
  if (verdict === undefined) return { allowed: null, used, ok: true };
  const { change, better } = verdict;
  // Only what is certain exceeds it, as in the gate.
  const isWorse = verdict.verdict === 'changed' && worseBy(change, better) > limit.aboveBase;
  return { allowed: change.base.center * (1 + limit.aboveBase), used: change.now.center, ok: !isWorse };
}

function usedOf({ measurements, instructions }: BenchmarkResult, unit: string): number | null {
  if (unit === instructionUnit && instructions !== undefined && 'perOp' in instructions) {
    return instructions.perOp;
  }
  return summarize(measurements, unit)?.median ?? null;
}

/** Writes a line for each budget that is exceeded or was not checked, as compilers do. The failure, if one is exceeded. */
export function reportBudgets(checked: readonly CheckedBudget[]): Problem | null {
  if (checked.length === 0) {
    standardError.write(
      l10n.t('There is no comment //pprof-lens:budget above the benchmarks that have run.'),
    );
    return null;
  }
  for (const each of checked) {
    const text = outcomeText(each);
    if (text !== null) standardError.write(`${each.file}:${each.line}: ${text}`);
  }
  const exceeded = checked.filter((each) => !each.ok).length;
  if (exceeded === 0) {
    standardError.write(l10n.t('Budgets kept: {0}.', checked.length));
    return null;
  }
  return fail('budget-exceeded', 'Budgets not kept: {0} of {1}.', [exceeded, checked.length]).problem;
}

/** `null` for a budget that is kept. */
function outcomeText({ name, unit, allowed, used, ok: isKept }: CheckedBudget): string | null {
  if (used === null) return l10n.t('{0} was not measured in {1}.', name, unit);
  if (allowed === null)
    return l10n.t('{0} has a budget above its base, and there is none to compare with: see --against.', name);
  if (isKept) return null;
  return l10n.t(
    '{0} takes {1}, and its budget is {2}.',
    name,
    formatMetric(used, unit),
    formatMetric(allowed, unit),
  );
}
