import protobuf from 'protobufjs/minimal.js';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';

/**
 * A profile written as stacks, root first. A frame is `name`, `name:12` or `name:12@file.go`; `+` before it
 * says it was inlined into the frame before.
 */
export interface StackProfile {
  /** `type/unit`, one per value of a sample. Default: `samples/count`. */
  readonly sampleTypes?: readonly string[];
  readonly samples: readonly StackSample[];
  /** File of the binary that holds all code; none by default. */
  readonly binary?: string;
}

/** The stack, then its values: as one text, or apart where they are computed. */
export type StackSample = string | readonly [stack: string, ...values: number[]];

/** The profile's bytes, not compressed. */
export function stackProfileBytes({
  sampleTypes = ['samples/count'],
  samples,
  binary,
}: StackProfile): Uint8Array {
  const writer = protobuf.Writer.create();
  const strings = new Numbered<string>();
  strings.of('');
  const functions = new Numbered<string>();
  const locations = new Numbered<string>();

  for (const sampleType of sampleTypes) {
    const [type = '', unit = ''] = sampleType.split('/');
    writer.uint32(10).fork().uint32(8).int64(strings.of(type)).uint32(16).int64(strings.of(unit)).ldelim();
  }
  for (const sample of samples) {
    const [stack, ...values] = typeof sample === 'string' ? parted(sample, sampleTypes.length) : sample;
    const stackLocations = stack.split(/ (?=[^+])/).map((text) => locations.of(text) + 1);
    writer.uint32(18).fork();
    writer.uint32(10).fork();
    if (stack !== '') for (const id of stackLocations.reverse()) writer.uint64(id);
    writer.ldelim().uint32(18).fork();
    for (const value of values) writer.int64(value);
    writer.ldelim().ldelim();
  }
  if (binary !== undefined) {
    writer.uint32(26).fork().uint32(8).uint64(1).uint32(40).int64(strings.of(binary)).ldelim();
  }
  locations.values.forEach((text, index) => {
    writer
      .uint32(34)
      .fork()
      .uint32(8)
      .uint64(index + 1);
    if (binary !== undefined) writer.uint32(16).uint64(1);
    writer.uint32(24).uint64(0x1000 + index);
    for (const frame of text.split(' ').reverse()) {
      const [, name = '', line = '0', file = ''] = /^\+?([^@]*?)(?::(\d+))?(?:@(.*))?$/.exec(frame) ?? [];
      const id = functions.of(`${name}@${file}`) + 1;
      writer.uint32(34).fork().uint32(8).uint64(id).uint32(16).int64(Number(line)).ldelim();
    }
    writer.ldelim();
  });
  functions.values.forEach((text, index) => {
    const at = text.lastIndexOf('@');
    writer
      .uint32(42)
      .fork()
      .uint32(8)
      .uint64(index + 1);
    writer.uint32(16).int64(strings.of(text.slice(0, at)));
    writer
      .uint32(32)
      .int64(strings.of(text.slice(at + 1)))
      .ldelim();
  });
  for (const text of strings.values) writer.uint32(50).string(text);
  return writer.finish();
}

function parted(sample: string, values: number): [stack: string, ...values: number[]] {
  const words = sample.split(' ');
  return [words.slice(0, -values).join(' '), ...words.slice(-values).map(Number)];
}

/** The same, decoded. */
export function stackProfile(stacks: StackProfile): Profile {
  const profile = readProfile(stackProfileBytes(stacks));
  if (!profile.ok) throw new Error(profile.problem.template);
  return profile.value;
}

/** Numbers things in the order in which they first occur, from 0. */
class Numbered<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<T, number>();

  of(value: T): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.#numbers.set(value, number);
    }
    return number;
  }
}
