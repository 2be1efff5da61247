import type { CostFormat } from '../analysis/costFormat.ts';
import { type Measure, measure } from '../analysis/measure.ts';
import type { NodeOptions } from '../analysis/nodes.ts';
import { findSampleType } from '../analysis/sampleType.ts';
import type { Profile } from '../pprof/profile.ts';
import { ok, type Result } from '../result.ts';
import type { ReportOptions } from './reportOptions.ts';

/** What every report works on. */
export interface ReportContext {
  readonly profile: Profile;
  /** Index of the sample type reported. */
  readonly sampleType: number;
  readonly measured: Measure;
  readonly nodeOptions: NodeOptions;
  readonly format: CostFormat;
  readonly options: ReportOptions;
}

/** A report: as one JSON document besides `profile`, and as text for a terminal. */
export interface Report {
  json(context: ReportContext): Record<string, unknown>;
  text(context: ReportContext): string;
}

/** Fails with `unknown-sample-type`. */
export function reportContext(profile: Profile, options: ReportOptions): Result<ReportContext> {
  const sampleType = findSampleType(profile, options['sample-index'] ?? '');
  if (!sampleType.ok) return sampleType;
  const measured = measure(profile, sampleType.value);
  const { granularity, noinlines = false, showcolumns = false, unit = 'minimum' } = options;
  return ok({
    profile,
    sampleType: sampleType.value,
    measured,
    nodeOptions: {
      ...(granularity === undefined ? {} : { granularity }),
      noInlines: noinlines,
      showColumns: showcolumns,
    },
    format: { sampleUnit: measured.unit, outputUnit: unit, ratio: 1 },
    options,
  });
}
