import { Int64Builder, Uint32Builder } from '../pprof/columns.ts';
import type { ValueType } from '../pprof/profile.ts';
import { BadRecording } from './badRecording.ts';
import { isWhole, pushWhole } from './count.ts';
import type { PerfHeader } from './perfHeader.ts';
import type { RecordingFacts } from './stackProfile.ts';

/** Every sample has room for each event. perf has fewer counters. */
const mostEvents = 32;

/**
 * That room must not take much more memory than the recording's bytes: so many values are always allowed, and one more for
 * each so many bytes. A real sample takes a hundred bytes and more.
 */
const alwaysAllowed = 2 ** 20;
const bytesForEachMore = 2;

/** The events of a recording, and what each sample counts of them. */
export class PerfEvents {
  readonly #names: string[] = [];
  /** By sample: its event. */
  readonly #events = new Uint32Builder();
  readonly #periods = new Int64Builder('signed');
  #hasPeriods = false;
  #firstTime = Number.POSITIVE_INFINITY;
  #lastTime = Number.NEGATIVE_INFINITY;

  readonly #mostValues: number;

  /** @param bytes how many the recording has */
  constructor(bytes: number) {
    this.#mostValues = alwaysAllowed + bytes / bytesForEachMore;
  }

  /** Throws `BadRecording` for what a profile cannot hold. @param line its number */
  add({ event, period, time }: PerfHeader, line: number): void {
    let index = this.#names.indexOf(event);
    if (index === -1) index = this.#names.push(event) - 1;
    this.#events.push(index);
    const values = 2 * this.#names.length * this.#events.length;
    if (index >= mostEvents || values > this.#mostValues) {
      const template =
        'Line {0} has one event too many for a profile. Choose fewer of them, as with `perf script --event=cycles`.';
      throw new BadRecording('bad-perf-script', template, [line]);
    }
    const seconds = time === '' ? Number.NaN : Number(time);
    if (seconds < this.#firstTime) this.#firstTime = seconds;
    if (seconds > this.#lastTime) this.#lastTime = seconds;
    const digits = Uint8Array.from(period, (digit) => digit.charCodeAt(0));
    if (!isWhole(digits, 0, digits.length)) {
      this.#periods.push(1, 0);
      return;
    }
    this.#hasPeriods = true;
    if (pushWhole(this.#periods, digits, 0, digits.length)) return;
    throw new BadRecording('bad-perf-script', 'The period in line {0} is larger than profiles can hold.', [
      line,
    ]);
  }

  finish(): { readonly values: Int64Builder; readonly facts: Omit<RecordingFacts, 'mainObject'> } {
    const sampleTypes = this.#names.flatMap((name) => this.#typesOf(name));
    const columns = this.#hasPeriods ? 2 : 1;
    const values = new Int64Builder('signed', sampleTypes.length * this.#events.length + 1);
    for (const [sample, event] of this.#events.finish().entries()) {
      for (let index = 0; index < this.#names.length; index++) {
        const isOwn = index === event;
        if (columns === 2) values.push(isOwn ? 1 : 0, 0);
        if (isOwn) values.push(this.#periods.low(sample), this.#periods.high(sample));
        else values.push(0, 0);
      }
    }
    const seconds = this.#lastTime - this.#firstTime;
    return {
      values,
      facts: {
        sampleTypes,
        defaultSampleType: sampleTypes[columns - 1]?.type ?? '',
        durationNanos: seconds > 0 && seconds < 1e9 ? BigInt(Math.round(seconds * 1e9)) : 0n,
      },
    };
  }

  /** How often the event was sampled, and what the samples stand for: perf's weights. */
  #typesOf(name: string): ValueType[] {
    const counted = { type: this.#names.length === 1 ? 'samples' : `${name} samples`, unit: 'count' };
    return this.#hasPeriods ? [counted, { type: name, unit: unitOf(name) }] : [counted];
  }
}

/** The kernel's clocks count nanoseconds. All other events are counted by themselves. */
function unitOf(event: string): string {
  return event === 'cpu-clock' || event === 'task-clock' ? 'nanoseconds' : 'count';
}
