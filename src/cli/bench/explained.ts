/** How the costs of lines add up to what Go itself has counted, and why they do not where they do not. */
import { perOperation } from '../../analysis/values/units.ts';
import { fail } from '../../base/result.ts';
import { medians } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { type Message, messageOf } from '../terminal/output.ts';
import type { LineReport, LineReports, OtherLineReport } from './lineReports.ts';

/** Allocations are counted, so that the costs of lines can be held to what Go says. CPU time is not the time of a result. */
const countedMetrics = [
  { unit: 'allocs/op', total: 'allocs', printed: 'allocs' },
  { unit: 'B/op', total: 'bytes', printed: 'bytes' },
] as const;

/** With this share of a result on the lines, nobody misses the rest. */
const nearlyAll = 0.99;

/** Why the lines have more, or less, than Go has counted. */
const reasons = {
  'more-than-measured':
    'The lines have {0}, and Go counted {1}: the others were allocated once, while the timer was stopped, or by a benchmark that Go cannot leave out.',
  'allocates-less':
    'The lines have {0} of {1}: the process that was profiled allocated less than the one that was timed.',
  'setup-in-result':
    'The lines have {0} of {1}: the rest is setup that Go divides by the operations too. b.ResetTimer before the loop leaves it out.',
  'small-objects':
    'The lines have {0} of {1}: the runtime puts small objects together, and a profile has only the first of them.',
} as const;

function because(code: keyof typeof reasons, ...args: readonly string[]): Message[] {
  return [messageOf(fail(code, reasons[code], args).problem)];
}

/** For each metric of Go's own: which share of its median the flat costs of the lines add up to, from 0 to 1. */
export function explainedBy(lines: readonly LineReport[], result: BenchmarkResult): Record<string, number> {
  const explained: Record<string, number> = {};
  if (memoryPass(result) === undefined) return explained;
  const units = countedMetrics.map(({ unit }) => unit);
  for (const [unit, median] of Object.entries(medians(result.measurements, units))) {
    // Go rounds its result down, so the sum may be a little larger.
    explained[unit] = median === 0 ? 1 : Math.min(1, flatSum(lines, unit) / median);
  }
  return explained;
}

/** Why the lines have clearly less or more than Go has counted, in one sentence. None if they have about the same. */
export function explanations(
  reports: Pick<LineReports, 'lines' | 'otherLines'>,
  result: BenchmarkResult,
): Message[] {
  const pass = memoryPass(result);
  if (pass === undefined) return [];
  const explained = explainedBy(reports.lines, result);
  const medianOf = medians(result.measurements, Object.keys(explained));
  // What Go has counted in the very process that was profiled; results of older versions do not have it.
  const counted = pass.witness?.measurement;
  const bytes = counted?.metrics['B/op'];
  /** Objects that the profile has no bytes less for lie in blocks that it has: what setup allocates has eight bytes at least. */
  const isOfSmallObjects = (unit: string, missing: number) =>
    unit === 'allocs/op' && bytes !== undefined && bytes - flatSum(reports.lines, 'B/op') < 8 * missing;
  for (const { unit, total, printed } of countedMetrics) {
    const share = explained[unit];
    const sum = flatSum(reports.lines, unit);
    const label = (value: number) => perOperation(value, 1, printed);
    const here = counted?.metrics[unit];
    if (unit === 'allocs/op' && here !== undefined && sum >= 1.1 * (here + 1))
      return because('more-than-measured', label(sum), label(here));
    if (share === undefined || share >= nearlyAll) continue;
    const median = medianOf[unit] ?? 0;
    const args = [`${Math.floor(share * 100)}%`, label(median)] as const;
    const missing = (here ?? median) - sum;
    // Less was allocated in this pass: a pool was full already, say, or what is allocated once was there.
    if (here !== undefined && median - here > missing) return because('allocates-less', ...args);
    if (counted !== undefined) {
      const isWithin = (bucket: OtherLineReport['bucket']) =>
        missing * counted.iterations <=
        flatSum(
          reports.otherLines.filter((line) => line.bucket === bucket),
          total,
        );
      // Nobody can do anything about what the runtime needs itself: a new thread has 5 kB.
      if (isWithin('background')) continue;
      if (isWithin('setup') && !isOfSmallObjects(unit, missing)) return because('setup-in-result', ...args);
    }
    // The runtime loses no bytes: it counts whole blocks.
    if (unit === 'allocs/op') return because('small-objects', ...args);
  }
  return [];
}

function memoryPass({ profiles }: BenchmarkResult) {
  return profiles.find(({ kind, operations }) => kind === 'mem' && operations !== null);
}

/** The sum of what all lines cost themselves. */
function flatSum(lines: readonly LineReport[], metric: string): number {
  return lines.reduce((sum, { metrics }) => sum + (metrics[metric]?.flat ?? 0), 0);
}
