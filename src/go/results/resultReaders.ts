/** Reads the parts of a kept result from JSON, and writes what JSON does not have. */

import {
  dictionary,
  list,
  nullable,
  number,
  object,
  type Reader,
  text,
  wholeNumber,
} from '../../base/outsideValues.ts';
import type { Problem } from '../../base/result.ts';
import { readTakenKind } from '../../base/takenKind.ts';
import type { CoreUse, Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';

/** A benchmark can report infinity. For `JSON.stringify`. */
export function writtenValue(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

const writtenAsText = new Map<unknown, number>(
  [Infinity, -Infinity, NaN].map((each) => [String(each), each]),
);

const measured: Reader<number> = (value) => number(value) ?? writtenAsText.get(value);

type Optional = 'layout' | 'core';

export const readMeasurement = object<Omit<Measurement, Optional>, Required<Pick<Measurement, Optional>>>(
  { iterations: wholeNumber, metrics: dictionary(measured) },
  { layout: wholeNumber, core: object<CoreUse>({ running: number, waiting: number }) },
);

export const readCounters = list(readMeasurement);

/** A problem without its details. */
export type KeptNote = Omit<Problem, 'details'>;

export function keptNote({ code, template, args }: Problem): KeptNote {
  return { code, template, args };
}

export const readNotes = list(
  object<KeptNote>({ code: text, template: text, args: list((value) => text(value) ?? number(value)) }),
);

export const readWitness = object<PassWitness>({
  kind: readTakenKind,
  measurement: readMeasurement,
  cpu: nullable(object<NonNullable<PassWitness['cpu']>>({ samples: number, nanoseconds: number })),
});
