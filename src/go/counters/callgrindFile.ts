/**
 * Reads what callgrind, a tool of valgrind's, writes (valgrind's manual, "Callgrind Format Specification"): how often each
 * instruction of a program was executed, and from which instruction each function was called.
 *
 * The file is text from outside. Only numbers and the names of objects are taken from it: whose function and line an address
 * is, Go's own tables say. What is not understood is left out.
 */
import { readFile, stat } from 'node:fs/promises';
import { largest } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';

/** An instruction, in one of the contexts in which its function was called. */
export interface ExecutedInstruction {
  /** The number of its function, which has another one for each chain of callers that callgrind distinguishes. */
  readonly context: number;
  /** The path of its program or library, as it was started. */
  readonly object: string;
  /** As the symbols of its object have it. */
  readonly address: number;
  /** How often it was executed, or what else is counted happened in it. */
  readonly count: number;
}

/** A call instruction, and what was executed in what it calls. */
export interface ExecutedCall extends ExecutedInstruction {
  /** The context that is called. */
  readonly callee: number;
}

export interface CallgrindCounts {
  readonly executed: readonly ExecutedInstruction[];
  readonly calls: readonly ExecutedCall[];
}

const lineEnd = 10;
const plus = 43;
const minus = 45;
const star = 42;
const zero = 48;
const nine = 57;

/** It is a few megabytes, also of large programs; more where goroutines have chains of callers without end. */
const mostBytes = 64 * 2 ** 20;

/** What is read: how often instructions were executed, and for each of these the sums of such events. */
type CountedEvents = readonly (readonly string[])[];

/**
 * The counts of instructions, then those of `others`. Problems: `bad-callgrind`, and `much-callgrind` above `mostBytes`.
 *
 * @param others names of callgrind's events, those that are added up together
 */
export async function readCallgrindFile(
  file: string,
  others: CountedEvents = [],
): Promise<Result<readonly CallgrindCounts[]>> {
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  if (size === 0) return fail('bad-callgrind', 'valgrind wrote nothing');
  if (size > mostBytes) return fail('much-callgrind', 'valgrind wrote too much to be read');
  const counts = readCallgrind(await readFile(file), others);
  return counts === null ? fail('bad-callgrind', 'what valgrind wrote cannot be read') : ok(counts);
}

/** The first part of it; `null` if it is no such file, counts other things than instructions first, or lacks one of the events. */
export function readCallgrind(bytes: Buffer, others: CountedEvents = []): readonly CallgrindCounts[] | null {
  const reader = new CallgrindReader(bytes, [['Ir'], ...others]);
  return reader.isComplete ? reader.counts : null;
}

class CallgrindReader {
  readonly counts: readonly { readonly executed: ExecutedInstruction[]; readonly calls: ExecutedCall[] }[];
  isComplete = false;

  /** By what is counted: at which places of a line the events stand. */
  #columns: readonly (readonly number[])[] = [];
  /** The numbers of a line. */
  readonly #values: number[] = [];

