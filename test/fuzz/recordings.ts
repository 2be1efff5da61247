/** Makes recordings of other profilers, source files of Go, or answers of stores, damaged and strange, from real ones and hostile ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileKinds, hostileRecording } from '../foreign/hostileRecordings.ts';
import { recordingPath } from '../foreign/recordings.ts';
import { goTexts } from '../hostile/linear/goTexts.ts';
import type { Input } from './generate.ts';
import { mutateBytes } from './mutateBytes.ts';
import type { Random } from './random.ts';
import { storeSeeds } from './storeAnswers.ts';
import { changedStructure } from './structure.ts';
import type { Inputs } from './watched.ts';

/** Larger ones reach the same code, more slowly. */
const largestKept = 8000;
const mostKept = 5000;
const hostileBytes = 400;

/** What means something to one of the readers. */
const pieces = [
  ...[
    '\n',
    '\r\n',
    '\t',
    '\t1 f (/o)\n',
    '  a.c:1\n',
    ';',
    ' 1\n',
    'p 1 1.0: 1 c:\n',
    '(inlined)',
    '_[k]',
    '+0x1',
  ],
  ...'{ } [ ] , : " \\ \\u0041 \\ud800 null true [] {} "" "a": \ufeff'.split(' '),
  ...'"nodes":[ "id":1, "children":[1], "hitCount":1, "callFrame":{}, "positionTicks":['.split(' '),
  '"ticks":1,',
  ...'"samples":[1], "timeDeltas":[1], "startTime":0, "endTime":9, "head":{ "selfSize":8,'.split(' '),
  '"url":"file:///%',
  ...[
    '"shared":{"frames":[{}]},',
    '"profiles":[',
    '"events":[',
    '{"type":"O","frame":0,"at":1},',
    '"weights":[1],',
  ],
  ...'"stackTable":{ "frame":[0], "prefix":[null], "prefixOffset":[0], "stringArray":["f"], "threadCPUDelta":[1]'.split(
    ' ',
  ),
  ...'"schema":{"stack":0,"location":0,"prefix":0,"frame":1}, "data":[[0,0]], "weightType":"bytes",'.split(
    ' ',
  ),
  ...'"resourceProfiles":[ "scopeProfiles":[ "dictionary":{ "samples":[{"stackIndex":1,"values":["1"]}], "stackTable":[{},'.split(
    ' ',
  ),
  ...'"locationIndices":[1], "locationTable":[{},{"lines":[{"functionIndex":1}]}], "attributeIndices":[1],'.split(
    ' ',
  ),
  ...['\x0a\x02\x12\x00', '\x12\x04\x2a\x02ab', '\x12\x02\x3a\x00'],
  ...['"unit":"seconds",', '"unit":"bytes",', '"(idle)"', '"(root)"', 'PERFILE2', 'go 1.26 trace'],
];
const numbers =
  '0 -1 1 255 2147483648 4294967296 9007199254740993 18446744073709551616 1e308 1e999 0.5 -0'.split(' ');

/** Real recordings, and small ones that are made to cost much. */
function seeds(): Uint8Array[] {
  const real = readdirSync(recordingPath('.'))
    .map((name) => readFileSync(join(recordingPath('.'), name)))
    .filter(({ length }) => length <= largestKept);
  return [...real, ...hostileKinds.map((kind) => hostileRecording(kind, hostileBytes))];
}

const goPieces =
  '{ } ( ) [ ] ; , . " ` \\ \n // /* */ b.N b.Loop() b.Run("a", func(b *testing.B) { for range b.StopTimer() if else switch :='.split(
    ' ',
  );

function goSeeds(): Uint8Array[] {
  const folder = join(import.meta.dirname, '../workspace/template');
  const real = readdirSync(folder).filter((name) => name.endsWith('.go'));
  return [
    ...real.map((name) => readFileSync(join(folder, name))).filter(({ length }) => length <= largestKept),
    ...goTexts.map(({ of }) => Buffer.from(of(hostileBytes))),
  ];
}

export class TextGenerator {
  readonly #random: Random;
  readonly #seeds: Uint8Array[];
  readonly #pieces: readonly string[];
  /** Of eight changes, so many keep the structure. A change of bytes makes nearly each answer of a store unreadable. */
  readonly #structured: number;

  constructor(random: Random, makes: Inputs) {
    this.#random = random;
    this.#structured = makes === 'stores' ? 7 : 3;
    this.#seeds = makes === 'go' ? goSeeds() : makes === 'stores' ? storeSeeds() : seeds();
    this.#pieces = makes === 'go' ? goPieces : pieces;
  }

  get kept(): number {
    return this.#seeds.length;
  }

  /** Small ones are more probable: they reach the same code, and many more can be tried. */
  #seed(): Uint8Array {
    let picked = this.#random.pick(this.#seeds);
    for (let left = this.#random.oneIn(24) ? 0 : 3; left > 0; left--) {
      const other = this.#random.pick(this.#seeds);
      if (other.length < picked.length) picked = other;
    }
    return picked;
  }

  keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || bytes.length > largestKept) return;
    if (this.#seeds.length >= mostKept) this.#seeds.shift();
    this.#seeds.push(bytes);
  }

  next(): Input {
    const random = this.#random;
    let bytes = this.#seed();
    for (let left = 1 + random.below(4); left > 0 && bytes.length > 0; left--) bytes = this.#changed(bytes);
    bytes = bytes.subarray(0, 4 * largestKept);
    return { bytes, inner: bytes, inflated: bytes.length };
  }

  #changed(bytes: Uint8Array): Uint8Array {
    const random = this.#random;
    if (random.below(8) < this.#structured) return changedStructure(random, bytes);
    const at = random.below(bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (random.below(6)) {
      case 0:
        return Buffer.concat([before, Buffer.from(random.pick(this.#pieces)), after]);
      case 1:
        return withNumber(bytes, at, random.pick(numbers));
      case 2:
        return Buffer.concat([before, part(random, random.pick(this.#seeds)), after]);
      case 3:
        // Repeats a part: deep stacks, many samples.
        return Buffer.concat([before, ...Array(2 + random.below(20)).fill(part(random, after)), after]);
      default:
        return mutateBytes(random, bytes);
    }
  }
}

/** Up to two hundred bytes from somewhere. */
function part(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  return bytes.subarray(at, at + random.below(200));
}

/** The bytes with another number where the next one is. */
function withNumber(bytes: Uint8Array, from: number, number: string): Uint8Array {
  const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
  let start = from;
  while (start < bytes.length && !isDigit(bytes[start])) start++;
  let end = start;
  while (isDigit(bytes[end])) end++;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(number), bytes.subarray(end)]);
}
