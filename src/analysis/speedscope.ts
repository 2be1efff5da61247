import type { Profile } from '../pprof/profile.ts';
import { baseName } from './filePaths.ts';
import type { NodeOptions } from './nodes.ts';
import { StackReader } from './stackFrames.ts';

/**
 * The profile in speedscope's own file format, a profile of that format for each sample type.
 *
 * @param sampleType the one to show first
 */
export function speedscopeFile(
  profile: Profile,
  sampleType: number,
  options: NodeOptions = {},
): Record<string, unknown> {
  const reader = new StackReader(profile, { granularity: 'filefunctions', ...options });
  const { table } = reader;
  const frames = Array.from({ length: table.count }, (_, node) => {
    const { name, file, line } = table.info(node);
    return {
      name: name === '' ? table.label(node) : name,
      ...(file === '' ? {} : { file }),
      ...(line === 0 ? {} : { line }),
    };
  });
  const stacks = Array.from({ length: profile.samples.count }, (_, sample) =>
    reader
      .frames(sample)
      .map(({ node }) => node)
      .reverse(),
  );
  const { mappings, strings } = profile;
  const binary = mappings.count > 0 ? strings.get(mappings.filename[0]!) : '';
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'pprof-lens',
    name: binary === '' ? 'profile' : baseName(binary),
    activeProfileIndex: sampleType,
    shared: { frames },
    profiles: profile.sampleTypes.map(({ type, unit }, index) => {
      // speedscope adds weights up as doubles, so doubles it gets.
      const { approximate } = profile.samples.values;
      const types = profile.sampleTypes.length;
      const weights = stacks.map((_, sample) => approximate[sample * types + index]!);
      return {
        type: 'sampled',
        name: type,
        unit: speedscopeUnits[unit] ?? 'none',
        startValue: 0,
        endValue: weights.reduce((sum, weight) => sum + weight, 0),
        samples: stacks,
        weights,
      };
    }),
  };
}

/** The units that speedscope knows, by pprof's names. */
const speedscopeUnits: Readonly<Record<string, string>> = {
  nanoseconds: 'nanoseconds',
  microseconds: 'microseconds',
  milliseconds: 'milliseconds',
  seconds: 'seconds',
  bytes: 'bytes',
};
