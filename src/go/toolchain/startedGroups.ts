/** The processes that run now, and whether any may be started: one rule of trust, and one end for all processes. */
import { spawnSync } from 'node:child_process';
import { errorCode } from '../../base/result.ts';
import { windowsProgram } from './programs.ts';

/** A process or group that ends with this process. */
export interface StartedGroup {
  /** As `kill` takes it; `null` before the start. */
  target: number | null;
}

/** Only `remember` and `forget` change it. */
const running = new Set<StartedGroup>();
let condition = () => true;
let isListening = false;

const isWindows = process.platform === 'win32';
const deadlySignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * From now on processes are started only while the condition holds. The language server says when its workspace is trusted.
 * It is asked here, for the one place that starts processes, so that no caller can forget to.
 */
export function startOnlyIf(mayStartNow: () => boolean): void {
  condition = mayStartNow;
}

/** Whether processes may be started now. */
export function mayStart(): boolean {
  return condition();
}

/**
 * Called before the start: from then on a signal waits for the event loop, and the caller sets `target` before that. Called
 * after the start, it would be too late for a signal that comes in between.
 */
export function remember(): StartedGroup {
  const group = { target: null };
  running.add(group);
  if (isListening) return group;
  isListening = true;
  process.on('exit', killAll);
  // Our listener must be called first: a listener added with `once` is no longer counted once it has been called.
  for (const signal of deadlySignals) process.prependListener(signal, dieOf);
  return group;
}

/** The process or group has ended, or was not started. */
export function forget(group: StartedGroup): void {
  running.delete(group);
  // Node drops a signal that has come already if its last listener goes. The loop delivers signals between these two.
  if (running.size === 0) setImmediate(() => setImmediate(stopListening));
}

function stopListening(): void {
  if (running.size > 0 || !isListening) return;
  isListening = false;
  process.removeListener('exit', killAll);
  for (const signal of deadlySignals) process.removeListener(signal, dieOf);
}

function killAll(): void {
  for (const { target } of running) if (target !== null) signalGroup(target, 'SIGKILL');
}

/** Replaces the default action of a signal: kills the groups, then lets the signal end this process. */
function dieOf(signal: NodeJS.Signals): void {
  // Another listener handles the signal. It aborts the processes through their `AbortSignal`.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.removeListener(signal, dieOf);
  process.kill(process.pid, signal);
}

/**
 * Returns false if the system does not let us: the process has become another user's.
 *
 * @param target the number of a process, or that of a group with a minus, as for `kill`
 */
export function signalGroup(target: number, signal: NodeJS.Signals): boolean {
  if (isWindows) {
    // Windows has no signals for groups; /T ends the children too.
    const args = ['/pid', String(Math.abs(target)), '/T', '/F'];
    spawnSync(windowsProgram('taskkill.exe'), args, { stdio: 'ignore', windowsHide: true });
    return true;
  }
  return mayKill(target, signal);
}

/** Sends a signal; 0 only asks. The process 0 is our own group. Returns false if the process is another user's. */
export function mayKill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // ESRCH: there is no such process any more. That is what we want.
    return errorCode(error) !== 'EPERM';
  }
}
