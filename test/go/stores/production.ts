/** Profiles of production, made by hand: of two releases of a shop. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '../../../src/pprof/encode.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { goTool } from '../../goTool.ts';
import { profileBytes, type SampleSpec } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';

const tenMillis = 10_000_000;

/** A CPU profile as Go writes it: samples and nanoseconds, a sample each 10 ms. */
export function cpuProfile(
  samples: readonly { readonly count: number; readonly stack: SampleSpec['stack'] }[],
  startLine = 1,
): Uint8Array {
  return profileBytes({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: samples.map(({ count, stack }) => ({ values: [count, count * tenMillis], stack })),
    binary: '/srv/shop',
    period: BigInt(tenMillis),
    periodType: 'cpu/nanoseconds',
    timeNanos: 1n,
    durationNanos: 10_000_000_000n,
    startLine,
  });
}

/** The rows that `go tool pprof -top` prints of a profile, or of several merged. */
export function goTop(profiles: readonly (Uint8Array | Profile)[], ...options: string[]): string {
  const folder = testFolder();
  const files = profiles.map((profile, i) => {
    const file = join(folder, `${i}.pb`);
    writeFileSync(file, profile instanceof Uint8Array ? profile : encode(profile));
    return file;
  });
  const args = ['-symbolize=none', '-top', ...options, ...files];
  const text = execFileSync(goTool('pprof'), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return text.slice(text.indexOf('      flat  flat%'));
}
