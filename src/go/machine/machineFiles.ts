/** What Linux says about the machine in files: readers of their texts, and of the files themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts processor time for its files in hundredths of a second, on every architecture Go runs on. */
const ticksPerSecond = 100;

/** Processor time since the machine started, in seconds. */
export interface CpuTimes {
  /** Of all processes and the system, on all cores. */
  readonly busy: number;
  /** That the host of a virtual machine gave to others. */
  readonly stolen: number;
}

/** `/proc/stat`. */
export function readCpuTimes(text: string): CpuTimes | null {
  const fields = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').map(Number);
  if (fields === undefined || fields.length < 8) return null;
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = fields;
  return {
    busy: (user + nice + system + interrupts + softInterrupts) / ticksPerSecond,
    stolen: stolen / ticksPerSecond,
  };
}

/** A process as `/proc/PID/stat` has it; times in seconds. */
export interface ProcessTimes {
  readonly name: string;
  readonly own: number;
  /** Of children that have ended and been waited for. */
  readonly children: number;
}

/** The name may hold anything, also parentheses and spaces. */
export function readProcessTimes(text: string): ProcessTimes | null {
  const match = /^\d+ \((.*)\) (.*)$/s.exec(text);
  const fields = match?.[2]?.split(' ') ?? [];
  if (match === null || fields.length < 15) return null;
  const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
  return { name: match[1]!, own: seconds(11), children: seconds(13) };
}

/** The cores in a list such as `0-3,8`. */
export function countCores(list: string): number {
  return list
    .trim()
    .split(',')
    .reduce((sum, part) => {
      const [first = '', last = first] = part.split('-');
      return sum + Math.max(0, Number(last) - Number(first) + 1);
    }, 0);
}

/** Where a control group's files for processor time are, innermost first, from `/proc/self/cgroup`. */
export function cgroupFolders(text: string): string[] {
  const folders: string[] = [];
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    // The first version has a tree for each controller, the second one for all.
    const tree = controllers === '' ? '' : controllers.split(',').includes('cpu') ? 'cpu' : null;
    if (tree === null) continue;
    const names = path.split('/').filter((name) => name !== '' && name !== '..');
    for (let depth = names.length; depth >= 0; depth--) {
      folders.push(join('/sys/fs/cgroup', tree, ...names.slice(0, depth)));
    }
  }
  return folders;
}

/** Cores that `cpu.max` allows: `200000 100000` is 2; `null` for no limit. */
export function readQuota(cpuMax: string): number | null {
  const [quota, period] = cpuMax.trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;
}

/** Seconds for which the group was stopped, from its `cpu.stat`. */
export function readThrottled(cpuStat: string): number | null {
  const micros = /^throttled_usec (\d+)$/m.exec(cpuStat)?.[1];
  if (micros !== undefined) return Number(micros) / 1e6;
  const nanos = /^throttled_time (\d+)$/m.exec(cpuStat)?.[1];
  return nanos === undefined ? null : Number(nanos) / 1e9;
}

/** A file's text; `null` where there is none to read. Small files of the kernel: reading them waits for nothing. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
