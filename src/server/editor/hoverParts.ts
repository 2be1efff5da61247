import type { GoScanner } from '../../go/scan/scan.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import { lineChanges } from '../compare/lineChanges.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import { benchmarkChangeHover } from './benchmarkHover.ts';
import { bucketHover } from './bucketHover.ts';
import { type GrowthTables, growthHover } from './growth.ts';
import { hoverText } from './hover.ts';
import type { HoverPlace } from './hoverMarkdown.ts';
import { goneText } from './lineChangeText.ts';

/** What hovers are made from. */
export interface HoverSources {
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly comparisons: Comparisons;
  readonly growth: GrowthTables;
  /** `null` in files that have no benchmarks. */
  readonly scanner: GoScanner | null;
  /** The client can run commands from links. */
  readonly links: boolean;
  /** Percent of the total below which a line is not looked at. */
  readonly threshold: number;
}

/** All that a hover on one line says, as Markdown, in order: of the benchmark, of the line, of what is gone. */
export function hoverParts(
  { sessions, results, comparisons, growth, scanner, links, threshold }: HoverSources,
  place: HoverPlace,
): string[] {
  const changesOf = (session: Session, sampleType: number) => {
    const pair = comparisons.pairOf(session);
    return pair === null ? null : lineChanges(pair, sampleType, place.document, threshold);
  };
  const directoryOf = ({ origin }: Session) =>
    origin.from === 'benchmark' ? (results.latestWith(origin.runId)?.result.directory ?? null) : null;
  const { active, activeSession } = sessions;
  const shown =
    active === null || activeSession === null ? null : changesOf(activeSession, active.sampleType);
  const parts = [
    scanner === null ? null : benchmarkChangeHover(results, scanner, place),
    scanner === null ? null : bucketHover(sessions, scanner, place),
    growthHover(growth, sessions, place),
    hoverText(sessions, place, { links, changesOf, directoryOf }),
    goneText(shown, place, threshold),
  ];
  return parts.flatMap((part) => part ?? []);
}
