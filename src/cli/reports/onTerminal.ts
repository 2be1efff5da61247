/** Reports for a terminal: a name with a line end in it must not look like another row. */
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { visibleLine } from '../../base/escape.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import { noTint, type Tint } from '../terminal/tint.ts';
import type { ReportContext } from './reportContext.ts';

/**
 * The context of a report for a terminal: with colours, and every text of the profile on one line. The filters have been
 * applied to the texts as they are.
 */
export function onTerminal(context: ReportContext, tint: Tint): ReportContext {
  // JSON has its own way to write such characters.
  if (context.options.json === true) return context;
  const profile = withVisibleTexts(context.profile);
  const { measured, format } = context;
  return {
    ...context,
    // A change may be large by chance.
    tint: context.compared === undefined ? tint : noTint,
    whole: withVisibleTexts(context.whole),
    profile,
    costs: new ProfileCosts(profile),
    untrimmed: context.untrimmed === context.profile ? profile : withVisibleTexts(context.untrimmed),
    measured: { ...measured, type: visibleLine(measured.type), unit: visibleLine(measured.unit) },
    labelUnits: new Map([...context.labelUnits].map(([key, unit]) => [visibleLine(key), visibleLine(unit)])),
    format: { ...format, sampleUnit: visibleLine(format.sampleUnit) },
  };
}

function withVisibleTexts(profile: Profile): Profile {
  const { strings, sampleTypes, periodType, comments, docUrl, defaultSampleType } = profile;
  return {
    ...profile,
    strings: {
      length: strings.length,
      get: (index) => visibleLine(strings.get(index)),
      raw: (index) => strings.raw(index),
    },
    sampleTypes: sampleTypes.map(visibleType),
    periodType: visibleType(periodType),
    defaultSampleType: visibleLine(defaultSampleType),
    comments: comments.map(visibleLine),
    docUrl: visibleLine(docUrl),
  };
}

function visibleType({ type, unit }: ValueType): ValueType {
  return { type: visibleLine(type), unit: visibleLine(unit) };
}
