/**
 * speedscope's own format, which many profilers write: stacks as numbers of frames, from the root, with a weight each; or
 * when each frame was opened and closed. A file can have several profiles, such as one for each thread.
 *
 *   {"$schema": "https://www.speedscope.app/file-format-schema.json",
 *    "shared": {"frames": [{"name": "main", "file": "main.py", "line": 3}, ...]},
 *    "profiles": [{"type": "sampled", "name": "thread 1", "unit": "seconds", "samples": [[0, 1], [0]], "weights": [0.2, 0.1]},
 *      {"type": "evented", "unit": "none", "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "C", "frame": 0, "at": 5}]}]}
 */
import { Int64Builder, Uint32Builder } from '../pprof/columns.ts';
import type { Profile, ValueType } from '../pprof/profile.ts';
import { fail, ok, type Result } from '../result.ts';
import { BadRecording, caught, checkFrames, damaged } from './badRecording.ts';
import { ByteTexts } from './byteTexts.ts';
import { JsonReader, unescaped } from './jsonReader.ts';
import { Numbers, pushNumber } from './numbers.ts';
import { StackProfile } from './stackProfile.ts';
import { fileOf } from './v8Functions.ts';

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

/** Each takes some hundred bytes of memory. */
const mostProfiles = 10_000;
/** Every sample has room for each type, and that must not take much more memory than the file has bytes. */
const valuesAlwaysAllowed = 2 ** 20;
const bytesForEachMore = 2;

/** One of the file's profiles, and where its parts are; -1 where it has none. */
interface Section {
  name: string;
  unit: string;
  samples: number;
  weights: number;
  events: number;
}

/** Reads a file of speedscope. Problems: `bad-json`, `damaged-recording`, `too-many-frames`. */
export function readSpeedscope(bytes: Uint8Array): Result<Profile> {
  return caught(() => {
    const file = new SpeedscopeFile(new JsonReader(bytes));
    file.read();
    return ok(file.finish());
  });
}

class SpeedscopeFile {
  readonly #json: JsonReader;
  readonly #texts: ByteTexts;
  readonly #profile = new StackProfile();
  /** By frame. */
  readonly #name = new Uint32Builder();
  readonly #file = new Uint32Builder();
  readonly #line = new Uint32Builder();
  readonly #sections: Section[] = [];
  /** By sample: its type, and its value. */
  readonly #typeOf = new Uint32Builder();
  readonly #values = new Numbers();

  constructor(json: JsonReader) {
    this.#json = json;
    this.#texts = new ByteTexts(json.bytes);
  }

