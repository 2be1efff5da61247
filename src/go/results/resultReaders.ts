/** Reads the parts of a kept result from JSON, and writes what JSON does not have. */

import {
  dictionary,
  either,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Read,
  type Reader,
  text,
  time,
  wholeNumber,
} from '../../base/outsideValues.ts';
import { processMemory } from '../../base/processMemory.ts';
import { profileKinds } from '../../base/profileKinds.ts';
import type { Problem } from '../../base/result.ts';
import { readTakenKind } from '../../base/takenKind.ts';
import type { CoreUse, Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { OperationTimes } from '../../bench/statistics/operationTimes.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type { SlotShares } from '../machine/slots.ts';

/** A benchmark can report infinity. For `JSON.stringify`. */
export function writtenValue(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

const writtenAsText = new Map<unknown, number>(
  [Infinity, -Infinity, NaN].map((each) => [String(each), each]),
);

const measured: Reader<number> = (value) => number(value) ?? writtenAsText.get(value);

type Optional = 'layout' | 'pair' | 'quickest' | 'core';

export const readMeasurement = object<Omit<Measurement, Optional>, Required<Pick<Measurement, Optional>>>(
  { iterations: wholeNumber, metrics: dictionary(measured) },
  {
    layout: wholeNumber,
    pair: wholeNumber,
    quickest: number,
    core: object<CoreUse>({ running: number, waiting: number }),
  },
);

export const readMeasurements = list(readMeasurement);

export type KeptNote = Omit<Problem, 'details'>;

export function keptNote({ code, template, args }: Problem): KeptNote {
  return { code, template, args };
}

const readNote = object<KeptNote>({
  code: text,
  template: text,
  args: list((value) => text(value) ?? number(value)),
});

export const readNotes = list(readNote);

function pairOfNumbers(value: unknown): readonly [number, number] | undefined {
  const [first, second, ...more] = list(number)(value) ?? [];
  return first === undefined || second === undefined || more.length > 0 ? undefined : [first, second];
}

/** How many instructions one operation took, or one sentence that says why that is not known. */
export const readInstructions = either(
  object({
    /** The mean of all counts. */
    perOp: number,
    /** How far another count may well be from it, as a share: 0 if all counts are equal. */
    spread: number,
    by: oneOf('valgrind', 'perf'),
  }),
  object({ missing: readNote }),
);

const share: Reader<number> = (value) => {
  const read = number(value);
  return read !== undefined && read >= 0 && read <= 1 ? read : undefined;
};

export const readSlots = object<SlotShares>({
  retiring: share,
  badSpeculation: share,
  frontEnd: share,
  backEnd: share,
  otherThread: share,
});

/** How long single operations took, or one sentence that says why that is not known. */
export const readTimes = either(
  object<OperationTimes>({ rows: list(pairOfNumbers), longest: number, clock: number }),
  object({ missing: readNote }),
);

/** Of so many operations that ran as usual, or requests. */
const machineMemory = object({ operations: number, ...processMemory });

export type MachineMemory = Read<typeof machineMemory>;

/** What the machine sees of a benchmark's memory, or one sentence that says why that is not known. */
export const readMemory = either(machineMemory, object({ missing: readNote }));

export const readWitness = object<PassWitness>({
  kind: readTakenKind,
  measurement: readMeasurement,
  cpu: nullable(object<NonNullable<PassWitness['cpu']>>({ samples: number, nanoseconds: number })),
});

/** What a run was asked for that was cancelled: to be compared with the measurements and profiles of the result. */
export const readPartial = object({ count: wholeNumber, kinds: list(oneOf(...profileKinds)) });

/** The older result that one was measured in turns with. */
export const readInTurns = object(
  {
    /** The `runId` of the older result. */
    with: text,
  },
  {
    /** What both were measured again for, by their kept test binaries; missing if their own measurements are in turns. */
    again: object(
      {
        takenAt: time,
        /** Of the older result. */
        base: readMeasurements,
        measurements: readMeasurements,
        /** What may have disturbed them. */
        notes: readNotes,
      },
      {
        /** See `Circumstances`; missing in results of older versions, which did not look before the end. */
        level: number,
        /** How long one of the measurements took, in milliseconds; missing in results of older versions. */
        took: number,
      },
    ),
  },
);
