/** The cost that a line shows, and how certain it is, for its hover. */
import * as l10n from '@vscode/l10n';
import { allocationSamples } from '../../analysis/lines/sampledAllocations.ts';
import { fewSamples, shareLabel } from '../../analysis/values/operationCost.ts';
import { costInterval, estimateInterval, shareInterval } from '../../analysis/values/sampleIntervals.ts';
import { perOperation } from '../../analysis/values/units.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import { formatMetric, summarize } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { ValueType } from '../../pprof/profile.ts';
import { outsideCost } from '../costs/causes.ts';
import { costLabel, intervalLabel, lineText, totalLabel } from '../costs/costText.ts';
import type { CostAtLine } from '../costs/documentCosts.ts';
import { sampledValue } from '../costs/sampledCost.ts';
import type { Session } from '../sessions/session.ts';
import { bold, said } from './hoverMarkdown.ts';

/** A cost of a line, and whose it is. */
export interface HoverCost {
  readonly session: Session;
  readonly sampleType: number;
  readonly cost: CostAtLine;
}

export function sampleTypeOf({ session, sampleType }: Pick<HoverCost, 'session' | 'sampleType'>): ValueType {
  return session.sampleTypes[sampleType] ?? { type: '', unit: '' };
}

/** The cost as the line shows it: `**44µs/op cum · 17µs flat · 57%** of CPU time`. */
export function headline(shown: HoverCost): Markdown {
  const label = escapeMarkdown(shown.session.labelOf(sampleTypeOf(shown)));
  return said('{0} of {1}', bold(shownText(shown)), label);
}

/** The text beside the line. In a hover it may be broken at any space. */
export function shownText({ session, sampleType, cost: { byCause } }: HoverCost): string {
  const outside = outsideCost(session, sampleType, byCause);
  const text = outside?.text ?? lineText(session, sampleType, byCause.operations);
  return text.replaceAll('\u00a0', ' ');
}

/**
 * Between which values the cost is with 95% certainty, and in how many samples it was seen: per operation, or, where the
 * number of operations is not known, its share of the total, or what was allocated. Exact profiles, as of memory at rate 1,
 * have none: `null`.
 *
 * @param variation as in `costInterval`
 */
export function certaintyText(shown: HoverCost, variation: number): string | null {
  const { session, sampleType, cost } = shown;
  const { operations } = cost.byCause;
  const cum = isZero(operations.cum) ? cost.cost.cum : operations.cum;
  const sampled = sampledValue(session, sampleType, cum);
  if (sampled === null) return allocationText(shown);
  const { origin } = session;
  const isEvent = origin.from === 'benchmark' && eventOfKind(origin.kind) !== null;
  if (sampleTypeOf(shown).type !== 'cpu' && !isEvent) return null;
  const { samples, all } = sampled;
  const isCount = sampleTypeOf(shown).unit === 'count';
  // How often something happens does not depend on the machine's speed.
  const speedVariation = isCount ? 0 : variation;
  const label = isZero(operations.cum) ? null : intervalLabel(session, sampleType, cum, speedVariation);
  const interval = label ?? shareText(samples, all);
  const seen = countText(samples);
  const value = totalLabel(session, sampleType, cum);
  const total = isCount ? l10n.t('{0} in all', value) : value;
  const speed = `±${Math.round(196 * speedVariation)}%`;
  if (samples < fewSamples) return l10n.t('95% sure: {0} (only {1}, {2})', interval, seen, total);
  return label !== null && isMostlySpeed(samples, all, speedVariation)
    ? l10n.t(
        "95% sure: {0} ({1}, {2}; the machine's speed varies by about {3})",
        interval,
        seen,
        total,
        speed,
      )
    : l10n.t('95% sure: {0} ({1}, {2})', interval, seen, total);
}

/** The same for memory of a server, which records one allocation in each 512 kB. */
function allocationText({ session, sampleType, cost: { file, cost } }: HoverCost): string | null {
  const found =
    session.base === undefined ? allocationSamples(session.lines, file, cost.line, sampleType) : null;
  if (found === null) return null;
  const interval = estimateInterval(Number(cost.cum), found.variance);
  const label = (end: number) => costLabel(session, sampleType, Math.round(end));
  const [low, high] = [label(interval.low), label(interval.high)];
  if (low === high) return null;
  return found.count < fewSamples
    ? l10n.t('95% sure: {0} to {1} (only {2})', low, high, countText(found.count))
    : l10n.t('95% sure: {0} to {1} ({2})', low, high, countText(found.count));
}

function countText(samples: number): string {
  return samples === 1 ? l10n.t('one sample') : l10n.t('{0} samples', samples);
}

/** Whether an interval is wide because of the machine rather than for want of samples. */
function isMostlySpeed(samples: number, all: number, variation: number): boolean {
  const width = (speed: number) => {
    const { low, high } = costInterval(samples, all, speed);
    return high - low;
  };
  return width(variation) > 2 * width(0);
}

function shareText(samples: number, all: number): string {
  const { low, high } = shareInterval(samples, all);
  return l10n.t('{0} to {1} of the total', shareLabel(low), shareLabel(high));
}

/**
 * Why the allocations of lines are fewer than those that the benchmark measures, which stand in its lens: Go's runtime puts
 * small objects without pointers together into blocks of 16 bytes, and a profile counts the blocks. `null` for other sample
 * types, and where the numbers do not differ.
 */
export function allocationNote(
  { profile, operations, operationLines }: Session,
  sampleType: number,
  result: BenchmarkResult | undefined,
): string | null {
  if (profile.sampleTypes[sampleType]?.type !== 'alloc_objects') return null;
  const whole = summarize(result?.measurements ?? [], 'allocs/op')?.median;
  if (whole === undefined || operations === null || operations <= 0) return null;
  const total = operationLines.total(sampleType);
  const missing = whole - Number(total) / operations;
  if (missing < 0.5 || missing < 0.01 * whole) return null;
  return l10n.t(
    'All lines together have {0} of the {1} that were measured: Go puts tiny objects together into blocks, and a profile counts blocks.',
    perOperation(total, operations, 'allocs').replace(/ allocs\/op$/, ''),
    formatMetric(whole, 'allocs/op'),
  );
}