  /** Reads the frames, and where the profiles are: what a profile counts can stand behind its samples. */
  read(): void {
    const json = this.#json;
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'shared' && json.beginObject()) {
        for (let inner = json.nextKey(); inner !== null; inner = json.nextKey())
          if (inner === 'frames' && json.beginArray()) while (json.nextItem()) this.#readFrame();
      } else if (key === 'profiles' && json.beginArray()) {
        while (json.nextItem()) this.#readSection();
      }
    }
    const ofUnit = (unit: string) => this.#sections.filter((each) => each.unit === unit).length;
    const isOneOfSeveral = new Set(Object.keys(units).filter((unit) => ofUnit(unit) > 1));
    for (const section of this.#sections) this.#readSamples(section, isOneOfSeveral.has(section.unit));
  }

  #readFrame(): void {
    const json = this.#json;
    const none = this.#texts.number(0, 0);
    let [name, file, line] = [none, none, 0];
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'name') name = json.textNumber(this.#texts);
      else if (key === 'file') file = json.textNumber(this.#texts);
      else if (key === 'line') line = json.number();
    }
    this.#name.push(name);
    this.#file.push(file);
    this.#line.push(line > 0 && line < 2 ** 31 ? Math.floor(line) : 0);
    const { problem } = this.#texts;
    if (problem !== null) throw new BadRecording(problem);
  }

  #readSection(): void {
    const json = this.#json;
    const section: Section = { name: '', unit: 'none', samples: -1, weights: -1, events: -1 };
    if (!json.beginObject()) throw json.broken();
    for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
      if (key === 'name') section.name = json.text();
      else if (key === 'unit') section.unit = json.text();
      else if (key === 'samples' || key === 'weights' || key === 'events') section[key] = json.position;
    }
    if (!Object.hasOwn(units, section.unit)) section.unit = 'none';
    this.#sections.push(section);
    if (this.#sections.length <= mostProfiles) return;
    const template = 'The file has more than {0} profiles: too many to be shown. Record for a shorter time.';
    throw new BadRecording(fail('too-many-frames', template, [mostProfiles]));
  }

  /** @param isOneOfSeveral whether others count the same: its samples then have its name */
  #readSamples({ name, unit, samples, weights, events }: Section, isOneOfSeveral: boolean): void {
    const { type, ratio } = units[unit]!;
    const label = isOneOfSeveral ? name : '';
    let sum = 0;
    const add = (weight: number) => {
      // So that what is rounded is not lost: the values have the sum of the weights.
      const value = Math.round((sum + weight) * ratio) - Math.round(sum * ratio);
      sum += weight;
      this.#endSample(type, value, label);
    };
    if (samples !== -1) this.#readStacks(samples, this.#numbersAt(weights), add);
    if (events !== -1) this.#readEvents(events, add);
  }

  /** `null` if there are none: each sample then counts once. */
  #numbersAt(position: number): Numbers | null {
    if (position === -1) return null;
    const numbers = new Numbers();
    this.#json.readAgain(position, (json) => {
      if (json.beginArray()) while (json.nextItem()) numbers.push(json.number());
    });
    return numbers;
  }

  #readStacks(position: number, weights: Numbers | null, add: (weight: number) => void): void {
    this.#json.readAgain(position, (json) => {
      if (!json.beginArray()) return;
      for (let sample = 0; json.nextItem(); sample++) {
        const stack: number[] = [];
        if (json.beginArray()) while (json.nextItem()) stack.push(this.#frameNumber(json));
        this.#stack(stack);
        add(weights === null ? 1 : weights.at(sample));
      }
    });
  }

  #readEvents(position: number, add: (weight: number) => void): void {
    const open: number[] = [];
    let last = Number.NaN;
    this.#json.readAgain(position, (json) => {
      if (!json.beginArray()) return;
      while (json.nextItem()) {
        let [type, frame, at] = ['', -1, Number.NaN];
        if (!json.beginObject()) throw json.broken();
        for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
          if (key === 'type') type = json.text();
          else if (key === 'frame') frame = this.#frameNumber(json);
          else if (key === 'at') at = json.number();
        }
        if (open.length > 0 && at > last) {
          this.#stack(open);
          add(at - last);
        }
        last = at;
        if (frame === -1) throw damaged();
        if (type === 'O') open.push(frame);
        else if (open.pop() !== frame) throw damaged();
      }
    });
  }

  #frameNumber(json: JsonReader): number {
    const frame = json.number();
    if (!Number.isInteger(frame) || frame < 0 || frame >= this.#name.length) throw damaged();
    return frame;
  }

  /** @param frames from the root; in a profile the leaf comes first */
  #stack(frames: readonly number[]): void {
    for (let at = frames.length - 1; at >= 0; at--) this.#profile.frame(frames[at]!);
  }

  #endSample(type: number, value: number, name: string): void {
    if (name !== '') this.#profile.label('thread', name);
    this.#profile.end();
    this.#typeOf.push(type);
    this.#values.push(value);
    const { length: bytes } = this.#json.bytes;
    checkFrames(this.#profile.frames, bytes);
  }

  finish(): Profile {
    this.#addPlaces();
    const typeOf = this.#typeOf.finish();
    const used = sampleTypes.filter((_, type) => typeOf.includes(type));
    const most = valuesAlwaysAllowed + this.#json.bytes.length / bytesForEachMore;
    if (used.length > 1 && used.length * typeOf.length > most) {
      const template =
        'The file has profiles of {0} units: too many samples for one. Save one of its profiles alone.';
      throw new BadRecording(fail('too-many-frames', template, [used.length]));
    }
    const values = new Int64Builder('signed', used.length * typeOf.length + 1);
    for (let sample = 0; sample < typeOf.length; sample++) {
      const own = sampleTypes[typeOf[sample]!];
      for (const type of used) pushNumber(values, type === own ? this.#values.at(sample) : 0);
    }
    return this.#profile.finish(values, {
      sampleTypes: used,
      defaultSampleType: used.at(-1)?.type ?? '',
      durationNanos: 0n,
      comments: [],
      mainObject: '',
    });
  }

  /** The number of a frame is that of its place. */
  #addPlaces(): void {
    const [names, files, lines] = [this.#name.finish(), this.#file.finish(), this.#line.finish()];
    const textOf = (number: number) => unescaped(this.#texts.text(number));
    for (const [frame, name] of names.entries()) {
      const place = { name: textOf(name), file: fileOf(textOf(files[frame]!)), line: lines[frame]! };
      this.#profile.place({ address: 0n, object: '', frames: [place] });
    }
  }
}
