/** Execution traces of Go, also those of its flight recorder, as profiles: where goroutines waited, and what for. */

import { fail, ok, type Result } from '../../base/result.ts';
import { OwnWaits } from '../../foreign/ownWaits.ts';
import { StartedGoroutines } from '../../foreign/startedGoroutines.ts';
import { editStacks } from '../../pprof/derive.ts';
import { type NamedTypes, sideBySide } from '../../pprof/merge.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import {
  type ForeignOptions,
  oneToolIn,
  printedBy,
  type RecordingFile,
  withRecording,
} from './conversion.ts';
import { nodeGunzip } from './inflate.ts';

/** What `go tool trace -pprof` can tell apart, the most asked for first. */
const kinds = ['sync', 'net', 'syscall', 'sched'] as const;

/**
 * Reads an execution trace: for each kind of waiting how often and how long, as sample types beside each other. What the
 * testing package and the tracer wait for is left out. Problems: `untrusted`, `no-samples`, and those of
 * `boundedOutput` and `findGo`.
 */
export async function readTrace(bytes: Uint8Array, options: ForeignOptions): Promise<Result<Profile>> {
  if (options.mayRun === false) {
    return fail(
      'untrusted',
      'This is an execution trace of Go, and Go is not run in a workspace that is not trusted. Trust the workspace, or convert it: `go tool trace -pprof=sync FILE > sync.pb.gz`.',
    );
  }
  return withRecording(bytes, options.path, async (recording) => {
    const parts = await partsOfTool(recording, options);
    return parts.ok ? named(parts.value) : parts;
  });
}

async function partsOfTool(
  { file, folder }: RecordingFile,
  options: ForeignOptions,
): Promise<Result<NamedTypes[]>> {
  const tool = await oneToolIn(folder, 'trace', options);
  if (!tool.ok) return tool;
  const parts: NamedTypes[] = [];
  for (const kind of kinds) {
    const args = [`-pprof=${kind}`, file];
    const converted = await tool.value(args, options.maxBytes, conversionFailed.sentence);
    if (!converted.ok) return converted;
    const read = readProfile(converted.value, { maxBytes: options.maxBytes, gunzip: nodeGunzip });
    if (!read.ok) return read;
    parts.push({ profile: withoutHarness(read.value), types: typesOf(kind, read.value) });
  }
  return ok(parts);
}

type TracedPass = ForeignOptions & { readonly path: string };

/**
 * Reads the trace of a short pass: what `readTrace` has, and beside it for what else goroutines waited, each on its own stack.
 * Problems: those of `readTrace` and of `printedBy`.
 */
export async function readWaits(options: TracedPass): Promise<Result<Profile>> {
  return withRecording(new Uint8Array(), options.path, async (recording) => {
    const parts = await partsOfTool(recording, options);
    if (!parts.ok) return parts;
    const own = new OwnWaits();
    const read = await printed(recording, options, (text) => own.add(text));
    if (!read.ok) return read;
    const profile = own.finish();
    return named([...parts.value, { profile: withoutHarness(profile), types: profile.sampleTypes }]);
  });
}

/**
 * Reads the trace of a pass that has sampled the CPU, too: CPU and waiting of goroutines at the statements that have started
 * them. Problems: those of `StartedGoroutines` and of `printedBy`.
 */
export async function readStarted(options: TracedPass): Promise<Result<Profile>> {
  return withRecording(new Uint8Array(), options.path, async (recording) => {
    const started = new StartedGoroutines();
    const read = await printed(recording, options, (text) => started.add(text));
    return read.ok ? started.finish() : read;
  });
}

/** Its text has 40 to 80 times the bytes of the trace. */
const mostPrinted = 2 ** 31;

function printed({ file, folder }: RecordingFile, options: TracedPass, take: (text: string) => void) {
  const args = ['tool', 'trace', '-d=parsed', file];
  return printedBy(folder, { ...options, maxBytes: mostPrinted }, args, conversionFailed.sentence, take);
}

const conversionFailed = {
  sentence:
    'go tool trace cannot read this execution trace: it is cut off, or of a newer Go. Record it again, and end it with trace.Stop.',
};

function typesOf(kind: string, { sampleTypes }: Profile) {
  return sampleTypes.map(({ type, unit }) => ({ type: `${kind}_${type}`, unit }));
}

function named(parts: readonly NamedTypes[]): Result<Profile> {
  const first = parts.find(({ profile }) => profile.samples.count > 0);
  if (first === undefined)
    return fail('no-samples', 'In this execution trace, no goroutine waited for anything.');
  const defaultSampleType = first.types.at(-1)?.type ?? '';
  // The type `trace` is of the tool, and counts nothing.
  return ok({ ...sideBySide(parts), defaultSampleType, periodType: { type: '', unit: '' }, period: 0n });
}

/**
 * The goroutine of the testing package waits while a test or benchmark runs, and that of the tracer for something to
 * write. Their waits are as long as the trace, and nobody can change them.
 */
function withoutHarness(profile: Profile): Profile {
  const { samples, locations, functions, strings } = profile;
  const keep = new Uint8Array(samples.count).fill(1);
  const nameOf = (location: number): string => {
    const line = locations.lineStart[location]!;
    const func = line < locations.lineStart[location + 1]! ? locations.lineFunction[line]! : -1;
    return func === -1 ? '' : strings.get(functions.name[func]!);
  };
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.locationStart[sample]!;
    if (samples.locationStart[sample + 1]! - start < 2) continue;
    const [leaf, caller] = [nameOf(samples.locations[start]!), nameOf(samples.locations[start + 1]!)];
    if (isWait(leaf) && (caller.startsWith('testing.') || caller.startsWith('runtime/trace.')))
      keep[sample] = 0;
  }
  return keep.includes(0) ? editStacks(profile, { keep }) : profile;
}

function isWait(name: string): boolean {
  return name.startsWith('runtime.') || name.startsWith('sync.') || name.startsWith('time.');
}
