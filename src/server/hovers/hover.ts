import type { Markdown } from '../../base/escape.ts';
import { summarize } from '../../bench/verdicts/summary.ts';
import { type BenchmarkResult, variationOf } from '../../go/results/benchmarkResult.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import { lineChanges } from '../compare/lineChanges.ts';
import { directoryOf, type LensSources } from '../lenses/lensState.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { asksForBlocking } from '../results/waitedText.ts';
import type { Session } from '../sessions/session.ts';
import { benchmarkHover } from './benchmarkHover.ts';
import { bucketHover } from './bucketHover.ts';
import { growthHover } from './growth.ts';
import { type HoverPosition, sections } from './hoverMarkdown.ts';
import { goneText } from './lineChangeText.ts';
import { lineHover } from './lineHover.ts';
import type { ProductionShares } from './productionHover.ts';
import { runNotesHover } from './runNotesHover.ts';
import type { EditorServices } from './services.ts';
import { staleHover } from './staleHover.ts';

/** What hovers are made from. */
export type HoverServices = Pick<
  EditorServices,
  'sessions' | 'results' | 'comparisons' | 'changes' | 'growth' | 'skids' | 'lensOptions'
>;

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
  const { sessions, results, comparisons, changes, growth, skids, links, threshold } = sources;
  const { active, activeSession } = sessions;
  const changesOf = (session: Session, sampleType: number) => {
    const pair = comparisons.pairOf(session);
    return pair === null ? null : lineChanges(pair, sampleType, place.document, threshold);
  };
  const shown =
    active === null || activeSession === null ? null : changesOf(activeSession, active.sampleType);
  const resultOf = (session: Session) => resultOfSession(results, session);
  return sections([
    ...aboutBenchmark(sources, place),
    staleHover(sessions, changes, place, threshold),
    lineHover(sessions, place, {
      links,
      changesOf,
      directoryOf: (session) => resultOf(session)?.directory ?? null,
      asksForBlocking: (session) => {
        const result = resultOf(session);
        return result !== undefined && asksForBlocking(result);
      },
      variationOf: (session) => variationOf(resultOf(session)),
      measured: (session, unit) => medianOf(resultOf(session), unit),
      growth: growthHover(growth, sessions, place),
      skids,
    }),
    goneText(shown, place, threshold),
  ]);
}

/** On the name of a benchmark: its results, its share of production, the notes of its run, what caused its costs. */
function aboutBenchmark(
  { sessions, results, shares, scanner, links, lens, lensOptions }: HoverSources,
  place: HoverPosition,
): (Markdown | null)[] {
  const { text, path } = place.document;
  const benchmark = scanner
    ?.scan(text)
    .benchmarks.find(({ nameRange }) => nameRange.startLine === place.line);
  if (benchmark === undefined) return [];
  const { name } = benchmark;
  const measured = (session: Session, unit: string) => medianOf(resultOfSession(results, session), unit);
  return [
    benchmarkHover(place.document, name, lens, lensOptions),
    shares.hover(sessions, results.get(directoryOf(place.document), name)?.result.runId),
    runNotesHover(results, path, name, links),
    bucketHover(sessions, path, name, measured),
  ];
}

/** The result that a session belongs to, if it is the latest of its benchmark. */
function resultOfSession(results: BenchmarkResults, { origin }: Session): BenchmarkResult | undefined {
  return origin.from === 'benchmark' ? results.latestWith(origin.runId)?.result : undefined;
}

function medianOf(result: BenchmarkResult | undefined, unit: string): number | null {
  return summarize(result?.measurements ?? [], unit)?.median ?? null;
}
