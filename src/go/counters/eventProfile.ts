/** A recording of one event as a profile, with the same names and lines as Go's own profiles have. */

import { ok, type Result } from '../../base/result.ts';
import { StackProfile } from '../../foreign/stackProfile.ts';
import { Int64Builder } from '../../pprof/columns.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import { loadBase, readExecutable } from '../binary/executable.ts';
import { isClock } from '../machine/counters.ts';
import { type GoStack, stackByBytes, stackByPointers } from './goStacks.ts';
import type { GoTable } from './goTable.ts';
import type { EventRecorder } from './recordEvent.ts';
import type { RecordedSample, Recording } from './recording.ts';

export interface RecordedProgram {
  readonly recordings: readonly Recording[];
  readonly recorder: EventRecorder;
  /** How many events a sample stands for. */
  readonly period: number;
  readonly table: GoTable;
  /** The program's path, as it was started. */
  readonly binary: string;
}

export async function eventProfile(recorded: RecordedProgram): Promise<Result<Profile>> {
  const { recordings, recorder, period, table, binary } = recorded;
  const executable = await readExecutable(binary);
  if (!executable.ok) return executable;
  const bases = new Map<number, number>();
  for (const { process, path, start, offset } of recordings.flatMap(({ mapped }) => mapped)) {
    const base = loadBase(executable.value, { start: BigInt(start), offset: BigInt(offset) });
    if (path === binary && base !== null) bases.set(process, base);
  }
  const samples = recordings.flatMap((recording) => recording.samples);
  const stacks = stacksOf(samples, bases, table, recorder);
  const type = { type: recorder.event, unit: isClock(recorder.event) ? 'nanoseconds' : 'count' };
  return ok({ ...profileOf(stacks, type, recorded), periodType: type, period: BigInt(period) });
}

/** Those of the program itself. What programs do that it starts is not its own. */
function stacksOf(
  samples: readonly RecordedSample[],
  bases: ReadonlyMap<number, number>,
  table: GoTable,
  { hasBytes }: EventRecorder,
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
  type: ValueType,
  { recorder: { event, modifiers }, period, table, binary }: RecordedProgram,
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
    sampleTypes: [type],
    defaultSampleType: '',
    durationNanos: 0n,
    comments: [`perf record -c ${period} -e ${event}${modifiers === '' ? '' : `:${modifiers}`}`],
    mainObject: binary,
  });
}
