import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { applyFilters, type FilterOptions } from '../../analysis/filters/filters.ts';
import { numericLabelUnits } from '../../analysis/filters/labels.ts';
import { addTagFrames } from '../../analysis/filters/tagFrames.ts';
import { trimPaths } from '../../analysis/filters/trimPaths.ts';
import type { CostFormat } from '../../analysis/values/costFormat.ts';
import { type Measure, measure, remeasured } from '../../analysis/values/measure.ts';
import { findSampleType } from '../../analysis/values/sampleType.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { ComparedProfiles } from '../profiles/loadProfiles.ts';
import { filterOptions, graphOptions, type ReportOptions } from '../profiles/reportOptions.ts';
import type { Json } from '../terminal/jsonText.ts';
import type { Output } from '../terminal/streams.ts';
import { noTint, type Tint } from '../terminal/tint.ts';

/** The input of every report. */
export interface ReportContext {
  /** The profile before the filters. */
  readonly whole: Profile;
  /** The profile after the filters. */
  readonly profile: Profile;
  /** What is derived from `profile`. */
  readonly costs: ProfileCosts;
  /** `profile` before file names were trimmed. pprof's own formats keep the whole names. */
  readonly untrimmed: Profile;
  /** Index of the sample type to report. */
  readonly sampleType: number;
  /** Weights of `profile`. Percentages are of `whole`, unless the user asked for relative ones. */
  readonly measured: Measure;
  /** Units of numeric labels. */
  readonly labelUnits: ReadonlyMap<string, string>;
  readonly graph: GraphOptions;
  readonly format: CostFormat;
  /** Colours of costs in text. */
  readonly tint: Tint;
  /** The pattern of the report; empty if it has none. */
  readonly argument: string;
  readonly options: ReportOptions;
  /** Of a comparison, both profiles before the filters. */
  readonly compared?: ComparedProfiles;
  /** The filters that matched nothing. */
  readonly unmatched: readonly (keyof FilterOptions | 'tagRoot' | 'tagLeaf')[];
}

type Answer<T> = Result<T> | Promise<Result<T>>;

export interface Report {
  /** A pattern is given before the profiles. */
  readonly takesPattern?: boolean;
  /** The JSON document, without `profile`. */
  json?(context: ReportContext): Answer<{ readonly [key: string]: Json }>;
  /** `output` is JSON in the format of another program. `--json` changes nothing. */
  readonly writesJson?: true;
  /** Text for a terminal, or a file for another program. */
  output(context: ReportContext): Answer<Output>;
  /** The report that `--owned` asks for. */
  readonly owned?: Required<Pick<Report, 'json' | 'output'>>;
  /** Nobody reads it on a terminal. The prompt writes a file with a name that ends so. */
  readonly fileEnding?: string;
}

/**
 * Prepares a report in pprof's order: frames for labels, then the total, then the filters (with relative
 * percentages the total last). Fails with `unknown-sample-type`, `bad-pattern`, `zero-divisor`.
 */
export function reportContext(
  whole: Profile,
  options: ReportOptions,
  argument: string,
): Result<ReportContext> {
  const sampleType = findSampleType(whole, options['sample-index'] ?? '');
  if (!sampleType.ok) return sampleType;
  const divideBy = options['divide-by'] ?? 1;
  if (divideBy === 0)
    return fail('zero-divisor', 'Values cannot be divided by 0. Choose another --divide-by.');
  const labelUnits = numericLabelUnits(whole);
  const unit = options.unit ?? 'minimum';
  const tagged = tagFrames(whole, options, unit);
  const filtered = applyFilters(tagged.profile, filterOptions(options), labelUnits);
  if (!filtered.ok) return filtered;
  const profile = trimPaths(filtered.value.profile, options['trim-path'] ?? '', options['source-path'] ?? '');
  const isRelative = options['relative-percentages'] === true;
  const ofAll = measure(isRelative ? profile : tagged.profile, sampleType.value, options.mean === true);
  const measured = isRelative ? ofAll : remeasured(profile, sampleType.value, ofAll);
  return ok({
    whole,
    profile,
    costs: new ProfileCosts(profile),
    untrimmed: filtered.value.profile,
    sampleType: sampleType.value,
    measured,
    labelUnits,
    graph: graphOptions(options),
    format: { sampleUnit: measured.unit, outputUnit: unit, ratio: 1 / divideBy },
    tint: noTint,
    argument,
    options,
    unmatched: [...tagged.unmatched, ...filtered.value.unmatched],
  });
}

function tagFrames(
  profile: Profile,
  { tagroot = '', tagleaf = '' }: ReportOptions,
  unit: string,
): { profile: Profile; unmatched: ('tagRoot' | 'tagLeaf')[] } {
  const keys = (list: string) => list.split(',').filter((key) => key !== '');
  const [rootKeys, leafKeys] = [keys(tagroot), keys(tagleaf)];
  if (rootKeys.length + leafKeys.length === 0) return { profile, unmatched: [] };
  const tagged = addTagFrames(profile, rootKeys, leafKeys, unit);
  const unmatched: ('tagRoot' | 'tagLeaf')[] = [];
  if (rootKeys.length > 0 && !tagged.matched.root) unmatched.push('tagRoot');
  if (leafKeys.length > 0 && !tagged.matched.leaf) unmatched.push('tagLeaf');
  return { profile: tagged.profile, unmatched };
}
