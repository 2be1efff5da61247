import {
  type ChargedLine,
  type GrowthInput,
  growthTable,
  growthUnits,
  steepestLine,
} from '../../analysis/benchmark/growthTable.ts';
import { operationLines } from '../../analysis/lines/operationLines.ts';
import { findSeries } from '../../bench/verdicts/series.ts';
import { medians, relativeErrors } from '../../bench/verdicts/summary.ts';
import { escapeMarkdown, type Markdown } from '../../escape.ts';
import { variationOf } from '../../go/results/benchmarkResult.ts';
import { growthLabel, isFormula } from '../../growthLabel.ts';
import type { GrowthLine, GrowthTable } from '../../model.ts';
import { costAt } from '../costs/documentCosts.ts';
import { locateOwn } from '../costs/hotLines.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { KnownResult } from '../results/comparedResult.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, type HoverPlace, said } from './hoverMarkdown.ts';

/** Only the table that was asked for last is kept: hovers ask for the same one again and again. */
interface KeptTable {
  readonly key: string;
  readonly table: GrowthTable | null;
}

/** How costs grow with a size, in the series that a session's benchmark belongs to. */
export class GrowthTables {
  readonly #sessions: SessionStore;
  readonly #results: BenchmarkResults;
  #kept: KeptTable | null = null;

  constructor(sessions: SessionStore, results: BenchmarkResults) {
    this.#sessions = sessions;
    this.#results = results;
  }

  /** `null` where the session's benchmark is in no series, or a later run has replaced its run. */
  of(sessionId: string): GrowthTable | null {
    const latest = this.#results.family(sessionId);
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
    const cpu = sessionIds.flatMap((id) => this.#sessions.get(id) ?? []).find(isCpu);
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
export function growthHover(tables: GrowthTables, store: SessionStore, place: HoverPlace): Markdown | null {
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
