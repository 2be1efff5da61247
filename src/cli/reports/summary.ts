import * as l10n from '@vscode/l10n';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { total } from '../../analysis/values/total.ts';
import { ok } from '../../base/result.ts';
import { profileLabels } from './header.ts';
import type { Report } from './reportContext.ts';

/** `summary`: what is in the file. Its JSON has only `profile`. */
export const summary = {
  json: () => ok({}),

  output(context) {
    const { profile } = context;
    const rows = profileLabels(context);
    if (profile.period !== 0n) {
      rows.push(
        l10n.t(
          'Period: {0} {1} {2}',
          String(profile.period),
          profile.periodType.type,
          profile.periodType.unit,
        ),
      );
    }
    rows.push(
      l10n.t(
        'Samples: {0}, locations: {1}, functions: {2}, mappings: {3}',
        profile.samples.count,
        profile.locations.count,
        profile.functions.count,
        profile.mappings.count,
      ),
      l10n.t('Sample types:'),
    );
    for (const [index, { type, unit }] of profile.sampleTypes.entries()) {
      const mark = index === context.sampleType ? '*' : ' ';
      const format = { ...context.format, sampleUnit: unit, outputUnit: 'auto' };
      rows.push(`${mark} ${type}/${unit}`.padEnd(30) + formatCost(total(profile, index), format));
    }
    return ok(`${rows.join('\n')}\n`);
  },
} satisfies Report;

/** `comments`: the comments of the profile, a line each. Its JSON has them in `profile`. */
export const comments = {
  json: () => ok({}),

  output: ({ profile }) => ok(profile.comments.map((comment) => `${comment}\n`)),
} satisfies Report;
