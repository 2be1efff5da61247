import { summarize } from '../../bench/verdicts/summary.ts';
import type { Markdown } from '../../escape.ts';
import { variationOf } from '../../go/run/benchmarkResult.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { LineSkids } from '../assembly/lineSkids.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import { lineChanges } from '../compare/lineChanges.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { asksForBlocking } from '../results/waitedText.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { benchmarkHover } from './benchmarkHover.ts';
import { bucketHover } from './bucketHover.ts';
import { type GrowthTables, growthHover } from './growth.ts';
import { type HoverPlace, sections } from './hoverMarkdown.ts';
import type { LensOptions } from './lensCommands.ts';
import { type LensSources, directoryOf as lensDirectory } from './lensState.ts';
import { goneText } from './lineChangeText.ts';
import { lineHover } from './lineHover.ts';
import type { ProductionShares } from './productionHover.ts';
import { runNotesHover } from './runNotesHover.ts';
import { staleHover } from './staleHover.ts';

/** What hovers are made from. */
export interface HoverSources {
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  /** The state of benchmarks, as their lenses show it. */
  readonly lens: LensSources;
  readonly lensOptions: LensOptions;
  readonly comparisons: Comparisons;
  readonly changes: CodeChanges;
  readonly growth: GrowthTables;
  readonly shares: ProductionShares;
  readonly skids: Pick<LineSkids, 'of'>;
  /** `null` in files that have no benchmarks. */
  readonly scanner: GoScanner | null;
  /** The client can run commands from links. */
  readonly links: boolean;
  /** Percent of the total. Lines that cost less are not compared with the run before. */
  readonly threshold: number;
}

/** The hover of one line, as Markdown: about its benchmark, its costs, and lines that are gone. `null` for no hover. */
export function hoverText(
  {
    sessions,
    results,
    comparisons,
    changes,
    growth,
    shares,
    skids,
    scanner,
    links,
    threshold,
    lens,
    lensOptions,
  }: HoverSources,
  place: HoverPlace,
): Markdown | null {
  const changesOf = (session: Session, sampleType: number) => {
    const pair = comparisons.pairOf(session);
    return pair === null ? null : lineChanges(pair, sampleType, place.document, threshold);
  };
  const resultOf = ({ origin }: Session) =>
    origin.from === 'benchmark' ? results.latestWith(origin.runId)?.result : undefined;
  const directoryOf = (session: Session) => resultOf(session)?.directory ?? null;
  const measured = (session: Session, unit: string) =>
    summarize(resultOf(session)?.measurements ?? [], unit)?.median ?? null;
  const asks = (session: Session) => {
    const result = resultOf(session);
    return result !== undefined && asksForBlocking(result);
  };
  const growthText = growthHover(growth, sessions, place);
  const { active, activeSession } = sessions;
  const shown =
    active === null || activeSession === null ? null : changesOf(activeSession, active.sampleType);
  const { text, path } = place.document;
  const benchmark = scanner
    ?.scan(text)
    .benchmarks.find(({ nameRange }) => nameRange.startLine === place.line);
  const directory = lensDirectory(place.document);
  return sections([
    benchmark === undefined ? null : benchmarkHover(place.document, benchmark.name, lens, lensOptions),
    benchmark === undefined
      ? null
      : shares.hover(sessions, results.get(directory, benchmark.name)?.result.runId),
    benchmark === undefined ? null : runNotesHover(results, path, benchmark.name, links),
    benchmark === undefined ? null : bucketHover(sessions, path, benchmark.name, measured),
    staleHover(sessions, changes, place, threshold),
    lineHover(sessions, place, {
      links,
      changesOf,
      directoryOf,
      asksForBlocking: asks,
      variationOf: (session) => variationOf(resultOf(session)),
      measured,
      growth: growthText,
      skids,
    }),
    goneText(shown, place, threshold),
  ]);
}
