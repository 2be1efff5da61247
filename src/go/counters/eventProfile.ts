/** A recording of one event as a profile, with the same names and lines as Go's own profiles have. */

import { ok, type Result } from '../../base/result.ts';
import { StackProfile } from '../../foreign/stackProfile.ts';
import { Int64Builder } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { loadBase, readExecutable } from '../binary/executable.ts';
import { type GoStack, stackByBytes, stackByPointers } from './goStacks.ts';
import type { GoTable } from './goTable.ts';
import type { RecordedSample, Recording } from './recording.ts';

export interface RecordedEvent {
  readonly name: string;
  /** Of what the event counts, as in a profile: `count`, `nanoseconds`. */
  readonly unit: string;
  /** How many events a sample stands for. */
  readonly period: number;
  /** Whether it was recorded with the bytes of stacks, too. */
  readonly hasBytes: boolean;
  /** For who wants to know how it was recorded. */
  readonly comment: string;
}

/** @param binary the program's path, as it was started */
export async function eventProfile(
  recordings: readonly Recording[],
  event: RecordedEvent,
  { table, binary }: { readonly table: GoTable; readonly binary: string },
): Promise<Result<Profile>> {
  const executable = await readExecutable(binary);
  if (!executable.ok) return executable;
  const bases = new Map<number, number>();
  for (const { process, path, start, offset } of recordings.flatMap(({ mapped }) => mapped)) {
    const base = loadBase(executable.value, { start: BigInt(start), offset: BigInt(offset) });
    if (path === binary && base !== null) bases.set(process, base);
  }
  const samples = recordings.flatMap((recording) => recording.samples);
  const stacks = stacksOf(samples, bases, table, event);
  return ok({
    ...profileOf(stacks, table, event, binary),
    periodType: { type: event.name, unit: event.unit },
    period: BigInt(event.period),
  });
}

/** Those of the program itself. What programs do that it starts is not its own. */
function stacksOf(
  samples: readonly RecordedSample[],
  bases: ReadonlyMap<number, number>,
  table: GoTable,
  { hasBytes }: RecordedEvent,
): GoStack[] {
  const stacks: GoStack[] = [];
  for (const sample of samples) {
    const base = bases.get(sample.process);
    if (base === undefined) continue;
    const stack =
      sample.stack === null ? stackByPointers(table, sample, base) : stackByBytes(table, sample.stack, base);
    const isByBytes = sample.stack !== null;
    if (!hasBytes || stack.isGoroutine === isByBytes) stacks.push(stack);
  }
  return stacks;
}

function profileOf(
  stacks: readonly GoStack[],
  table: GoTable,
  { name, unit, period, comment }: RecordedEvent,
  binary: string,
): Profile {
  const profile = new StackProfile();
  const places = new Map<number, number>();
  const values = new Int64Builder('signed', stacks.length + 1);
  for (const { frames } of stacks) {
    for (const frame of frames) {
      const { address } = frame;
      let place = places.get(address);
      if (place === undefined) {
        const lines = table.frames(frame.function, address);
        place = profile.place({ address: BigInt(address), object: binary, frames: lines });
        places.set(address, place);
      }
      profile.frame(place);
    }
    profile.end();
    values.push(period % 2 ** 32, Math.floor(period / 2 ** 32));
  }
  return profile.finish(values, {
    sampleTypes: [{ type: name, unit }],
    defaultSampleType: '',
    durationNanos: 0n,
    comments: [comment],
    mainObject: binary,
  });
}
