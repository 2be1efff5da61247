/** Reads the files in which Linux describes the machine. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The unit of processor time in these files is 1/100 s, on every architecture that Go supports. */
const ticksPerSecond = 100;

/**
 * Reads `/proc/stat`: processor time since the machine started, in seconds, on all cores. `stolen` is what the host of a virtual
 * machine gave to others.
 */
export function readCpuTimes(text: string): { readonly busy: number; readonly stolen: number } | null {
  const fields = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').map(Number);
  if (fields === undefined || fields.length < 8) return null;
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = fields;
  return {
    busy: (user + nice + system + interrupts + softInterrupts) / ticksPerSecond,
    stolen: stolen / ticksPerSecond,
  };
}

/** A process in `/proc/PID/stat`. Times are in seconds. */
export interface ProcessTimes {
  readonly name: string;
  readonly own: number;
  /** Time of children that have ended. */
  readonly children: number;
}

/** Reads `/proc/PID/stat`. The name is in parentheses, and may have parentheses and spaces itself. */
export function readProcessTimes(text: string): ProcessTimes | null {
  const match = /^\d+ \((.*)\) (.*)$/s.exec(text);
  const fields = match?.[2]?.split(' ') ?? [];
  if (match === null || fields.length < 15) return null;
  const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
  return { name: match[1]!, own: seconds(11), children: seconds(13) };
}

/** The kernel keeps 15 bytes of a program's name. */
const keptOfName = 15;

/**
 * The whole name of a process whose name the kernel may have cut, from `/proc/PID/cmdline`. A process can write there what
 * it likes, so only a plain name that begins like the kernel's replaces it.
 */
export function wholeName(name: string, commandLine: string): string {
  if (Buffer.byteLength(name) < keptOfName) return name;
  // Some programs set their title there, with spaces.
  const [program = ''] = commandLine.split(/[\0 ]/, 1);
  const base = program.slice(program.lastIndexOf('/') + 1);
  return base.startsWith(name) && /^[\w.+-]{1,64}$/.test(base) ? base : name;
}

/** The number of cores in a list such as `0-3,8`. */
export function countCores(list: string): number {
  return list
    .trim()
    .split(',')
    .reduce((sum, part) => {
      const [first = '', last = first] = part.split('-');
      return sum + Math.max(0, Number(last) - Number(first) + 1);
    }, 0);
}

/** The folders with a control group's files about processor time, the innermost first. From `/proc/self/cgroup`. */
export function cgroupFolders(text: string): string[] {
  const folders: string[] = [];
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    // Version 1 of control groups has a tree for each controller, version 2 a single one.
    const tree = controllers === '' ? '' : controllers.split(',').includes('cpu') ? 'cpu' : null;
    if (tree === null) continue;
    const names = path.split('/').filter((name) => name !== '' && name !== '..');
    for (let depth = names.length; depth >= 0; depth--) {
      folders.push(join('/sys/fs/cgroup', tree, ...names.slice(0, depth)));
    }
  }
  return folders;
}

/** How many cores `cpu.max` allows: 2 for `200000 100000`. `null` if there is no limit. */
export function readQuota(cpuMax: string): number | null {
  const [quota, period] = cpuMax.trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;
}

/** How many seconds the group was stopped, from its `cpu.stat`. */
export function readThrottled(cpuStat: string): number | null {
  const micros = /^throttled_usec (\d+)$/m.exec(cpuStat)?.[1];
  if (micros !== undefined) return Number(micros) / 1e6;
  const nanos = /^throttled_time (\d+)$/m.exec(cpuStat)?.[1];
  return nanos === undefined ? null : Number(nanos) / 1e9;
}

/** A file's text; empty if it cannot be read. The kernel's files are in memory, so it is read without waiting for a disk. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Where a link leads; empty if there is none. */
export function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
