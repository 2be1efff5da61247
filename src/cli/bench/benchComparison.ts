/** The comparison of `bench --against`: the results side by side as in benchstat, and what became worse. */
import * as l10n from '@vscode/l10n';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { type Comparison, comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { escapedMarkdown, tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { regressionProblem, regressions } from '../../bench/verdicts/regressions.ts';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import type { Problem, Result } from '../../result.ts';
import { tablesJson } from '../compare/compareJson.ts';
import { translated } from '../terminal/output.ts';
import type { SavedBenchmark } from './savedRuns.ts';

/** What the working tree was compared with. */
export interface BenchBase {
  /** `main (1a2b3c4)`, or the name of a saved run. */
  readonly title: string;
  /** Timed in turns with the working tree. If not, it was timed earlier, and the machine may have changed since. */
  readonly isInTurns: boolean;
  readonly benchmarks: readonly (SavedBenchmark & Partial<Pick<BenchmarkResult, 'codeHash'>>)[];
  /** The text of a file that the base was built from; `null` if it is not known. */
  readonly textOf: (file: string) => string | null;
  /** Problems of the benchmarks that have no counterpart in the base. */
  readonly problems: readonly Problem[];
}

interface Regression {
  readonly result: BenchmarkResult;
  readonly change: MetricChange;
}

export interface BenchComparison {
  readonly base: BenchBase;
  readonly labels: readonly string[];
  readonly tables: Comparison['tables'];
  readonly regressions: readonly Regression[];
  /** Results of the working tree. */
  readonly results: readonly BenchmarkResult[];
  /** Names of the benchmarks that are only in the working tree, and of those that are only in the base. */
  readonly onlyNow: readonly string[];
  readonly onlyBefore: readonly string[];
  /** Names of benchmarks whose machine code is the same in both. */
  readonly sameCode: readonly string[];
}

/** @param threshold a result is a regression if it is worse by more than this share of the older median */
export function compareWithBase(
  results: readonly BenchmarkResult[],
  base: BenchBase,
  threshold: number,
): Result<BenchComparison> {
  const compare = comparer(defaultCompareOptions);
  if (!compare.ok) return compare;
  const labels = [base.title, l10n.t('working tree')];
  const texts = [resultText(base.benchmarks), resultText(results)];
  const { tables } = compare.value(labels.map((label, i) => ({ label, path: label, text: texts[i] ?? '' })));
  const pairs = results.flatMap((result) => {
    const older = counterpart(result, base);
    return older === undefined
      ? []
      : [{ result, older, isSameCode: older.codeHash != null && older.codeHash === result.codeHash }];
  });
  return {
    ok: true,
    value: {
      base,
      results,
      labels,
      tables,
      regressions: pairs.flatMap(({ result, older, isSameCode }) =>
        regressions(older.measurements, result.measurements, threshold, isSameCode).map((change) => ({
          result,
          change,
        })),
      ),
      onlyNow: results.filter((result) => counterpart(result, base) === undefined).map(fullName),
      onlyBefore: base.benchmarks
        .filter((older) => !pairs.some((pair) => pair.older === older))
        .map(fullName),
      sameCode: pairs.flatMap(({ result, isSameCode }) => (isSameCode ? result.name : [])),
    },
  };
}

/** The same benchmark of the base. */
export function counterpart<T extends SavedBenchmark>(
  result: BenchmarkResult,
  { benchmarks }: { readonly benchmarks: readonly T[] },
): T | undefined {
  return benchmarks.find(
    (older) => older.package === result.package && older.name === result.name && older.procs === result.procs,
  );
}

/** The failure of the command if there are regressions, in one sentence; `null` if there are none. */
export function regressionFailure({ regressions: found, base }: BenchComparison): Problem | null {
  const [first, ...others] = found;
  if (first === undefined) return null;
  const problem = regressionProblem(first.change, fullName(first.result), base.title);
  if (others.length === 0) return problem;
  const template = '{0} There are {1} more regressions; the comparison has them.';
  return { code: problem.code, template, args: [translated(problem), others.length] };
}

function fullName({ name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>): string {
  return procs === 1 ? name : `${name}-${procs}`;
}

/** What the reader should know besides the numbers, one sentence each. */
function remarks({ base, regressions: found, onlyNow, onlyBefore, sameCode }: BenchComparison): string[] {
  const problems = [
    ...base.problems,
    ...found.map(({ result, change }) => regressionProblem(change, fullName(result), base.title)),
  ];
  const sentences = problems.map(translated);
  if (onlyNow.length > 0) sentences.push(l10n.t('Only in the working tree: {0}.', onlyNow.join(', ')));
  if (onlyBefore.length > 0) {
    sentences.push(l10n.t('Only in {0}: {1}.', base.title, onlyBefore.join(', ')));
  }
  if (sameCode.length > 0) {
    sentences.push(
      l10n.t('Both ran the same machine code: {0}. What differs there is the machine.', sameCode.join(', ')),
    );
  }
  if (!base.isInTurns) {
    sentences.push(
      l10n.t(
        '{0} was timed earlier, not in turns with this: the machine may have changed since.',
        base.title,
      ),
    );
  }
  return sentences;
}

/** What may have disturbed the timings. Only the first note of each benchmark, because there is little room in a pull request. */
function noise({ results }: BenchComparison): string[] {
  return results.flatMap((result) => {
    const [note] = result.notes ?? [];
    return note === undefined ? [] : `${fullName(result)}: ${translated(note)}`;
  });
}

/** The comparison as text for a terminal. */
export function comparisonText(comparison: BenchComparison): string {
  const { base, tables } = comparison;
  const how = base.isInTurns
    ? l10n.t('timed in turns with {0}', base.title)
    : l10n.t('compared with {0}', base.title);
  return [
    `${l10n.t('working tree')}, ${how}\n`,
    tablesText(tables),
    ...remarks(comparison).map((text) => `! ${text}\n`),
  ].join('\n');
}

/** The comparison in Markdown for a pull request. */
export function comparisonMarkdown(comparison: BenchComparison): string {
  const { base, tables } = comparison;
  const title = `### ${l10n.t('Benchmarks: working tree against {0}', escapedMarkdown(base.title))}\n`;
  const list = [...remarks(comparison), ...noise(comparison)]
    .map((text) => `- ${escapedMarkdown(text)}\n`)
    .join('');
  return [title, tablesMarkdown(tables), ...(list === '' ? [] : [list])].join('\n');
}

/** The comparison in the JSON document. Its `tables` are those of `compare --json`. */
export function comparisonJson(comparison: BenchComparison): object {
  const { base, labels, tables, regressions: found } = comparison;
  return {
    against: base.title,
    inTurns: base.isInTurns,
    ...tablesJson(tables, labels),
    regressions: found.map(({ result, change: { unit, base: older, now, comparison: test } }) => ({
      package: result.package,
      name: result.name,
      procs: result.procs,
      unit,
      ratio: ratioOf(older.center, now.center),
      p: test.p,
    })),
    remarks: remarks(comparison),
  };
}
