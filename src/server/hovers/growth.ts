import * as l10n from '@vscode/l10n';
import {
  type ChargedLine,
  type GrowthInput,
  growthTable,
  growthUnits,
  steepestLine,
} from '../../analysis/benchmark/growthTable.ts';
import { operationLines } from '../../analysis/lines/operationLines.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { growthLabel, isFormula } from '../../base/growthLabel.ts';
import type { Growth, GrowthLine, GrowthReport, GrowthTable } from '../../base/model.ts';
import { findSeries } from '../../bench/verdicts/series.ts';
import { medians, relativeErrors } from '../../bench/verdicts/summary.ts';
import { variationOf } from '../../go/results/benchmarkResult.ts';
import { costAt } from '../costs/documentCosts.ts';
import { locateOwn } from '../costs/hotLines.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { KnownResult } from '../results/comparedResult.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, type HoverPosition, said } from './hoverMarkdown.ts';

/** Only the table that was asked for last is kept: hovers ask for the same one again and again. */
interface KeptTable {
  readonly key: string;
  readonly table: GrowthTable | null;
}

/** How costs grow with a size, in the series that a session's benchmark belongs to. */
export class GrowthTables {
  #kept: KeptTable | null = null;

  constructor(
    private readonly sessions: SessionStore,
    private readonly results: BenchmarkResults,
  ) {}

  /** `null` where the session's benchmark is in no series, or a later run has replaced its run. */
  of(sessionId: string): GrowthTable | null {
    const latest = this.results.family(sessionId);
    const shown = latest.find(({ sessionIds }) => sessionIds.includes(sessionId));
    if (shown === undefined) return null;
    // Only the size may differ in a series. A benchmark that was run before an edit is of other code.
    const family = latest.filter(({ result }) => result.codeHash === shown.result.codeHash);
    const at = family.indexOf(shown);
    const series = findSeries(family.map(({ result }) => result)).find(({ points }) =>
      points.some(({ index }) => index === at),
    );
    if (series === undefined) return null;
    const members = series.points.flatMap(({ index }) => family[index] ?? []);
    const key = [
      series.name,
      ...members.flatMap(({ result, sessionIds }) => [result.runId, ...sessionIds]),
    ].join(' ');
    if (this.#kept?.key !== key) {
      const inputs = members.map((member) => this.#inputOf(member));
      this.#kept = { key, table: growthTable(series, inputs) };
    }
    return this.#kept.table;
  }

  #inputOf({ result, sessionIds }: KnownResult): GrowthInput {
    const cpu = sessionIds.flatMap((id) => this.sessions.get(id) ?? []).find(isCpu);
    return {
      results: medians(result.measurements, growthUnits),
      errors: relativeErrors(result.measurements, growthUnits),
      lines: cpu === undefined ? null : linesOf(cpu),
      variation: variationOf(result),
    };
  }
}

function isCpu({ sampleTypes }: Session): boolean {
  return sampleTypes.some(({ type }) => type === 'cpu');
}

/** The costs of operations on the user's lines; `null` where the number of operations is not known. */
function linesOf(session: Session): ChargedLine[] | null {
  const { operations } = session;
  if (operations === null || operations <= 0) return null;
  const isOwn = (file: string) => locateOwn(session, file) !== null;
  return operationLines(session.operationLines.profile, operations, isOwn);
}

/** The hover of a line of the shown series: how its cost grows with the size. `null` for other lines. */
export function growthHover(
  tables: GrowthTables,
  store: SessionStore,
  place: HoverPosition,
): Markdown | null {
  const { active, activeSession: session } = store;
  if (active === null || session === null) return null;
  const table = tables.of(session.id);
  const match = session.match(place.document.path);
  if (table === null || match.kind !== 'match') return null;
  const here = costAt(session, active.sampleType, place.document, place.line);
  const line = table.lines.find((each) => each.line === here?.cost.line && each.file === match.name);
  return line === undefined ? null : growthText(table, line);
}

function growthText(table: GrowthTable, line: GrowthLine): Markdown | null {
  if (line.growth === null || line.growth.shape === 'none') return null;
  const label = escapeMarkdown(growthLabel(line.growth, table.parameter));
  const name = code(table.name);
  const clause = isFormula(line.growth)
    ? said('CPU time grows as {0} along {1}', label, name)
    : said('CPU time is {0} along {1}', label, name);
  if (steepestLine(table) !== line) return clause;
  return table.kind === 'size'
    ? said('{0}: of the lines that matter, the fastest', clause)
    : said('{0}: this line is what does not scale', clause);
}

/** What the page says of a series' growth. It is put into words here: the page has no room for what it can be told. */
export function growthReport(table: GrowthTable): GrowthReport {
  const { results, lines, parameter } = table;
  const steepest = steepestLine(table);
  const label = ({ growth }: { readonly growth: Growth | null }) =>
    growth === null ? '' : growthLabel(growth, parameter);
  return {
    table,
    verdict: verdict(table, steepest),
    resultLabels: results.map(label),
    lineLabels: lines.map(label),
    steepest: steepest === null ? -1 : lines.indexOf(steepest),
  };
}

function verdict(table: GrowthTable, steepest: GrowthLine | null): string {
  const time = table.results.find(({ unit }) => unit === 'ns/op');
  const overall = overallText(table, time?.growth ?? null);
  if (steepest?.growth == null) return overall;
  const place = `${baseName(steepest.file)}:${steepest.line}`;
  const label = growthLabel(steepest.growth, table.parameter);
  const isSize = table.kind === 'size';
  const reason = isFormula(steepest.growth)
    ? isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: CPU time as {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation grows as {1}.', place, label)
    : isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: its CPU time is {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation is {1}.', place, label);
  return `${overall} ${reason}`;
}

function overallText({ name, parameter }: GrowthTable, growth: Growth | null): string {
  if (growth === null) return l10n.t('Too few points to say how {0} grows.', name);
  if (growth.shape === 'none') return l10n.t('No simple formula fits the time of {0}.', name);
  const label = growthLabel(growth, parameter);
  return isFormula(growth)
    ? l10n.t('{0} takes time as {1}.', name, label)
    : l10n.t('The time of {0} is {1}.', name, label);
}
