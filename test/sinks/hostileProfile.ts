/** Names that mean something in a format, and a profile with them everywhere. */
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { measure } from '../../src/analysis/values/measure.ts';
import { hostileTexts } from '../hostileTexts.ts';
import { profileWithText } from '../pprof/hostileNames.ts';

export const texts = hostileTexts(400);
/** As the encoder of strings leaves them: halves of pairs become U+FFFD. */
export const whole = (text: string) => Buffer.from(text).toString();

/** `name` is in the names of functions, of files and of the binary. */
export function hostileProfile(name: string) {
  const profile = profileWithText(
    {
      sampleTypes: ['cpu/nanoseconds'],
      binary: '/bin/HOSTILE',
      samples: [{ values: [98], stack: ['leaf a.go:1', 'fHOSTILE b/HOSTILE.go:2', 'main a.go:9'] }],
    },
    'HOSTILE',
    whole(name),
  );
  return { profile, costs: new ProfileCosts(profile), measured: measure(profile, 0) };
}
