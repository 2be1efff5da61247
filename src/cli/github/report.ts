/**
 * What a comment says of a comparison, as data: who writes the comment may have other rights than the job that measured, which
 * has run code of others. So what is read is checked, and made plain where it is shown.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { madeOnce } from '../../base/maps.ts';
import {
  list,
  object,
  oneOf,
  otherwise,
  parsedJson,
  type Read,
  text,
  wholeNumber,
} from '../../base/outsideValues.ts';
import type { Problem } from '../../base/result.ts';
import { grownLines } from '../../go/results/grownLines.ts';
import { cell } from '../../go/results/growthRows.ts';
import { verdictRow } from '../../go/results/verdictWhy.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { inModules } from '../../go/sources/sourceRoots.ts';
import { type BenchComparison, circumstances, verdictsOf } from '../bench/benchComparison.ts';
import type { FinishedBench } from '../bench/benchOutput.ts';
import type { FailOn } from '../bench/gate.ts';
import { outcomeLine } from '../bench/gateText.ts';
import { limits, listedVerdicts } from '../bench/verdictText.ts';
import { translated } from '../terminal/output.ts';

const lineOf = object({
  /** `+2 allocs/op` */
  growth: text,
  /** Relative to the repository, with slashes; else a whole path. */
  file: text,
  line: wholeNumber,
  text,
});

const rowOf = object({
  /** Verdict, benchmark, unit, change, why. */
  cells: list(text),
  /** Worse by more than the threshold. */
  fails: oneOf('yes', 'no'),
  lines: list(lineOf),
});

const outcomes = ['passed', 'failed', 'incomplete', 'nothing compared', 'no verdict'] as const;

const reportOf = object({
  outcome: otherwise(oneOf(...outcomes), 'no verdict' as const),
  /** What has passed, failed, or happened instead. */
  sentence: text,
  /** What it was compared with; empty if it came to nothing. */
  against: text,
  rows: list(rowOf),
  remarks: list(text),
});

export type Report = Read<typeof reportOf>;
export type ReportLine = Read<typeof lineOf>;

/** A line, and what costs more or less there: `+2 allocs/op in BenchmarkWork`. */
export interface ChangedLine extends Pick<ReportLine, 'file' | 'line' | 'text'> {
  readonly costs: string[];
}

/** Each line once. */
export function changedLines(
  rows: Report['rows'],
  isWanted: (line: ReportLine) => boolean = () => true,
): ChangedLine[] {
  const found = new Map<string, ChangedLine>();
  for (const { cells, lines } of rows) {
    for (const { file, line, text, growth } of lines.filter(isWanted)) {
      const { costs } = madeOnce(found, `${file}:${line}`, () => ({ file, line, text, costs: [] }));
      costs.push(l10n.t('{0} in {1}', growth, cells[1] ?? ''));
    }
  }
  return [...found.values()];
}

/** A larger one is none of ours. */
const mostBytes = 4_000_000;

/** What is there until a comparison has ended, so that one that was killed has no other. */
export function noVerdict(sentence: string): Report {
  return { outcome: 'no verdict', sentence, against: '', rows: [], remarks: [] };
}

export function notEnded(): Report {
  return noVerdict(l10n.t('The comparison did not come to its end, so there is no verdict.'));
}

export function reportFile(folder: string): string {
  return join(folder, 'report.json');
}

export function writeReport(folder: string, report: Report): void {
  writeFileSync(reportFile(folder), `${JSON.stringify(report, null, 1)}\n`);
}

/** `null` if there is none that can be read. */
export function readReport(folder: string): Report | null {
  try {
    const bytes = readFileSync(reportFile(folder));
    return bytes.length > mostBytes ? null : (reportOf(parsedJson(bytes.toString('utf8'))) ?? null);
  } catch {
    return null;
  }
}

/** @param problem what fails the command */
export async function comparisonReport(
  finished: Pick<FinishedBench, 'failure' | 'took' | 'profiles' | 'roots'> & {
    readonly comparison: BenchComparison;
    readonly failing: readonly FailOn[];
  },
  problem: Problem | null,
  workspace: string,
): Promise<Report> {
  const { comparison, failure, took, failing } = finished;
  const rows = listedVerdicts(verdictsOf(comparison));
  const isWorse = rows.some(({ isFailure }) => isFailure);
  const isEmpty = comparison.pairs.length === 0;
  const outcome =
    failure !== null ? 'incomplete' : problem !== null ? 'failed' : isEmpty ? 'nothing compared' : 'passed';
  return {
    outcome,
    sentence:
      problem !== null && (!isWorse || failure !== null)
        ? translated(problem)
        : outcomeLine(comparison, took, failing),
    against: comparison.base.title,
    rows: await Promise.all(
      rows.map(async (each) => ({
        cells: verdictRow(each, comparison.outcome),
        fails: each.isFailure ? ('yes' as const) : ('no' as const),
        lines: each.verdict === 'changed' ? await linesOf(each, finished, workspace) : [],
      })),
    ),
    remarks: [...limits(verdictsOf(comparison), comparison.options), ...circumstances(comparison)],
  };
}

/** The lines that a change comes from. */
async function linesOf(
  { change, result, older }: ReturnType<typeof verdictsOf>[number],
  { profiles, roots }: Pick<FinishedBench, 'profiles' | 'roots'>,
  workspace: string,
): Promise<ReportLine[]> {
  const placeOf = (file: string) => locateFile(file, roots) ?? file;
  const pair = { name: result.name, profiles: result.profiles, older: older.profiles };
  const isLess = change.now.center < change.base.center;
  const isOwn = inModules(roots);
  const growth = await grownLines(pair, change.unit, isLess, profiles, (file) => isOwn(placeOf(file)));
  if (growth === null) return [];
  return growth.lines.map((each) => ({
    growth: `${each.growth > 0 ? '+' : '-'}${cost(Math.abs(each.growth), growth.metric)}`,
    file: inRepository(placeOf(each.file), workspace),
    line: each.line,
    text: each.text === '' ? each.functionName : each.text,
  }));
}

/** `128 B/op`; where a cell of a table has no unit, the metric says it: `84830 instructions/op`. */
function cost(value: number, metric: string): string {
  return cell(value, metric).replace(/^([\d.]+)\/op$/, `$1 ${metric}`);
}

function inRepository(file: string, workspace: string): string {
  const path = relative(workspace, file).replaceAll('\\', '/');
  return isAbsolute(path) || path.startsWith('../') ? file : path;
}
