/**
 * Tiny profiles written out by hand, as real bytes:
 *
 *   profileOf({
 *     sampleTypes: ['samples/count', 'cpu/nanoseconds'],
 *     samples: [
 *       { values: [2, 20], stack: ['leaf a.go:10', 'main main.go:5'] },
 *       { values: [1, 10], stack: [['inlined a.go:3', 'caller a.go:20'], 'main main.go:5'] },
 *       { values: [1, 10], stack: ['0x1234'], labels: { user: 'ann', bytes: [64, 'bytes'] } },
 *     ],
 *   })
 *
 * Stacks are leaf first. A text is a location with one line, a list of texts one with inlining (innermost
 * first), a hexadecimal number one known only by its address.
 */
import { Writer } from 'protobufjs/minimal.js';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { succeeded } from '../why.ts';

/** `function file:line`, `function file`, `function`, or `0x1234`; a line may have a column: `f a.go:1:2`. */
export type LocationSpec = string | readonly string[];

/** A text, a number, or a number with its unit; several values as a list of them. */
export type LabelSpec = string | number | bigint | readonly [number | bigint, string];

export interface SampleSpec {
  readonly values: readonly (number | bigint)[];
  readonly stack: readonly LocationSpec[];
  readonly labels?: Readonly<Record<string, LabelSpec>>;
}

export interface ProfileSpec {
  /** `type/unit`; `samples/count` alone if not given. */
  readonly sampleTypes?: readonly string[];
  readonly samples: readonly SampleSpec[];
  readonly defaultSampleType?: string;
  /** Path of the binary that all locations belong to; none if not given. */
  readonly binary?: string;
  readonly buildId?: string;
  readonly dropFrames?: string;
  readonly keepFrames?: string;
  readonly comments?: readonly string[];
  readonly timeNanos?: bigint;
  readonly durationNanos?: bigint;
  readonly period?: bigint;
  readonly periodType?: string;
  /** First line of each function. */
  readonly startLine?: number;
  /** The id of the n-th location and function, from 1; n itself if not given. */
  readonly id?: (n: number) => bigint;
  /** Locations are numbered from the root of each stack on, not from its leaf. */
  readonly fromRoot?: boolean;
  /** The address of the first location; the others follow. 0x2001 if not given. */
  readonly firstAddress?: number;
  /** How repeated integers are written; packed if not given. */
  readonly repeated?: 'packed' | 'unpacked' | 'mixed';
}

/** The profile that the bytes of a spec decode to. */
export function profileOf(spec: ProfileSpec): Profile {
  return succeeded(readProfile(profileBytes(spec)));
}

/** The bytes of a spec, not compressed. */
export function profileBytes(spec: ProfileSpec): Uint8Array {
  return new ProfileWriter(spec).bytes();
}

/** A varint field. Negative numbers are written as int64, in ten bytes. */
export function varintField(writer: Writer, field: number, value: number | bigint): void {
  writer.uint32(field << 3);
  rawVarint(writer, value);
}

function rawVarint(writer: Writer, value: number | bigint): void {
  const bits = BigInt.asUintN(64, BigInt(value));
  writer.uint64({ low: Number(bits & 0xffff_ffffn), high: Number(bits >> 32n), unsigned: true });
}

export function bytesField(writer: Writer, field: number, bytes: Uint8Array): void {
  writer.uint32((field << 3) | 2).bytes(bytes);
}

interface LineSpec {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

class ProfileWriter {
  readonly #spec: ProfileSpec;
  readonly #strings = new Map<string, number>([['', 0]]);
  readonly #functions = new Map<string, { n: number; name: string; file: string }>();
  readonly #locations = new Map<string, { n: number; address: bigint; lines: readonly LineSpec[] }>();

  constructor(spec: ProfileSpec) {
    this.#spec = spec;
  }

