import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Value } from '../../analysis/values/value.ts';
import { type RunRequest, serverCommands } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import { isFaint, type SampledValue, sampledValue } from '../costs/sampledCost.ts';
import type { Session } from '../sessions/sessions.ts';
import { commandLink } from './hoverMarkdown.ts';

/** A cost seen in so many samples is known to about ±30%. */
const enoughSamples = 43;
/** In seconds. Every measurement takes as long, too. */
const longestBenchtime = 10;
/** Half the width of a 95% interval, in standard deviations. */
const z = 1.96;

/**
 * For the hover of a line that was seen in few samples, as Markdown: in how many, and a link to a run that takes more.
 * `null` where there are enough, and for costs that are not sampled.
 *
 * @param directory the benchmark's package
 */
export function runLongerText(
  session: Session,
  sampleType: number,
  cum: Value,
  directory: string,
): string | null {
  const { origin, profile } = session;
  const sampled = sampledValue(session, sampleType, cum);
  if (sampled === null || sampled.samples >= enoughSamples || origin.from !== 'benchmark') return null;
  const seen = seenText(sampled);
  const seconds = Number(profile.durationNanos) / 1e9;
  if (sampled.samples === 0 || !(seconds > 0)) return seen;
  const perSecond = sampled.samples / seconds;
  const benchtime = Math.min(longestBenchtime, Math.ceil(enoughSamples / perSecond));
  if (benchtime < 1.5 * seconds) return seen;
  const precision = Math.round((100 * z) / Math.sqrt(perSecond * benchtime));
  const request: RunRequest = {
    // The file only names the package, and need not exist.
    uri: fileUri(path.join(directory, 'benchmark_test.go')),
    benchmark: origin.benchmark,
    benchtime: `${benchtime}s`,
  };
  const link = commandLink(l10n.t('Run for {0}', `${benchtime}s`), serverCommands.run, request);
  return `${seen} ${link} ${l10n.t('to know its cost to about ±{0}%.', precision)}`;
}

function seenText(sampled: SampledValue): string {
  const { samples } = sampled;
  const seen = samples === 1 ? l10n.t('Seen in one sample') : l10n.t('Seen in {0} samples', samples);
  return isFaint(sampled)
    ? l10n.t('{0}, too few to be sure: the cost may well be half or twice as much.', seen)
    : l10n.t('{0}.', seen);
}
