import { grown } from '../pprof/growing.ts';
import { ByteTexts } from './byteTexts.ts';
import { type PerfFrame, type PerfSource, perfFrame, perfSource } from './perfFrame.ts';

/** An indented line in the output of `perf script`. */
export type PerfLine =
  | { readonly is: 'frame'; readonly frame: PerfFrame }
  | { readonly is: 'source'; readonly source: PerfSource }
  | { readonly is: 'nothing' };

const tab = 0x09;
const frameFlag = 1;
const sourceFlag = 2;
const inlinedFlag = 4;

/**
 * Numbers the indented lines of a recording: equal lines have equal numbers. Each distinct one is looked at once, and only
 * what is asked for at every occurrence is kept of it: a recording can have millions.
 */
export class PerfLines {
  readonly #texts: ByteTexts;
  #looked = 0;
  #flags = new Uint8Array(1024);
  #low = new Uint32Array(1024);
  #high = new Uint32Array(1024);
  /** The name of the process, to be set before the first line. */
  command = '';
  /** The first program or library that is named as the process; empty if there is none. */
  mainObject = '';

  constructor(private readonly bytes: Uint8Array) {
    this.#texts = new ByteTexts(bytes);
  }

  /** The number of the line from `start` to `end`. */
  number(start: number, end: number): number {
    const number = this.#texts.number(start, end);
    if (number === this.#looked) this.#look(number);
    return number;
  }

  /** What it is, read once more. */
  line(number: number): PerfLine {
    const text = this.#texts.text(number);
    const source = this.bytes[this.#texts.start(number)] === tab ? null : perfSource(text);
    if (source !== null) return { is: 'source', source };
    const frame = perfFrame(text);
    return frame === null ? { is: 'nothing' } : { is: 'frame', frame };
  }

  isFrame(number: number): boolean {
    return (this.#flags[number]! & frameFlag) !== 0;
  }

  isSource(number: number): boolean {
    return (this.#flags[number]! & sourceFlag) !== 0;
  }

  isInlined(number: number): boolean {
    return (this.#flags[number]! & inlinedFlag) !== 0;
  }

  /** Whether two frames have one address. */
  isAtSameAddress(one: number, other: number): boolean {
    return this.#low[one] === this.#low[other] && this.#high[one] === this.#high[other];
  }

  #look(number: number): void {
    this.#looked++;
    if (number === this.#flags.length) {
      this.#flags = grown(this.#flags, 2 * number);
      this.#low = grown(this.#low, 2 * number);
      this.#high = grown(this.#high, 2 * number);
    }
    const line = this.line(number);
    if (line.is === 'frame') {
      const { address, isInlined, object } = line.frame;
      this.#flags[number] = frameFlag + (isInlined ? inlinedFlag : 0);
      this.#low[number] = Number(address & 0xffff_ffffn);
      this.#high[number] = Number(address >> 32n);
      if (this.mainObject === '' && this.#isMain(object)) this.mainObject = object;
    } else if (line.is === 'source') {
      this.#flags[number] = sourceFlag + (line.source.isInlined ? inlinedFlag : 0);
    }
  }

  /** perf starts a program by its path, and names the process by the end of it. */
  #isMain(object: string): boolean {
    return object !== '' && object.slice(object.lastIndexOf('/') + 1).startsWith(this.command);
  }

  /** Call it after the last line: the memory in which equal ones are found is given back. */
  finish(): void {
    this.#texts.finish();
    this.#flags = new Uint8Array(0);
    this.#low = new Uint32Array(0);
    this.#high = new Uint32Array(0);
  }
}
