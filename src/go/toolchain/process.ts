/**
 * Child processes that end when this process ends. Each one leads a process group of its own. Killing the group also
 * kills what the process has started: the compilers of `go`, the children of a benchmark.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fail, ok, type Result } from '../../result.ts';
import { BoundedText } from './boundedText.ts';

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborting sends SIGINT to the group, and SIGKILL two seconds later. */
  readonly signal?: AbortSignal | undefined;
  /** Gets standard output as it comes, in whole characters. */
  onStdout?(text: string): void;
  onStderr?(text: string): void;
}

/** How a process ended: one of the two is not null. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

const isWindows = process.platform === 'win32';

/** Milliseconds that a process has to clean up after SIGINT. */
const patienceAfterInterrupt = 2000;
/** Milliseconds to wait for the rest of the output once the group is gone. A process that left the group may hold the pipes open. */
const patienceForOutput = 1000;

function signalGroup(pid: number, signal: 'SIGINT' | 'SIGKILL'): void {
  if (isWindows) {
    // Windows has no signals for groups; /T ends the children too.
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: no process of the group is left. That is what we want.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The leaders of the groups that run now, for the exit handler. Only `remember` and `forget` change it. */
const running = new Set<number>();
const deadlySignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function killAll(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}

/** Replaces the default action of a signal: kills the groups, then lets the signal end this process. */
function dieOf(signal: NodeJS.Signals): void {
  // Another listener handles the signal. It aborts the processes through their `AbortSignal`.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.removeListener(signal, dieOf);
  process.kill(process.pid, signal);
}

function remember(pid: number): void {
  if (running.size === 0) {
    process.on('exit', killAll);
    // Our listener must be called first: a listener added with `once` is no longer counted once it has been called.
    for (const signal of deadlySignals) process.prependListener(signal, dieOf);
  }
  running.add(pid);
}

function forget(pid: number): void {
  running.delete(pid);
  if (running.size > 0) return;
  process.removeListener('exit', killAll);
  for (const signal of deadlySignals) process.removeListener(signal, dieOf);
}

function start(request: ProcessRequest): ChildProcess {
  const child = spawn(request.command, request.args, {
    cwd: request.directory,
    // Go takes the name of its folder from PWD. A path through symbolic links then stays as the user knows it.
    env: { ...request.env, PWD: request.directory },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Except on Windows, this makes the child the leader of a new group.
    detached: !isWindows,
    windowsHide: true,
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => request.onStdout?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => request.onStderr?.(text));
  return child;
}

/**
 * Runs a command to its end. Returns when no process of its group is left. Problems: `cannot-start` (no such command or
 * directory), `cancelled`.
 */
export async function runProcess(request: ProcessRequest): Promise<Result<ProcessEnd>> {
  const { signal } = request;
  const cancelled = () => fail('cancelled', 'Cancelled.');
  if (signal?.aborted) return cancelled();
  const child = start(request);
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    return fail('cannot-start', '{0} could not be started: {1}', [request.command, error.message]);
  }

  remember(pid);
  let killTimer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    signalGroup(pid, 'SIGINT');
    killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceAfterInterrupt);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  const end = await new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (exitCode, exitSignal) => {
      const ended = { exitCode, signal: exitSignal };
      // Children that the command has left behind would run on, and hold its pipes open.
      if (!isWindows) signalGroup(pid, 'SIGKILL');
      const giveUp = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, patienceForOutput);
      child.once('close', () => {
        clearTimeout(giveUp);
        resolve(ended);
      });
    });
  });
  clearTimeout(killTimer);
  signal?.removeEventListener('abort', interrupt);
  forget(pid);
  return signal?.aborted ? cancelled() : ok(end);
}

export interface CapturedProcess extends ProcessEnd {
  readonly stdout: string;
  /** Its beginning and its end, where it is long. */
  readonly stderr: string;
}

const keptErrors = 64 * 1024;

/** Runs a command to its end and keeps what it prints. Problems: those of `runProcess`. */
export async function captureProcess(
  request: Omit<ProcessRequest, 'onStdout' | 'onStderr'>,
): Promise<Result<CapturedProcess>> {
  let stdout = '';
  const stderr = new BoundedText(keptErrors);
  const end = await runProcess({
    ...request,
    onStdout: (text) => {
      stdout += text;
    },
    onStderr: (text) => stderr.push(text),
  });
  return end.ok ? ok({ ...end.value, stdout, stderr: stderr.toString() }) : end;
}

/** A command as the log shows it: a user can paste it into a shell. */
export function commandLine(command: string, args: readonly string[]): string {
  const quoted = args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`,
  );
  return `$ ${[command, ...quoted].join(' ')}\n`;
}
