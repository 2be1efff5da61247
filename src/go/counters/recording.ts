/**
 * Reads a `perf.data` that we have recorded ourselves (linux/tools/perf/Documentation/perf.data-file-format.txt, and
 * linux/include/uapi/linux/perf_event.h for the records). What `perf script` prints of it lacks the bytes of the stack, and
 * without those the caller of a function without a frame is not known.
 */
import { fail, ok, type Result } from '../../base/result.ts';

/** One sample. Addresses are those of the process. */
export interface RecordedSample {
  readonly process: number;
  /** The instruction in user space, then the return addresses that frame pointers lead to. Empty if they were not recorded. */
  readonly chain: readonly number[];
  /** The registers and the stack of user space; `null` if they were not recorded. */
  readonly stack: RecordedStack | null;
}

export interface RecordedStack {
  readonly instruction: number;
  readonly bytes: Buffer;
}

/** A part of a file in the memory of a process. */
export interface MappedFile {
  readonly process: number;
  readonly start: number;
  readonly offset: number;
  readonly path: string;
}

export interface Recording {
  readonly samples: readonly RecordedSample[];
  /** Those with code. */
  readonly mapped: readonly MappedFile[];
  /** Samples that were taken, and for which there was no room. */
  readonly lost: number;
  /** Linux has paused the sampling, because it took too much time. */
  readonly isThrottled: boolean;
}

/** The numbers of records. */
const lostRecord = 2;
const throttleRecord = 5;
const sampleRecord = 9;
const mapRecord = 10;
const lostSamplesRecord = 13;

/** Bits of what a sample has. */
const has = {
  ip: 1,
  thread: 2,
  time: 4,
  address: 8,
  read: 16,
  chain: 32,
  id: 64,
  cpu: 128,
  period: 256,
  stream: 512,
  raw: 1024,
  branches: 2048,
  registers: 4096,
  stack: 8192,
  identifier: 65536,
} as const;
/** What we never ask for, and do not read. */
const unread = has.read | has.raw | has.branches;

/** In a chain, larger numbers say what kind of addresses follow; in 64 bits, the numbers from -4095 on. */
const marks = 2n ** 64n - 4095n;
const userMark = 2n ** 64n - 512n;

/** The number of a register: linux/arch/x86/include/uapi/asm/perf_regs.h. */
const instructionPointer = 8;

interface Event {
  readonly sampleType: number;
  /** The registers that are recorded, a bit each. */
  readonly registers: bigint;
}

/** Problem: `bad-recording`. */
export function readRecording(bytes: Buffer): Result<Recording> {
  try {
    if (bytes.toString('latin1', 0, 8) !== 'PERFILE2') return unreadable('it is no recording of perf');
    const events = eventsOf(bytes);
    if ([...events.values()].some(({ sampleType }) => (sampleType & unread) !== 0)) {
      return unreadable('it has more than was asked for');
    }
    return ok(recordsOf(bytes, events));
  } catch (error) {
    // Buffer throws for offsets beyond the end.
    if (error instanceof RangeError) return unreadable('it is damaged');
    throw error;
  }
}

function unreadable(why: string): Result<never> {
  return fail('bad-recording', 'What perf has recorded cannot be read: {0}.', [why]);
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

/** By the ids that samples name. */
function eventsOf(bytes: Buffer): Map<bigint, Event> {
  const size = numberAt(bytes, 16);
  const [start, length] = [numberAt(bytes, 24), numberAt(bytes, 32)];
  const events = new Map<bigint, Event>();
  for (let number = 0; size > 16 && (number + 1) * size <= length; number++) {
    const at = start + number * size;
    const event = { sampleType: numberAt(bytes, at + 24), registers: bytes.readBigUInt64LE(at + 80) };
    // The place of its ids stands behind the attributes.
    const [ids, idBytes] = [numberAt(bytes, at + size - 16), numberAt(bytes, at + size - 8)];
    for (let i = 0; i + 8 <= idBytes; i += 8) events.set(bytes.readBigUInt64LE(ids + i), event);
    if (idBytes === 0) events.set(0n, event);
  }
  return events;
}

function recordsOf(bytes: Buffer, events: ReadonlyMap<bigint, Event>): Recording {
  const samples: RecordedSample[] = [];
  const mapped: MappedFile[] = [];
  let [lost, isThrottled] = [0, false];
  let at = numberAt(bytes, 40);
  const end = Math.min(bytes.length, at + numberAt(bytes, 48));
  while (at + 8 <= end) {
    const [kind, size] = [bytes.readUInt32LE(at), bytes.readUInt16LE(at + 6)];
    if (size < 8) break;
    const record = bytes.subarray(at + 8, at + size);
    if (kind === sampleRecord) {
      const sample = sampleOf(record, events);
      if (sample !== null) samples.push(sample);
    } else if (kind === mapRecord) mapped.push(mappedOf(record));
    else if (kind === lostRecord) lost += numberAt(record, 8);
    else if (kind === lostSamplesRecord) lost += numberAt(record, 0);
    else if (kind === throttleRecord) isThrottled = true;
    at += size;
  }
  return { samples, mapped, lost, isThrottled };
}

/** process, thread, address, length, offset (8 each from the third on), device and inode (24), protection, flags, path */
function mappedOf(record: Buffer): MappedFile {
  return {
    process: record.readUInt32LE(0),
    start: numberAt(record, 8),
    offset: numberAt(record, 24),
    path: record.toString('utf8', 64, record.indexOf(0, 64)),
  };
}

function sampleOf(record: Buffer, events: ReadonlyMap<bigint, Event>): RecordedSample | null {
  const [only] = events.values();
  const isNamed = only !== undefined && (only.sampleType & has.identifier) !== 0;
  const event = isNamed ? events.get(record.readBigUInt64LE(0)) : only;
  if (event === undefined) return null;
  const { sampleType } = event;
  let at = isNamed ? 8 : 0;
  const skip = (bit: number) => {
    if ((sampleType & bit) !== 0) at += 8;
  };
  skip(has.ip);
  const process = (sampleType & has.thread) === 0 ? 0 : record.readUInt32LE(at);
  for (const bit of [has.thread, has.time, has.address, has.id, has.stream, has.cpu, has.period]) skip(bit);
  const chain: number[] = [];
  if ((sampleType & has.chain) !== 0) {
    const count = numberAt(record, at);
    const first = at + 8;
    at = first + 8 * count;
    let isUser = false;
    for (let entry = first; entry < at; entry += 8) {
      const address = record.readBigUInt64LE(entry);
      if (address >= marks) isUser = address === userMark;
      else if (isUser) chain.push(Number(address));
    }
  }
  const stack = (sampleType & has.registers) === 0 ? null : stackOf(record, at, event);
  return { process, chain, stack };
}

function stackOf(record: Buffer, start: number, { registers, sampleType }: Event): RecordedStack | null {
  // Threads of the kernel have none.
  if ((sampleType & has.stack) === 0 || numberAt(record, start) === 0) return null;
  let at = start + 8;
  let instruction = 0;
  for (let register = 0; register < 64; register++) {
    if (((registers >> BigInt(register)) & 1n) === 0n) continue;
    if (register === instructionPointer) instruction = numberAt(record, at);
    at += 8;
  }
  const room = numberAt(record, at);
  if (room === 0) return null;
  // So many of them are filled.
  const filled = numberAt(record, at + 8 + room);
  return { instruction, bytes: record.subarray(at + 8, at + 8 + Math.min(room, filled)) };
}