  /** Objects have names; each is written out once. */
  readonly #objects = new Map<number, string>();
  /** How many numbers stand before the counts: of the instruction, and of the line. */
  #positions = 1;
  #object = '';
  #context = 0;
  #callee = 0;
  #address = 0;
  /** What the next line with numbers says. */
  #next: 'executed' | 'call' | 'jump' = 'executed';
  #at = 0;
  #end = 0;
  #parts = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly events: CountedEvents,
  ) {
    this.counts = events.map(() => ({ executed: [], calls: [] }));
    for (let start = 0; start < bytes.length && this.#parts < 2; start = this.#end + 1) {
      const end = bytes.indexOf(lineEnd, start);
      this.#at = start;
      this.#end = end === -1 ? bytes.length : end;
      this.#readLine();
    }
  }

  #readLine(): void {
    const first = this.bytes[this.#at] ?? lineEnd;
    if ((first >= zero && first <= nine) || first === plus || first === minus || first === star) {
      if (this.isComplete) this.#readCounts();
      return;
    }
    const sign = this.bytes.indexOf('=', this.#at);
    if (sign !== -1 && sign < this.#end) this.#readSpecification(sign);
    else this.#readHeader();
  }

  /** `part: 1`, `positions: instr line`, `events: Ir`. */
  #readHeader(): void {
    const [key, ...words] = this.#rest(this.#at, 200).trim().split(/\s+/);
    if (key === 'part:') this.#parts++;
    if (key === 'positions:' && words[0] === 'instr') this.#positions = words.length;
    if (key !== 'events:') return;
    this.#columns = this.events.map((names) => names.map((name) => words.indexOf(name)));
    this.isComplete = words[0] === 'Ir' && !this.#columns.flat().includes(-1);
    this.#values.length = largest(this.#columns.flat(), 0) + 1;
  }

  #readSpecification(sign: number): void {
    const key = this.#text(this.#at, Math.min(sign, this.#at + 8));
    this.#at = sign + 1;
    if (key === 'ob') this.#object = this.#objectName();
    else if (key === 'cob') this.#objectName();
    else if (key === 'fn') this.#context = this.#id();
    else if (key === 'cfn') this.#callee = this.#id();
    else if (key === 'calls') this.#next = 'call';
    else if (key === 'jump' || key === 'jcnd') this.#next = 'jump';
  }

  /** The number in `(12) name`; 0 if there is none. */
  #id(): number {
    if (this.bytes[this.#at] !== 40) return 0;
    this.#at++;
    return this.#number();
  }

  #objectName(): string {
    const id = this.#id();
    const name = this.#rest(this.#at + 1, 4096).trim();
    if (name !== '') this.#objects.set(id, name);
    return this.#objects.get(id) ?? '';
  }

  /**
   * `0x403c80 32 343`, `+5 343`: the positions may be relative to those of the last instruction that was executed, `*` is the same
   * once more. A call's are, too, but nothing is relative to them.
   */
  #readCounts(): void {
    const address = this.#position(this.#address);
    for (let i = 1; i < this.#positions; i++) this.#skipWord();
    // Zeros at its end are left out.
    for (let i = 0; i < this.#values.length; i++) {
      this.#skipSpaces();
      this.#values[i] = this.#number();
    }
    const next = this.#next;
    this.#next = 'executed';
    if (next === 'executed') this.#address = address;
    if (next === 'jump' || !Number.isSafeInteger(address)) return;
    for (const [i, columns] of this.#columns.entries()) {
      let count = 0;
      for (const column of columns) count += this.#values[column] ?? 0;
      if (Number.isSafeInteger(count)) this.#add(this.counts[i]!, next, address, count);
    }
  }

  #add(
    { executed, calls }: CallgrindReader['counts'][number],
    what: 'executed' | 'call',
    address: number,
    count: number,
  ): void {
    const at = { context: this.#context, object: this.#object, address, count };
    if (what === 'call') calls.push({ ...at, callee: this.#callee });
    else if (count > 0) executed.push(at);
  }

  #position(before: number): number {
    const sign = this.bytes[this.#at];
    if (sign !== plus && sign !== minus && sign !== star) return this.#number();
    this.#at++;
    if (sign === star) return before;
    const distance = this.#number();
    return sign === plus ? before + distance : before - distance;
  }

  /** Decimal or, after `0x`, hexadecimal. */
  #number(): number {
    const { bytes } = this;
    const isHex = bytes[this.#at] === zero && bytes[this.#at + 1] === 120;
    if (isHex) this.#at += 2;
    let value = 0;
    for (; this.#at < this.#end; this.#at++) {
      const digit = digitOf(bytes[this.#at]!);
      if (digit < 0 || (digit > 9 && !isHex)) break;
      value = value * (isHex ? 16 : 10) + digit;
    }
    return value;
  }

  #skipWord(): void {
    this.#skipSpaces();
    while (this.#at < this.#end && this.bytes[this.#at] !== 32) this.#at++;
  }

  #skipSpaces(): void {
    while (this.#at < this.#end && this.bytes[this.#at] === 32) this.#at++;
  }

  #rest(from: number, most: number): string {
    return this.#text(from, Math.min(this.#end, from + most));
  }

  #text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }
}

/** -1 if it is none. */
function digitOf(byte: number): number {
  if (byte >= zero && byte <= nine) return byte - zero;
  return byte >= 97 && byte <= 102 ? byte - 87 : -1;
}
