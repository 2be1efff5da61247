import { costInterval } from '../../analysis/values/sampleIntervals.ts';
import type { Value } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { type RunRequest, serverCall } from '../../protocol.ts';
import { benchmarkAddress } from '../client/lspTerms.ts';
import { sampledValue } from '../costs/sampledCost.ts';
import { waitKinds } from '../results/remarks.ts';
import type { Session } from '../sessions/session.ts';
import { commandLink, said } from './hoverMarkdown.ts';

/** A small part of all, seen in so many samples, is known to about ±30%. */
const enoughSamples = 43;
/** In seconds. Every measurement takes as long, too. */
const longestBenchtime = 10;

/**
 * For the hover of a line that was seen in few samples, as Markdown: a link to a run that takes more, and how certain the
 * cost is then. `null` where there are enough, and for costs that are not sampled.
 *
 * @param directory the benchmark's package
 * @param variation as in `costInterval`
 */
export function runLongerLink(
  session: Session,
  sampleType: number,
  cum: Value,
  directory: string,
  variation: number,
): Markdown | null {
  const { origin, profile } = session;
  const sampled = sampledValue(session, sampleType, cum);
  if (sampled === null || origin.from !== 'benchmark') return null;
  const { samples, all } = sampled;
  const enough = enoughSamples * (1 - samples / all);
  const seconds = Number(profile.durationNanos) / 1e9;
  if (samples === 0 || samples >= enough || !(seconds > 0)) return null;
  const benchtime = Math.min(longestBenchtime, Math.ceil((enough * seconds) / samples));
  if (benchtime < 1.5 * seconds) return null;
  const longer = benchtime / seconds;
  const { low, high } = costInterval(samples * longer, all * longer, variation);
  const precision = Math.round((50 * (high - low)) / (samples * longer));
  const request: RunRequest = {
    ...benchmarkAddress(directory, origin.benchmark),
    benchtime: `${benchtime}s`,
  };
  const title = said('Run for {0} to know it to ±{1}%', escapeMarkdown(`${benchtime}s`), precision);
  return commandLink(title, serverCall('run', request));
}

/** For the hover of a benchmark that waited: a link to a run that says what for. */
export function waitsLink(result: BenchmarkResult): Markdown {
  return commandLink(said('Profile waiting'), serverCall('run', waitingRun(result)));
}

/** The run that says what a benchmark waited for. */
export function waitingRun({ directory, name }: BenchmarkResult): RunRequest {
  return { ...benchmarkAddress(directory, name), kinds: waitKinds };
}
