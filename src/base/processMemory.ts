import { number, object, type Read } from './outsideValues.ts';

/** What the machine sees of a process's memory. Bytes and nanoseconds; 0 for what the system does not say. */
export const processMemory = {
  /** How often garbage was collected, and for how long that has stopped the program in all. */
  collections: number,
  pauses: number,
  heapGoal: number,
  stacks: number,
  /** The most that the process had (RSS). */
  peak: number,
};

/** Of a whole run. */
export const readProcessMemory = object(processMemory);

export type ProcessMemory = Read<typeof readProcessMemory>;
