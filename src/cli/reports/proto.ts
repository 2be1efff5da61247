import { outermostLines } from '../../analysis/filters/frameFilters.ts';
import { multiplied } from '../../analysis/values/costFormat.ts';
import { toValue } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import { Int64Builder, int64At } from '../../pprof/columns.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Report } from './reportContext.ts';

/** `proto`: the merged and filtered profile as a pprof file. */
export const proto: Report = {
  bytes({ untrimmed, graph, format }) {
    const shown = graph.noInlines === true ? outermostLines(untrimmed) : untrimmed;
    return ok(encodeGzipped(divided(shown, format.ratio)));
  },
};

/** The profile with its values divided by `--divide-by`. */
function divided(profile: Profile, ratio: number): Profile {
  if (ratio === 1 || ratio <= 0) return profile;
  const { samples } = profile;
  const length = samples.values.approximate.length;
  const values = new Int64Builder('signed', length + 1);
  for (let i = 0; i < length; i++) {
    values.pushExact(BigInt(multiplied(toValue(int64At(samples.values, i)), ratio)));
  }
  return { ...profile, samples: { ...samples, values: values.finish() } };
}