  bytes(): Uint8Array {
    const spec = this.#spec;
    const out = Writer.create();
    const message = (field: number, write: (inner: Writer) => void) =>
      bytesField(out, field, finished(write));
    for (const type of spec.sampleTypes ?? ['samples/count'])
      message(1, (inner) => this.#valueType(inner, type));
    for (const sample of spec.samples) message(2, (inner) => this.#sample(inner, sample));
    const { binary, buildId } = spec;
    if (binary !== undefined) {
      message(3, (inner) => {
        varintField(inner, 1, 1);
        varintField(inner, 2, 0x1000);
        varintField(inner, 3, 0x9000);
        varintField(inner, 5, this.#string(binary));
        if (buildId !== undefined) varintField(inner, 6, this.#string(buildId));
      });
    }
    for (const location of this.#locations.values()) message(4, (inner) => this.#location(inner, location));
    for (const f of this.#functions.values()) {
      message(5, (inner) => {
        varintField(inner, 1, this.#id(f.n));
        varintField(inner, 2, this.#string(f.name));
        varintField(inner, 3, this.#string(f.name));
        varintField(inner, 4, this.#string(f.file));
        if (spec.startLine !== undefined) varintField(inner, 5, spec.startLine);
      });
    }
    for (const [field, text] of [
      [7, spec.dropFrames],
      [8, spec.keepFrames],
      [14, spec.defaultSampleType],
    ] as const) {
      if (text !== undefined) varintField(out, field, this.#string(text));
    }
    if (spec.timeNanos !== undefined) varintField(out, 9, spec.timeNanos);
    if (spec.durationNanos !== undefined) varintField(out, 10, spec.durationNanos);
    const { periodType } = spec;
    if (periodType !== undefined) message(11, (inner) => this.#valueType(inner, periodType));
    if (spec.period !== undefined) varintField(out, 12, spec.period);
    for (const comment of spec.comments ?? []) varintField(out, 13, this.#string(comment));
    for (const text of this.#strings.keys()) out.uint32((6 << 3) | 2).string(text);
    return out.finish();
  }

  #id(n: number): bigint {
    return this.#spec.id?.(n) ?? BigInt(n);
  }

  #string(text: string): number {
    const index = this.#strings.get(text) ?? this.#strings.size;
    this.#strings.set(text, index);
    return index;
  }

  #valueType(out: Writer, text: string): void {
    const [type = '', unit = ''] = text.split('/');
    varintField(out, 1, this.#string(type));
    varintField(out, 2, this.#string(unit));
  }

  #sample(out: Writer, { values, stack, labels = {} }: SampleSpec): void {
    if (this.#spec.fromRoot) for (const location of [...stack].reverse()) this.#locationNumber(location);
    this.#repeated(
      out,
      1,
      stack.map((location) => this.#id(this.#locationNumber(location))),
    );
    this.#repeated(out, 2, values);
    for (const [key, label] of Object.entries(labels)) {
      bytesField(
        out,
        3,
        finished((inner) => {
          varintField(inner, 1, this.#string(key));
          if (typeof label === 'string') varintField(inner, 2, this.#string(label));
          else if (typeof label === 'object') {
            varintField(inner, 3, label[0]);
            varintField(inner, 4, this.#string(label[1]));
          } else varintField(inner, 3, label);
        }),
      );
    }
  }

  #repeated(out: Writer, field: number, values: readonly (number | bigint)[]): void {
    const style = this.#spec.repeated ?? 'packed';
    const unpacked =
      style === 'unpacked' ? values.length : style === 'mixed' ? Math.ceil(values.length / 2) : 0;
    for (const value of values.slice(0, unpacked)) varintField(out, field, value);
    const packed = values.slice(unpacked);
    if (packed.length === 0) return;
    bytesField(
      out,
      field,
      finished((inner) => {
        for (const value of packed) rawVarint(inner, value);
      }),
    );
  }

  #locationNumber(spec: LocationSpec): number {
    const key = JSON.stringify(spec);
    let location = this.#locations.get(key);
    if (location === undefined) {
      const isAddress = typeof spec === 'string' && spec.startsWith('0x');
      const lines = isAddress ? [] : [spec].flat().map(parseLine);
      location = { n: this.#locations.size + 1, address: isAddress ? BigInt(spec) : 0n, lines };
      this.#locations.set(key, location);
      for (const line of lines) this.#functionNumber(line);
    }
    return location.n;
  }

  #functionNumber({ name, file }: LineSpec): number {
    const key = `${name}\n${file}`;
    const f = this.#functions.get(key) ?? { n: this.#functions.size + 1, name, file };
    this.#functions.set(key, f);
    return f.n;
  }

  #location(
    out: Writer,
    { n, address, lines }: { n: number; address: bigint; lines: readonly LineSpec[] },
  ): void {
    varintField(out, 1, this.#id(n));
    if (this.#spec.binary !== undefined) varintField(out, 2, 1);
    // Addresses keep locations apart where the tool looks at them.
    varintField(out, 3, address === 0n ? (this.#spec.firstAddress ?? 0x2001) + n - 1 : address);
    for (const line of lines) {
      bytesField(
        out,
        4,
        finished((inner) => {
          varintField(inner, 1, this.#id(this.#functionNumber(line)));
          varintField(inner, 2, line.line);
          if (line.column !== 0) varintField(inner, 3, line.column);
        }),
      );
    }
  }
}

function finished(write: (inner: Writer) => void): Uint8Array {
  const inner = Writer.create();
  write(inner);
  return inner.finish();
}

/** `main.f a.go:10` */
function parseLine(text: string): LineSpec {
  const [name = '', place = ''] = text.split(' ');
  const match = /^(.*?)(?::(-?\d+))?(?::(\d+))?$/.exec(place);
  return { name, file: match?.[1] ?? '', line: Number(match?.[2] ?? 0), column: Number(match?.[3] ?? 0) };
}
