import * as l10n from '@vscode/l10n';
import { growthLabel } from '../analysis/growth.ts';
import { type ChargedLine, type GrowthInput, growthTable, steepestLine } from '../analysis/growthTable.ts';
import { chargeOwnLines } from '../analysis/ownLines.ts';
import { findSeries } from '../bench/series.ts';
import { summarize } from '../bench/summary.ts';
import type { GrowthLine, GrowthTable } from '../protocol.ts';
import type { BenchmarkResults, LatestRun } from './benchmarkResults.ts';
import { documentCosts } from './documentCosts.ts';
import { locateOwn } from './hotLines.ts';
import type { HoverPlace } from './hover.ts';
import { escapeMarkdown } from './hoverMarkdown.ts';
import type { Session, SessionStore } from './sessions.ts';

/** Nothing is kept beyond the table asked for last: hovers ask for the same one again and again. */
interface KeptTable {
  readonly key: string;
  readonly table: GrowthTable | null;
}

/** How a benchmark's cost grows along the series that a session's benchmark is one of. */
export class GrowthTables {
  readonly #sessions: SessionStore;
  readonly #results: BenchmarkResults;
  #kept: KeptTable | null = null;

  constructor(sessions: SessionStore, results: BenchmarkResults) {
    this.#sessions = sessions;
    this.#results = results;
  }

  /** `null` where the session's benchmark is in no series, or its run is not the latest any more. */
  of(sessionId: string): GrowthTable | null {
    const latest = this.#results.family(sessionId);
    const shown = latest.find(({ sessionIds }) => sessionIds.includes(sessionId));
    if (shown === undefined) return null;
    // Along a series only the size may differ: a member that was run before an edit says nothing of the others.
    const family = latest.filter(({ run }) => run.codeHash === shown.run.codeHash);
    const at = family.indexOf(shown);
    const series = findSeries(family.map(({ run }) => run)).find(({ points }) =>
      points.some(({ index }) => index === at),
    );
    if (series === undefined) return null;
    const members = series.points.flatMap(({ index }) => family[index] ?? []);
    const key = [series.name, ...members.flatMap(({ run, sessionIds }) => [run.runId, ...sessionIds])].join(
      ' ',
    );
    if (this.#kept?.key !== key) {
      const inputs = members.map((member) => this.#inputOf(member));
      this.#kept = { key, table: growthTable(series, inputs) };
    }
    return this.#kept.table;
  }

  #inputOf({ run, sessionIds }: LatestRun): GrowthInput {
    const results: Record<string, number> = {};
    for (const unit of ['ns/op', 'B/op', 'allocs/op']) {
      const summary = summarize(run.runs, unit);
      if (summary !== null) results[unit] = summary.median;
    }
    const cpu = sessionIds.flatMap((id) => this.#sessions.get(id) ?? []).find(isCpu);
    return { results, lines: cpu === undefined ? null : chargedLines(cpu) };
  }
}

function isCpu({ profile }: Session): boolean {
  return profile.sampleTypes.some(({ type }) => type === 'cpu');
}

/** What operations are charged on the user's lines; `null` where their number is not known. */
function chargedLines(session: Session): ChargedLine[] | null {
  const { operations, profile, buckets } = session;
  if (operations === null || operations <= 0) return null;
  const own = new Map<string, boolean>();
  const isOwn = (file: string) => {
    const known = own.get(file) ?? locateOwn(session, file) !== null;
    own.set(file, known);
    return known;
  };
  const cpu = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  const period = Number(profile.period) || 10_000_000;
  return chargeOwnLines(buckets?.operations.profile ?? profile, cpu, isOwn).map(
    ({ file, line, functionName, charge }) => ({
      file,
      line,
      functionName,
      cost: charge / operations,
      samples: Math.round(charge / period),
    }),
  );
}

/** The hover of a line of the shown series: how its cost grows. `null` for other lines. */
export function growthHover(tables: GrowthTables, store: SessionStore, place: HoverPlace): string | null {
  const { active, activeSession: session } = store;
  if (active === null || session === null) return null;
  const table = tables.of(session.id);
  const match = table === null ? null : session.match(place.path);
  if (table === null || match?.kind !== 'match') return null;
  const found = documentCosts(session, active.sampleType, place.path, place.text);
  if (found.kind !== 'costs') return null;
  const here = found.costs.find(({ line }) => line === place.line)?.cost.line;
  const line = table.lines.find((each) => each.line === here && each.file === match.name);
  return line === undefined ? null : growthText(table, line);
}

function growthText(table: GrowthTable, line: GrowthLine): string | null {
  if (line.growth === null) return null;
  const label = escapeMarkdown(growthLabel(line.growth, table.parameter));
  if (steepestLine(table) !== line) {
    return l10n.t('CPU time grows as {0} along {1}', label, `\`${table.name}\``);
  }
  return table.kind === 'size'
    ? l10n.t(
        'CPU time grows as {0} along {1}: of the lines that matter, the fastest',
        label,
        `\`${table.name}\``,
      )
    : l10n.t('CPU time grows as {0} with the number of cores: this line is what does not scale', label);
}
