/** The comparison of `bench --against`: the verdicts, the results side by side as in benchstat, and what fails. */

import * as l10n from '@vscode/l10n';
import { escapeForgeMarkdown } from '../../base/escape.ts';
import { largest } from '../../base/lists.ts';
import type { Problem, Result } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { type Comparison, comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import { instructionUnit } from '../../bench/verdicts/counted.ts';
import { type GateOptions, type GateOutcome, judge } from '../../bench/verdicts/gate.ts';
import { perLayout } from '../../bench/verdicts/layouts.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import { counterChanges, simulatedRemarks } from '../../go/results/counterChanges.ts';
import { areOtherProcessors, surroundingsOfPairs, surroundingsText } from '../../go/results/surroundings.ts';
import type { NamedVerdict } from '../../go/results/verdictWhy.ts';
import { tablesJson } from '../compare/compareJson.ts';
import { translated } from '../terminal/output.ts';
import {
  type BenchBase,
  type ComparedPair,
  counterpart,
  gatePair,
  isInTurns,
  isUnmeasured,
} from './benchBase.ts';
import { countersJson, countersMarkdown, countersText } from './counterComparison.ts';
import { type FailOn, gateFailure, numbersOf, regressionsOf, verdictJson } from './gate.ts';
import { verdictsMarkdown, verdictsText } from './verdictText.ts';

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
  /** The benchmarks that are only in the working tree, and the names of those that are only in the base. */
  readonly onlyNow: readonly BenchmarkResult[];
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
      onlyNow: results.filter((result) => counterpart(result, base) === undefined),
      onlyBefore: base.isCut
        ? []
        : base.benchmarks.filter((older) => !pairs.some((pair) => pair.older === older)).map(fullName),
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

export interface PairVerdict extends NamedVerdict, ComparedPair {}

export function verdictsOf({ pairs, outcome }: BenchComparison): PairVerdict[] {
  return pairs.flatMap((pair, i) =>
    (outcome.verdicts[i] ?? []).map((verdict) => ({ ...verdict, ...pair, name: fullName(pair.result) })),
  );
}

/** The failure of the command in one sentence; `null` if nothing fails. */
export function benchFailure(comparison: BenchComparison, asked: readonly FailOn[]): Problem | null {
  return gateFailure(verdictsOf(comparison), comparison.outcome, comparison.base.title, asked);
}

/** What the reader should know besides the numbers, one sentence each. */
function remarks(comparison: BenchComparison): string[] {
  const regressions = regressionsOf(verdictsOf(comparison), comparison.base.title);
  return [...regressions.map(translated), ...circumstances(comparison)];
}

/** Where what was simulated goes another way than the instructions. */
function simulated({ pairs, outcome }: BenchComparison): string[] {
  return pairs.flatMap((pair, i) => {
    const work = outcome.verdicts[i]?.find(({ change }) => change.unit === instructionUnit)?.change;
    return simulatedRemarks(work, counterChanges(gatePair(pair, []))).map(
      (remark) => `${fullName(pair.result)}: ${translated(remark)}`,
    );
  });
}

/** So many benchmarks are named in a sentence. */
const mostNamed = 3;

/** What was not compared, and what to know of how it was. */
export function circumstances(comparison: BenchComparison): string[] {
  const { base, onlyNow, onlyBefore, pairs, outcome } = comparison;
  const sentences = [...base.problems.map(translated), ...simulated(comparison)];
  if (onlyNow.length > 0) {
    sentences.push(l10n.t('Only in the working tree: {0}.', onlyNow.map(fullName).join(', ')));
  }
  if (onlyBefore.length > 0) {
    sentences.push(l10n.t('Only in {0}: {1}.', base.title, onlyBefore.join(', ')));
  }
  const changes = surroundingsOfPairs(pairs);
  if (changes.length > 0) sentences.push(l10n.t('Also changed: {0}.', surroundingsText(changes)));
  if (pairs.some(({ older, result }) => !isInTurns({ older, result }) && areOtherProcessors(older, result))) {
    sentences.push(
      l10n.t(
        '{0} ran on another processor, so there is no verdict on times; what is counted is compared.',
        base.title,
      ),
    );
  }
  const unmeasured = pairs.filter(isUnmeasured);
  if (unmeasured.length > 0) {
    const names = unmeasured.map(({ result }) => result.name);
    const others = names.length - mostNamed;
    const named = names.slice(0, mostNamed).join(', ');
    sentences.push(
      l10n.t(
        'Both run the same machine code for {0} of {1} benchmarks, so these were not measured: {2}. --measure-same does.',
        names.length,
        pairs.length,
        others > 0 ? l10n.t('{0} and {1} more', named, others) : named,
      ),
    );
  }
  const sameCode = pairs.filter((_, i) =>
    outcome.verdicts[i]?.some(({ verdict }) => verdict === 'same code'),
  );
  if (sameCode.length > 0) {
    const names = sameCode.map(({ result }) => result.name).join(', ');
    sentences.push(l10n.t('Both ran the same machine code: {0}. What differs there is the machine.', names));
  }
  if (!pairs.every(isInTurnsOrSame)) {
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

function isInTurnsOrSame(pair: ComparedPair): boolean {
  return isInTurns(pair) || isUnmeasured(pair);
}

/** What was compared with what, and how. */
export function comparisonHead(comparison: BenchComparison): string {
  const { base, pairs } = comparison;
  const layouts = layoutsOf(comparison);
  const how = [
    pairs.every(isInTurnsOrSame)
      ? l10n.t('timed in turns with {0}', base.title)
      : l10n.t('compared with {0}', base.title),
    ...(layouts > 0 ? [l10n.t('over {0} layouts', layouts)] : []),
  ].join(', ');
  return `${l10n.t('working tree')}, ${how}\n`;
}

/** All of the comparison as text for a terminal. */
export function comparisonText(comparison: BenchComparison): string {
  const { tables, pairs, outcome } = comparison;
  const verdicts = verdictsText(verdictsOf(comparison), outcome, comparison.options);
  const counters = countersText(pairs);
  return [
    comparisonHead(comparison),
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
  return { ...tablesJson(comparison.tables, comparison.labels), ...verdictsJson(comparison) };
}

/** Without the tables of benchstat: each of their p is for one comparison by itself, and no verdict. */
export function verdictsJson(comparison: BenchComparison) {
  const { base, pairs, outcome } = comparison;
  const verdicts = verdictsOf(comparison);
  const counters = countersJson(pairs);
  return {
    against: base.title,
    inTurns: pairs.every(isInTurnsOrSame),
    layouts: layoutsOf(comparison),
    verdicts: [
      ...pairs.filter(isUnmeasured).map(({ result }) => ({
        ...nameOf(result),
        unit: 'ns/op',
        verdict: 'same code',
        witness: 'code',
        ratio: 1,
        p: 1,
        n: 0,
        why: l10n.t('Both have the same machine code. It was not measured.'),
      })),
      ...verdicts.map((each) => ({ ...placeOf(each), ...verdictJson(each, outcome) })),
    ],
    ...(counters === null ? {} : { counters }),
    comparisons: outcome.comparisons,
    regressions: verdicts
      .filter(({ isFailure }) => isFailure)
      .map((each) => {
        const { ratio, p } = numbersOf(each.change);
        return { ...placeOf(each), ratio, p };
      }),
    surroundings: surroundingsOfPairs(pairs).map((each) => ({ ...each })),
    remarks: remarks(comparison),
  };
}

function placeOf({ result, change }: PairVerdict) {
  return { ...nameOf(result), unit: change.unit };
}

function nameOf({ package: importPath, name, procs }: BenchmarkResult) {
  return { package: importPath, name, procs };
}
