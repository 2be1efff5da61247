/** The comparison of `bench --against`: the verdicts, the results side by side as in benchstat, and what fails. */

import * as l10n from '@vscode/l10n';
import { escapeForgeMarkdown } from '../../base/escape.ts';
import { largest } from '../../base/lists.ts';
import type { Problem, Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { type Comparison, comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import { type GateOptions, type GateOutcome, judge } from '../../bench/verdicts/gate.ts';
import { perLayout } from '../../bench/verdicts/layouts.ts';
import { findableChange } from '../../bench/verdicts/power.ts';
import { regressionProblem } from '../../bench/verdicts/regressions.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { tablesJson } from '../compare/compareJson.ts';
import { translated } from '../terminal/output.ts';
import { type BenchBase, type ComparedPair, counterpart, gatePair, isInTurns } from './benchBase.ts';
import { countersJson, countersMarkdown, countersText } from './counterComparison.ts';
import { type NamedVerdict, roundsText, verdictsMarkdown, verdictsText, whyText } from './verdictText.ts';

export interface BenchComparison {
  readonly base: BenchBase;
  readonly labels: readonly string[];
  readonly tables: Comparison['tables'];
  readonly pairs: readonly ComparedPair[];
  readonly options: GateOptions;
  /** By the index of the pair. */
  readonly outcome: GateOutcome;
  /** Results of the working tree. */
  readonly results: readonly BenchmarkResult[];
  /** Names of the benchmarks that are only in the working tree, and of those that are only in the base. */
  readonly onlyNow: readonly string[];
  readonly onlyBefore: readonly string[];
}

export function compareWithBase(
  results: readonly BenchmarkResult[],
  base: BenchBase,
  options: GateOptions,
): Result<BenchComparison> {
  const compare = comparer(defaultCompareOptions);
  if (!compare.ok) return compare;
  const labels = [base.title, l10n.t('working tree')];
  const texts = [resultText(base.benchmarks.map(asCompared)), resultText(results.map(asCompared))];
  const { tables } = compare.value(labels.map((label, i) => ({ label, path: label, text: texts[i] ?? '' })));
  const pairs = results.flatMap((result) => {
    const older = counterpart(result, base);
    return older === undefined ? [] : [{ result, older }];
  });
  const gatePairs = pairs.map((pair) => gatePair(pair, base.rounds.get(pair.result.runId) ?? []));
  return {
    ok: true,
    value: {
      base,
      results,
      labels,
      tables,
      pairs,
      options,
      outcome: judge(gatePairs, options),
      onlyNow: results.filter((result) => counterpart(result, base) === undefined).map(fullName),
      onlyBefore: base.benchmarks
        .filter((older) => !pairs.some((pair) => pair.older === older))
        .map(fullName),
    },
  };
}

/** With one measurement for each layout, so that the tables have the same test as the verdicts. */
function asCompared<T extends Pick<BenchmarkResult, 'measurements'>>(result: T): T {
  return { ...result, measurements: perLayout(result.measurements) };
}

/** Over how many layouts they were compared; 0 for the linker's usual one. */
function layoutsOf({ outcome }: BenchComparison): number {
  return largest(
    outcome.verdicts.flat().map(({ change }) => change.layouts?.count ?? 0),
    0,
  );
}

interface PairVerdict extends NamedVerdict {
  readonly result: BenchmarkResult;
}

function verdictsOf({ pairs, outcome }: BenchComparison): PairVerdict[] {
  return pairs.flatMap(({ result }, i) =>
    (outcome.verdicts[i] ?? []).map((verdict) => ({ ...verdict, result, name: fullName(result) })),
  );
}

/** What became worse, one sentence each. */
function regressionsOf(comparison: BenchComparison): Problem[] {
  return verdictsOf(comparison)
    .filter(({ isFailure }) => isFailure)
    .map(({ change, name, better, rounds }) => {
      const problem = regressionProblem(change, name, comparison.base.title, better);
      if (rounds.length === 0) return problem;
      const template = '{0} Measured again in fresh turns: {1}.';
      return { code: problem.code, template, args: [translated(problem), roundsText(rounds)] };
    });
}

/** The failure of the command if something became worse, in one sentence; `null` if nothing did. */
export function regressionFailure(comparison: BenchComparison): Problem | null {
  const [problem, ...others] = regressionsOf(comparison);
  if (problem === undefined) return null;
  if (others.length === 0) return problem;
  const template =
    others.length === 1
      ? '{0} There is one more regression; the comparison has it.'
      : '{0} There are {1} more regressions; the comparison has them.';
  return { code: problem.code, template, args: [translated(problem), others.length] };
}

function fullName({ name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>): string {
  return procs === 1 ? name : `${name}-${procs}`;
}

/** What the reader should know besides the numbers, one sentence each. */
function remarks(comparison: BenchComparison): string[] {
  const { base, onlyNow, onlyBefore, pairs, outcome } = comparison;
  const sentences = [...base.problems, ...regressionsOf(comparison)].map(translated);
  if (onlyNow.length > 0) sentences.push(l10n.t('Only in the working tree: {0}.', onlyNow.join(', ')));
  if (onlyBefore.length > 0) {
    sentences.push(l10n.t('Only in {0}: {1}.', base.title, onlyBefore.join(', ')));
  }
  const sameCode = pairs.filter((_, i) =>
    outcome.verdicts[i]?.some(({ verdict }) => verdict === 'same code'),
  );
  if (sameCode.length > 0) {
    const names = sameCode.map(({ result }) => result.name).join(', ');
    sentences.push(l10n.t('Both ran the same machine code: {0}. What differs there is the machine.', names));
  }
  if (!pairs.every(isInTurns)) {
    sentences.push(
      l10n.t(
        '{0} was timed earlier, not in turns with this: the machine may have changed since. Save it again, and it is timed in turns.',
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

/** benchstat's tables compare each benchmark by itself, so that their significance is none for all of them together. */
function tablesNote(): string {
  return l10n.t(
    'The numbers, as benchstat has them; each p is for one comparison by itself, and no verdict:',
  );
}

/** The comparison as text for a terminal. */
export function comparisonText(comparison: BenchComparison): string {
  const { base, tables, pairs, outcome } = comparison;
  const layouts = layoutsOf(comparison);
  const how = [
    pairs.every(isInTurns)
      ? l10n.t('timed in turns with {0}', base.title)
      : l10n.t('compared with {0}', base.title),
    ...(layouts > 0 ? [l10n.t('over {0} layouts', layouts)] : []),
  ].join(', ');
  const verdicts = verdictsText(verdictsOf(comparison), outcome, comparison.options);
  const counters = countersText(pairs);
  return [
    `${l10n.t('working tree')}, ${how}\n`,
    ...(tables.length === 0 ? [] : [`${tablesNote()}\n`, tablesText(tables)]),
    ...(verdicts === '' ? [] : [verdicts]),
    ...(counters === '' ? [] : [counters]),
    ...remarks(comparison).map((text) => `! ${text}\n`),
  ].join('\n');
}

/** The comparison in Markdown for a pull request. */
export function comparisonMarkdown(comparison: BenchComparison): string {
  const { base, tables, outcome, pairs } = comparison;
  const counters = countersMarkdown(pairs);
  const title = `### ${l10n.t('Benchmarks: working tree against {0}', escapeForgeMarkdown(base.title))}\n`;
  const verdicts = verdictsMarkdown(verdictsOf(comparison), outcome, comparison.options);
  const list = [...remarks(comparison), ...noise(comparison)]
    .map((text) => `- ${escapeForgeMarkdown(text)}\n`)
    .join('');
  return [
    title,
    ...(verdicts === '' ? [] : [verdicts]),
    ...(counters === '' ? [] : [counters]),
    ...(list === '' ? [] : [list]),
    `${escapeForgeMarkdown(tablesNote())}\n`,
    tablesMarkdown(tables),
  ].join('\n');
}

/** The comparison in the JSON document. Its `tables` are those of `compare --json`. */
export function comparisonJson(comparison: BenchComparison): object {
  const { base, labels, tables, pairs, outcome } = comparison;
  const verdicts = verdictsOf(comparison);
  const counters = countersJson(pairs);
  return {
    against: base.title,
    inTurns: pairs.every(isInTurns),
    layouts: layoutsOf(comparison),
    ...tablesJson(tables, labels),
    verdicts: verdicts.map((each) => ({
      ...placeOf(each),
      verdict: each.verdict,
      ...numbersOf(each.change),
      findable: findableChange(each.change),
      ...(each.change.isCoreTime === true ? { by: 'cpu-time' } : {}),
      why: whyText(each, outcome),
      ...(each.rounds.length === 0 ? {} : { again: each.rounds.map(numbersOf) }),
    })),
    ...(counters === null ? {} : { counters }),
    comparisons: outcome.comparisons,
    regressions: verdicts
      .filter(({ isFailure }) => isFailure)
      .map((each) => {
        const { ratio, p } = numbersOf(each.change);
        return { ...placeOf(each), ratio, p };
      }),
    remarks: remarks(comparison),
  };
}

function placeOf({ result, change }: PairVerdict): object {
  return { package: result.package, name: result.name, procs: result.procs, unit: change.unit };
}

/** `n` is the number of measurements of each, or of layouts; the smaller one if they differ. */
function numbersOf({ base, now, comparison }: NamedVerdict['change']): {
  readonly ratio: number | null;
  readonly p: number;
  readonly n: number;
} {
  const { p, baseSize, size } = comparison;
  return { ratio: ratioOf(base.center, now.center), p, n: Math.min(baseSize, size) };
}
