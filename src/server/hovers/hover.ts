import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { type BenchmarkResult, variationOf } from '../../go/results/benchmarkResult.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { LineSkids } from '../assembly/lineSkids.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import type { DiagnosticBoard } from '../client/diagnosticBoard.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import { changesIn } from '../compare/lineChanges.ts';
import type { Releases } from '../compare/releases.ts';
import { costLabel, isWorthShowing } from '../costs/costText.ts';
import { costAt, documentCosts } from '../costs/documentCosts.ts';
import type { LensOptions } from '../lenses/lensCommands.ts';
import { directoryOf, type LensSources } from '../lenses/lensState.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { Services } from '../services/services.ts';
import type { PathMapping } from '../sessions/pathMapping.ts';
import { shortTimeText } from '../sessions/runTime.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { CompilerReasons } from '../why/compilerReasons.ts';
import { benchmarkHover, runNotesHover } from './benchmarkHover.ts';
import { bucketHover } from './bucketHover.ts';
import { type GrowthTables, growthHover } from './growth.ts';
import { bold, code, type HoverPosition, line, said, sections } from './hoverMarkdown.ts';
import { goneText } from './lineChangeText.ts';
import { lineHover } from './lineHover.ts';
import { type ProductionShares, predictedOnLine } from './productionHover.ts';
import { noLongerEscapes } from './reasonRows.ts';
import { unplacedHover } from './unplacedHover.ts';

/** The parts of the server that what is shown in an editor is made from. Each of its makers picks what it needs. */
export interface EditorServices extends Services {
  readonly comparisons: Pick<Comparisons, 'pairOf'>;
  readonly releases: Pick<Releases, 'keep' | 'of'>;
  readonly changes: Pick<CodeChanges, 'staleLines'>;
  readonly growth: GrowthTables;
  /** Which lines may show the samples of another. */
  readonly skids: Pick<LineSkids, 'of'>;
  /** Why lines cost what they cost. */
  readonly reasons: Pick<CompilerReasons, 'of' | 'escapes'>;
  readonly board: DiagnosticBoard;
  readonly lensSources: () => LensSources;
  readonly lensOptions: LensOptions;
}

/** What hovers are made from. */
export type HoverServices = Pick<
  EditorServices,
  | 'sessions'
  | 'results'
  | 'comparisons'
  | 'releases'
  | 'changes'
  | 'growth'
  | 'skids'
  | 'reasons'
  | 'lensOptions'
> & { readonly mapping: Pick<PathMapping, 'canMap'> };

/** What one hover is made from. */
export interface HoverSources extends HoverServices {
  /** The state of benchmarks, as their lenses show it. */
  readonly lens: LensSources;
  readonly shares: ProductionShares;
  /** `null` in files that have no benchmarks. */
  readonly scanner: GoScanner | null;
  /** The client can run commands from links. */
  readonly links: boolean;
  /** Percent of the total. Lines that cost less are not compared with the run before. */
  readonly threshold: number;
}

/** The hover of one line, as Markdown: about its benchmark, its costs, and lines that are gone. `null` for no hover. */
export function hoverText(sources: HoverSources, place: HoverPosition): Markdown | null {
  const { sessions, results, comparisons, releases, changes, growth, skids, reasons, links, threshold } =
    sources;
  const { activeSession } = sessions;
  const pairOf = (session: Session) => comparisons.pairOf(session);
  const { changesOf, shown } = changesIn(sessions, pairOf, place.document, threshold);
  const resultOf = (session: Session) => resultOfSession(results, session);
  return sections([
    ...aboutBenchmark(sources, place),
    staleHover(sessions, changes, place, threshold),
    lineHover(sessions, place, {
      links,
      benchmarks: true,
      changesOf,
      resultOf,
      variationOf: (session) => variationOf(resultOf(session)),
      growth: growthHover(growth, sessions, place),
      predicted: predictedOnLine(sessions, comparisons, releases, place),
      skids,
      reasons,
    }),
    noLongerEscapes(activeSession === null ? null : comparisons.pairOf(activeSession), place, reasons),
    goneText(shown, place, threshold),
    links ? unplacedHover(sessions, sources.mapping, place) : null,
  ]);
}

/** On the name of a benchmark: its results, its share of production, the notes of its run, what caused its costs. */
function aboutBenchmark(
  { sessions, results, comparisons, shares, scanner, links, lens, lensOptions }: HoverSources,
  place: HoverPosition,
): (Markdown | null)[] {
  const { document } = place;
  const benchmark = scanner
    ?.scan(document.text)
    .benchmarks.find(({ nameRange }) => nameRange.startLine === place.line);
  if (benchmark === undefined) return [];
  const { name } = benchmark;
  const result = results.get(directoryOf(document), name)?.result;
  return [
    benchmarkHover(document, name, lens, lensOptions),
    shares.hover(sessions, comparisons, result),
    result === undefined ? null : runNotesHover(result, links),
    bucketHover(sessions, document.path, name, (session) => resultOfSession(results, session)),
  ];
}

/** The result that a session belongs to, if it is the latest of its benchmark. */
function resultOfSession(results: BenchmarkResults, { origin }: Session): BenchmarkResult | undefined {
  return origin.from === 'benchmark' ? results.latestWith(origin.runId)?.result : undefined;
}

/** A hover names so many changes. */
const mostNamed = 3;

/**
 * Why a line's cost is old, or what a line cost before it was changed, as Markdown. `null` for other lines.
 *
 * @param threshold percent of the total; changed lines that cost less are not spoken of
 */
function staleHover(
  { active, activeSession: session }: SessionStore,
  changes: Pick<CodeChanges, 'staleLines'>,
  { document, line: at }: HoverPosition,
  threshold: number,
): Markdown | null {
  if (active === null || session === null) return null;
  const { sampleType } = active;
  const time = escapeMarkdown(shortTimeText(session.takenAt));
  const cost = costAt(session, sampleType, document, at);
  if (cost !== null) {
    const stale = changes.staleLines(session);
    if (stale?.has(sampleType, cost.file, cost.cost.line) !== true) return null;
    const names = stale.namesBelow(sampleType, cost.file, cost.cost.line);
    const shown = line(names.slice(0, mostNamed).map(code), ', ');
    return names.length > mostNamed
      ? said('Measured at {0}, before {1} and {2} more changed.', time, shown, names.length - mostNamed)
      : said('Measured at {0}, before {1} changed.', time, shown);
  }
  const found = documentCosts(session, sampleType, document);
  const replaced = found.kind === 'costs' ? found.replaced.find((each) => each.line === at) : undefined;
  if (replaced === undefined) return null;
  const { operations } = replaced.byCause;
  if (isZero(operations.cum) || !isWorthShowing(session, sampleType, replaced.cost, threshold)) return null;
  const was = session.snapshot.codeOf(document.path)?.lines[replaced.cost.line - 1]?.trim() ?? '';
  return said(
    'This line has changed since the run of {0}. There it cost {1}, as {2}.',
    time,
    bold(costLabel(session, sampleType, operations.cum)),
    code(was),
  );
}
