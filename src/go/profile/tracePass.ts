/** A pass that Go's tracer writes down: how long it may become, and what its operations waited for. */
import { stat, writeFile } from 'node:fs/promises';
import { ownDelays } from '../../analysis/benchmark/waiting.ts';
import { mostProfileBytes } from '../../base/model.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { pickTypes } from '../../pprof/derive.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Build } from '../build/build.ts';
import { readStarted, readWaits } from '../profiles/traceProfile.ts';

/** For each MB, Go's tool needs half a second and 53 MB of memory, four times. */
const mostTraceBytes = 16 * 2 ** 20;
/** Milliseconds between two looks at a trace that is written. */
const pace = 50;

/**
 * Runs a pass that writes a trace, and ends it when the trace becomes too large. Problems: `trace-too-large`, those of the pass.
 *
 * @param pass gets a signal that ends it
 */
export async function withinSize<T>(
  path: string,
  pass: (signal: AbortSignal) => Promise<Result<T>>,
  most = mostTraceBytes,
): Promise<Result<T>> {
  const stop = new AbortController();
  const look = async () => {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > most) stop.abort();
  };
  const timer = setInterval(() => void look(), pace);
  try {
    const end = await pass(stop.signal);
    await look();
    return stop.signal.aborted ? tooLarge(most) : end;
  } finally {
    clearInterval(timer);
  }
}

function tooLarge(most: number): Result<never> {
  const template =
    'its execution trace is larger than {0} MB. Give it fewer operations, as a benchtime such as 10x does';
  return fail('trace-too-large', template, [Math.round(most / 2 ** 20)]);
}

/**
 * Puts into the place of a trace what it has of this kind, as a profile. Of waits, how long goroutines waited for each kind of
 * thing: first stands what the operations waited for longest. Problems: those of `readWaits` and `readStarted`.
 */
export async function keepTraced(
  kind: ProfileKind,
  path: string,
  { env, request, control }: Pick<Build, 'env' | 'request' | 'control'>,
): Promise<Result<Profile>> {
  const { goroot } = request.toolchain;
  const options = { path, env, goroot, signal: control.signal, mayRun: true, maxBytes: mostProfileBytes };
  const read = await (kind === 'started' ? readStarted(options) : readWaits(options));
  if (!read.ok) return read;
  const shown = kind === 'started' ? read.value : longestFirst(read.value);
  await writeFile(path, encodeGzipped(shown));
  return ok(shown);
}

function longestFirst(waits: Profile): Profile {
  const delays = waits.sampleTypes.flatMap(({ type }, i) => (type.endsWith('_delay') ? [i] : []));
  const profile = pickTypes(waits, delays);
  const [longest] = ownDelays(profile).sort((a, b) => b.nanoseconds - a.nanoseconds);
  const isOwn = longest !== undefined && longest.nanoseconds > 0;
  return { ...profile, defaultSampleType: isOwn ? longest.type : waits.defaultSampleType };
}
