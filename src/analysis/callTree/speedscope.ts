import type { Profile } from '../../pprof/profile.ts';
import type { NodeOptions, NodeTable } from '../costs/nodes.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { baseName } from '../names/filePaths.ts';
import { listParts } from './listParts.ts';

/**
 * The profile in speedscope's own file format: a JSON document with one of speedscope's profiles for each sample
 * type. It is returned in parts, because for a large profile the document is longer than the longest possible string.
 *
 * @param sampleType the one to show first
 */
export function* speedscopeParts(
  costs: ProfileCosts,
  sampleType: number,
  options: NodeOptions = {},
): Generator<string> {
  const { profile } = costs;
  const table = costs.nodes({ granularity: 'filefunctions', ...options });
  const { mappings, strings } = profile;
  const binary = mappings.count > 0 ? strings.get(mappings.filename[0]!) : '';
  const head = {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'pprof-lens',
    name: binary === '' ? 'profile' : baseName(binary),
    activeProfileIndex: sampleType,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"shared":{"frames":`;
  yield* listParts(table.count, (node) => JSON.stringify(frameOf(table, node)));
  yield '},"profiles":[';
  for (let type = 0; type < profile.sampleTypes.length; type++) {
    if (type > 0) yield ',';
    yield* profileParts(profile, type, table);
  }
  yield ']}';
}

function* profileParts(profile: Profile, type: number, table: NodeTable): Generator<string> {
  const { count, values } = profile.samples;
  const types = profile.sampleTypes.length;
  // Doubles are enough: speedscope adds weights up as doubles.
  const weight = (sample: number) => values.approximate[sample * types + type]!;
  let endValue = 0;
  for (let sample = 0; sample < count; sample++) endValue += weight(sample);
  const { type: name, unit } = profile.sampleTypes[type]!;
  const head = {
    type: 'sampled',
    name,
    unit: speedscopeUnits.has(unit) ? unit : 'none',
    startValue: 0,
    endValue,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"samples":`;
  yield* listParts(count, (sample) => stackText(profile, table, sample));
  yield ',"weights":';
  yield* listParts(count, (sample) => String(weight(sample)));
  yield '}';
}

/** A stack's frames, root first. */
function stackText({ samples }: Profile, { frameStart, frameNode }: NodeTable, sample: number): string {
  const nodes: number[] = [];
  for (let i = samples.locationStart[sample + 1]! - 1; i >= samples.locationStart[sample]!; i--) {
    const location = samples.locations[i]!;
    for (let frame = frameStart[location + 1]! - 1; frame >= frameStart[location]!; frame--) {
      nodes.push(frameNode[frame]!);
    }
  }
  return `[${nodes.join(',')}]`;
}

function frameOf(table: NodeTable, node: number) {
  const { name, file, line } = table.info(node);
  return {
    name: name === '' ? table.label(node) : name,
    ...(file === '' ? {} : { file }),
    ...(line === 0 ? {} : { line }),
  };
}

/** The units that speedscope knows have pprof's names. */
const speedscopeUnits: ReadonlySet<string> = new Set([
  'nanoseconds',
  'microseconds',
  'milliseconds',
  'seconds',
  'bytes',
]);
