/**
 * Observes the machine before and after each process that is timed. While it runs, only `coreUse.ts` looks, at its threads.
 * Most of it works only on Linux: other systems need tools for this that take longer than the timing.
 */

import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { largest, smallest } from '../../base/lists.ts';
import type { MachineWatch } from '../../bench/verdicts/noise.ts';
import { captureProcess } from '../toolchain/process.ts';
import {
  cgroupFolders,
  countCores,
  listFolder,
  readCpuTimes,
  readProcessTimes,
  readQuota,
  readText,
  readThrottled,
  wholeName,
} from './machineFiles.ts';

/** Counters that only grow. In seconds, except `hotThrottles`. `null` if the system does not say. */
type Counters = Record<'busy' | 'stolen' | 'own' | 'throttled' | 'hotThrottles', number | null>;

const cpuFolder = '/sys/devices/system/cpu';

/** Observes the machine during one timing, which may be several processes. */
export class MachineObserver {
  readonly #folders = cgroupFolders(readText('/proc/self/cgroup'));
  readonly #cores = cpus().length || 1;
  readonly usableCores: number;
  readonly #slowGovernor = slowGovernor();
  readonly #before = processTimes();
  readonly #onBattery: Promise<boolean | null>;
  readonly #sums: Counters = { busy: 0, stolen: 0, own: 0, throttled: 0, hotThrottles: 0 };
  #seconds = 0;

  constructor(env: NodeJS.ProcessEnv) {
    const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(readText('/proc/self/status'))?.[1];
    const bound = allowed === undefined ? this.#cores : countCores(allowed);
    this.usableCores = Math.min(bound, quotaOf(this.#folders) ?? bound);
    this.#onBattery = onBattery(env);
  }

  /** Runs one process of the timing, and adds up what the counters have grown by. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    // On macOS a program answers this. It must not run at the same time as the benchmark.
    await this.#onBattery;
    const before = this.#counters();
    const start = performance.now();
    const result = await run();
    const seconds = (performance.now() - start) / 1000;
    const after = this.#counters();
    this.#seconds += seconds;
    for (const key of ['busy', 'stolen', 'own', 'throttled', 'hotThrottles'] as const) {
      const [sum, from, to] = [this.#sums[key], before[key], after[key]];
      this.#sums[key] = sum === null || from === null || to === null ? null : sum + to - from;
    }
    return result;
  }

  async finish(): Promise<MachineWatch> {
    const { busy, own, stolen, throttled, hotThrottles } = this.#sums;
    return {
      seconds: this.#seconds,
      cores: this.#cores,
      usableCores: this.usableCores,
      otherSeconds: busy === null || own === null ? null : Math.max(0, busy - own),
      busiest: this.#busiest(),
      stolenSeconds: stolen,
      throttledSeconds: throttled,
      hotThrottles,
      onBattery: await this.#onBattery,
      slowGovernor: this.#slowGovernor,
    };
  }

  #counters(): Counters {
    const times = readCpuTimes(readText('/proc/stat'));
    const self = readProcessTimes(readText('/proc/self/stat'));
    return {
      busy: times?.busy ?? null,
      stolen: times?.stolen ?? null,
      // With the children that have ended.
      own: self === null ? null : self.own + self.children,
      throttled: throttledOf(this.#folders),
      hotThrottles: hotThrottles(),
    };
  }

  /** The program that has used most time, with all its processes: a build starts many compilers. */
  #busiest(): MachineWatch['busiest'] {
    const programs = new Map<string, { pid: string; seconds: number }>();
    for (const [pid, { name, own }] of processTimes()) {
      const before = this.#before.get(pid);
      const used = own - (before?.name === name ? before.own : 0);
      programs.set(name, { pid, seconds: (programs.get(name)?.seconds ?? 0) + used });
    }
    const [first] = [...programs].sort(([, a], [, b]) => b.seconds - a.seconds);
    if (first === undefined || first[1].seconds <= 0) return null;
    const [name, { pid, seconds }] = first;
    return { name: wholeName(name, readText(`/proc/${pid}/cmdline`)), seconds };
  }
}

/** How many threads of the machine want to run: now, or in the last minute on average if that is more. 0 if that is not known. */
export function runnableTasks(): number {
  const [, now] = /(?<!\d)(\d+)\/\d+/.exec(readText('/proc/loadavg')) ?? [];
  return Math.max(Number(now ?? 0), loadavg()[0] ?? 0);
}

/** The times of all processes except this one. */
function processTimes(): Map<string, { readonly name: string; readonly own: number }> {
  const times = new Map<string, { name: string; own: number }>();
  for (const pid of listFolder('/proc')) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    const read = readProcessTimes(readText(`/proc/${pid}/stat`));
    if (read !== null) times.set(pid, read);
  }
  return times;
}

/** The lowest limit of the control group and of the groups around it. */
function quotaOf(folders: readonly string[]): number | null {
  const quotas = folders.flatMap((folder) => {
    const second = readText(join(folder, 'cpu.max'));
    const first = `${readText(join(folder, 'cpu.cfs_quota_us'))} ${readText(join(folder, 'cpu.cfs_period_us'))}`;
    return readQuota(second || first) ?? [];
  });
  return quotas.length === 0 ? null : smallest(quotas);
}

/** The limit of an outer group also stops the groups inside it, so the largest number counts. */
function throttledOf(folders: readonly string[]): number | null {
  const seconds = folders.flatMap((folder) => readThrottled(readText(join(folder, 'cpu.stat'))) ?? []);
  return seconds.length === 0 ? null : largest(seconds);
}

function hotThrottles(): number | null {
  const cores = listFolder(cpuFolder).filter((name) => /^cpu\d+$/.test(name));
  const counts = cores.flatMap((core) => {
    const text = readText(join(cpuFolder, core, 'thermal_throttle', 'core_throttle_count'));
    return text === '' ? [] : Number(text);
  });
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The governor, if it slows the processor down; else `null`. For some drivers `powersave` is the usual governor. Then
 * another file says whether they prefer to save power.
 */
function slowGovernor(): string | null {
  const read = (name: string) => readText(join(cpuFolder, 'cpu0', 'cpufreq', name)).trim();
  if (/^(?:intel_pstate|amd-pstate-epp|amd_pstate_epp)$/.test(read('scaling_driver'))) {
    return read('energy_performance_preference') === 'power' ? 'power' : null;
  }
  const governor = read('scaling_governor');
  return ['powersave', 'conservative'].includes(governor) ? governor : null;
}

async function onBattery(env: NodeJS.ProcessEnv): Promise<boolean | null> {
  if (process.platform === 'darwin') return macOnBattery(env);
  const folder = '/sys/class/power_supply';
  const supplies = listFolder(folder).map(
    (name) => (file: string) => readText(join(folder, name, file)).trim(),
  );
  const has = (type: string, file: string, value: string) =>
    supplies.some((read) => read('type') === type && read(file) === value);
  if (!supplies.some((read) => read('type') === 'Battery' && read('scope') !== 'Device')) return null;
  return has('Battery', 'status', 'Discharging') && !has('Mains', 'online', '1');
}

async function macOnBattery(env: NodeJS.ProcessEnv): Promise<boolean | null> {
  const answer = await captureProcess({
    command: '/usr/bin/pmset',
    args: ['-g', 'batt'],
    directory: '/',
    env,
    signal: AbortSignal.timeout(2000),
  });
  return answer.ok ? answer.value.stdout.includes("'Battery Power'") : null;
}
