/**
 * speedscope's own format, which many profilers write: stacks as numbers of frames, from the root, with a weight each; or
 * when each frame was opened and closed. A file can have several profiles, such as one for each thread.
 *
 *   {"$schema": "https://www.speedscope.app/file-format-schema.json",
 *    "shared": {"frames": [{"name": "main", "file": "main.py", "line": 3}, ...]},
 *    "profiles": [{"type": "sampled", "name": "thread 1", "unit": "seconds", "samples": [[0, 1], [0]], "weights": [0.2, 0.1]},
 *      {"type": "evented", "unit": "none", "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "C", "frame": 0, "at": 5}]}]}
 */
import { number, object, property, text, wholeNumber } from '../base/outsideValues.ts';
import { ok, type Result } from '../base/result.ts';
import { Int64Builder, Uint32Builder } from '../pprof/columns.ts';
import type { Profile, ValueType } from '../pprof/profile.ts';
import { caught, checkDistinctFrames, checkProfiles, checkValues, damaged } from './badRecording.ts';
import { pushNumber } from './count.ts';
import { items, parsedJson } from './json.ts';
import { StackProfile } from './stackProfile.ts';
import { endStack, noStack, StackTree } from './stackTree.ts';
import { fileOf, mostLines } from './v8Tree.ts';

const sampleTypes: readonly ValueType[] = [
  { type: 'samples', unit: 'count' },
  { type: 'time', unit: 'nanoseconds' },
  { type: 'space', unit: 'bytes' },
];

/** What a unit of speedscope is in a profile: the row in `sampleTypes`, and how many of its units one is. */
const units: Readonly<Record<string, { readonly type: number; readonly ratio: number }>> = {
  none: { type: 0, ratio: 1 },
  nanoseconds: { type: 1, ratio: 1 },
  microseconds: { type: 1, ratio: 1e3 },
  milliseconds: { type: 1, ratio: 1e6 },
  seconds: { type: 1, ratio: 1e9 },
  bytes: { type: 2, ratio: 1 },
};

const readFrame = object({}, { name: text, file: text, line: number });
const readSection = object({}, { name: text, unit: text });

/** Reads a file of speedscope. Problems: `too-large`, `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readSpeedscope(bytes: Uint8Array): Result<Profile> {
  return caught(() => ok(new SpeedscopeFile(parsedJson(bytes), bytes.length).profile()));
}

class SpeedscopeFile {
  readonly #profile = new StackProfile();
  readonly #stacks: StackTree;
  /** Names and files of frames. */
  readonly #texts = new Set<string>();
  /** By sample: its type, and its value. */
  readonly #typeOf = new Uint32Builder();
  readonly #values = new Int64Builder('signed');

  constructor(
    file: unknown,
    private readonly bytes: number,
  ) {
    this.#stacks = new StackTree(this.#profile, bytes);
    for (const frame of items(property(property(file, 'shared'), 'frames'))) this.#addFrame(frame);
    const sections = items(property(file, 'profiles'));
    checkProfiles(sections.length);
    const counts = new Map<string, number>();
    for (const section of sections) counts.set(unitOf(section), (counts.get(unitOf(section)) ?? 0) + 1);
    for (const section of sections) this.#addSection(section, counts.get(unitOf(section)) !== 1);
  }

  /** The number of a frame is that of its place. */
  #addFrame(frame: unknown): void {
    const { name = '', file = '', line = 0 } = readFrame(frame) ?? {};
    const own = line > 0 && line < mostLines ? Math.floor(line) : 0;
    this.#profile.place({ address: 0n, object: '', frames: [{ name, file: fileOf(file), line: own }] });
    checkDistinctFrames(this.#texts.add(name).add(file).size, this.bytes);
  }

  /** @param isOneOfSeveral whether others count the same: its samples then have its name */
  #addSection(section: unknown, isOneOfSeveral: boolean): void {
    const { type, ratio } = units[unitOf(section)]!;
    const name = isOneOfSeveral ? readSection(section)?.name : '';
    let sum = 0;
    const addValue = (weight: number) => {
      // So that what is rounded is not lost: the values have the sum of the weights.
      pushNumber(this.#values, Math.round((sum + weight) * ratio) - Math.round(sum * ratio));
      this.#typeOf.push(type);
      sum += weight;
    };
    this.#addStacks(section, name, addValue);
    this.#addEvents(items(property(section, 'events')), name, addValue);
  }

  /** Without weights, each sample counts once. */
  #addStacks(section: unknown, name: string | undefined, addValue: (weight: number) => void): void {
    const weights = property(section, 'weights');
    for (const [sample, value] of items(property(section, 'samples')).entries()) {
      addValue(weights === undefined ? 1 : (number(items(weights)[sample]) ?? 0));
      const frames = items(value);
      for (let at = frames.length - 1; at >= 0; at--) this.#profile.frame(this.#frameNumber(frames[at]));
      endStack(this.#profile, this.bytes, name);
    }
  }

  #addEvents(events: readonly unknown[], name: string | undefined, addValue: (weight: number) => void): void {
    const stacks = this.#stacks;
    let stack = noStack;
    let last = Number.NaN;
    for (const each of events) {
      // There are millions of them: an object for each takes as long as all the rest.
      const [type, at] = [property(each, 'type'), number(property(each, 'at'))];
      if (at === undefined) throw damaged();
      const frame = this.#frameNumber(property(each, 'frame'));
      if (stack !== noStack && at > last) {
        addValue(at - last);
        stacks.addSample(stack, name);
      }
      last = at;
      if (type === 'O') stack = stacks.call(stack, frame);
      else if (stacks.place(stack) === frame) stack = stacks.caller(stack);
      else throw damaged();
    }
  }

  #frameNumber(frame: unknown): number {
    const number = wholeNumber(frame);
    if (number === undefined || number >= this.#profile.places) throw damaged();
    return number;
  }

  profile(): Profile {
    const typeOf = this.#typeOf.finish();
    const used = sampleTypes.filter((_, type) => typeOf.includes(type));
    checkValues(used.length, typeOf.length, this.bytes);
    const values = new Int64Builder('signed', used.length * typeOf.length + 1);
    for (const [sample, type] of typeOf.entries()) {
      const own = sampleTypes[type];
      for (const each of used) {
        if (each === own) values.push(this.#values.low(sample), this.#values.high(sample));
        else values.push(0, 0);
      }
    }
    return this.#profile.finish(values, {
      sampleTypes: used,
      defaultSampleType: used.at(-1)?.type ?? '',
    });
  }
}

/** What a profile of the file counts. */
function unitOf(section: unknown): string {
  const { unit = 'none' } = readSection(section) ?? {};
  return Object.hasOwn(units, unit) ? unit : 'none';
}
