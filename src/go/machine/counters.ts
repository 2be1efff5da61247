/**
 * The counters of the processor, by `perf stat` of Linux around a process. Whether that is possible here is found out once,
 * before a benchmark is counted.
 */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { usualEvents } from '../../base/takenKind.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { type CapturedProcess, captureProcess, type ProcessRequest } from '../toolchain/process.ts';
import { findProgram } from '../toolchain/programs.ts';
import { readText } from './machineFiles.ts';
import { type CountedEvent, readPerfStat } from './perfStat.ts';

/** Linux counts this without a processor that can. If it is missing, too, nothing may be counted. */
const control = 'task-clock';
/** Times of Linux's own. They are not counted, only recorded by line: the timing is the better clock. */
const clocks: ReadonlySet<string> = new Set([control, 'cpu-clock']);
/** What else Linux counts itself, on any machine. */
const software: ReadonlySet<string> = new Set([
  'page-faults',
  'faults',
  'minor-faults',
  'major-faults',
  'context-switches',
  'cs',
  'cpu-migrations',
  'migrations',
  'alignment-faults',
  'emulation-faults',
]);

export function isClock(event: string): boolean {
  return clocks.has(event);
}

/** Whether the processor counts it. */
export function isHardware(event: string): boolean {
  return !clocks.has(event) && !software.has(event);
}

/** A `perf` that counts here. */
export interface Counters {
  readonly perf: string;
  /** Those of the asked ones that are counted here. At least one. */
  readonly events: readonly string[];
  /** Those that are not. */
  readonly missing: readonly string[];
}

/** A command that runs what is appended to it. */
export type PerfCommand = Pick<ProcessRequest, 'command' | 'args'>;

/** The command that runs another one, and writes what was counted into a file. */
export function countingCommand(
  { perf, events }: Pick<Counters, 'perf' | 'events'>,
  file: string,
): PerfCommand {
  return { command: perf, args: ['stat', '-x,', '-o', file, '-e', events.map(inUserSpace).join(','), '--'] };
}

/** What a processor counts, in user space: Linux may forbid to count its own work, and that depends on the machine. */
function inUserSpace(event: string): string {
  return isHardware(event) ? `${event}:u` : event;
}

/** Instead of the user's configuration, and in English. */
export const perfEnvironment = { LC_ALL: 'C', PERF_CONFIG: '/dev/null' } as const;

/** Reads the file of `countingCommand`; empty if there is none. */
export async function readCounts(file: string): Promise<readonly CountedEvent[]> {
  const read = await readRegularFileLater(file);
  return read.ok ? readPerfStat(read.value.text) : [];
}

/** What perf is tried with. `perf` is looked for in the PATH of `env`. */
export interface PerfTrial extends Pick<ProcessRequest, 'env' | 'directory' | 'signal'> {
  /** For what it writes. The caller removes it. */
  readonly file: string;
}

/** Runs a command of perf's around perf itself: a program that is surely there. */
export function tryPerf(
  { command, args }: PerfCommand,
  { env, directory, signal }: PerfTrial,
): Promise<Result<CapturedProcess>> {
  return captureProcess({
    command,
    args: [...args, command, '--version'],
    directory,
    env: { ...env, ...perfEnvironment },
    signal,
  });
}

/**
 * Tries to count something. Problems, each with one sentence about what to do: `counters-no-linux`, `counters-no-perf`,
 * `counters-not-allowed`, `counters-container`, `counters-none`, `counters-failed`; `cancelled`, `untrusted`.
 *
 * @param wanted names of perf's, see `isEventName`. Empty for the usual ones
 */
export async function findCounters(wanted: readonly string[], trial: PerfTrial): Promise<Result<Counters>> {
  if (process.platform !== 'linux') {
    return fail(
      'counters-no-linux',
      'The counters of the processor are read by perf, which only Linux has. Count there.',
    );
  }
  const perf = findProgram('perf', trial.env);
  if (perf === null) {
    return fail(
      'counters-no-perf',
      'The counters of the processor are read by perf, which is not installed: it is in the package linux-perf (Debian), linux-tools-generic (Ubuntu) or perf (Fedora, Arch).',
    );
  }
  const asked = [...new Set(wanted.length === 0 ? usualEvents : wanted)];
  const all = { perf, events: [...asked.filter((event) => event !== control), control] };
  const run = await tryPerf(countingCommand(all, trial.file), trial);
  if (!run.ok) return run.problem.code === 'cannot-start' ? notRunning(perf, run.problem) : run;
  const { stderr, exitCode } = run.value;
  const counted = (await readCounts(trial.file)).flatMap(({ event, count }) => (count === null ? [] : event));
  const events = asked.filter((event) => counted.includes(event));
  const missing = asked.filter((event) => !counted.includes(event));
  if (events.length > 0) return ok({ perf, events, missing });
  return { ok: false, problem: whyNone(stderr, exitCode, counted.includes(control)) };
}

function notRunning(perf: string, { args = [], details }: Problem): Result<never> {
  const why = String(args[1] ?? '');
  return fail(
    'counters-failed',
    'perf cannot count here: {0} could not be started: {1}',
    [perf, why],
    details,
  );
}

/**
 * Why nothing was counted.
 *
 * @param hasControl what needs no processor's help was counted
 */
function whyNone(stderr: string, exitCode: number | null, hasControl: boolean): Problem {
  if (hasControl) {
    return fail(
      'counters-none',
      'This machine shows no counters of the processor, as is usual for a virtual machine. Count on a real one, or where the host passes them on (vPMU); or count what Linux itself counts: page-faults, context-switches.',
    ).problem;
  }
  if (/No permission|Permission denied|not permitted|perf_event_paranoid/i.test(stderr)) {
    // It says the setting as it was; of the file that has it, a container may see another one.
    const said = /perf_event_paranoid setting is (-?\d+)/.exec(stderr)?.[1];
    const level = Number(said ?? (readText('/proc/sys/kernel/perf_event_paranoid') || Number.NaN));
    if (level > 2) {
      return fail(
        'counters-not-allowed',
        'Linux allows nobody to count here (kernel.perf_event_paranoid is {0}). Allow it until the next start: sudo sysctl kernel.perf_event_paranoid=2',
        [level],
        stderr,
      ).problem;
    }
    return inContainer(stderr);
  }
  // A sandbox answers that there is no such system call; then perf says that nothing is supported.
  if (exitCode === 0) return inContainer(stderr);
  const [said = l10n.t('it says nothing')] = stderr.split('\n').filter((line) => line.trim() !== '');
  return fail('counters-failed', 'perf cannot count here: {0}', [said.trim()], stderr).problem;
}

function inContainer(stderr: string): Problem {
  return fail(
    'counters-container',
    'This container does not allow perf to count. Start it with --cap-add=PERFMON and a seccomp profile that allows perf_event_open, or count outside.',
    [],
    stderr,
  ).problem;
}
