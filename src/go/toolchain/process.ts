/**
 * Child processes that cannot outlive us. Each runs in a process group of its own, so that `go`, the
 * compilers it starts and whatever a benchmark starts go together.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fail, ok, type Result } from '../../result.ts';

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborting sends SIGINT to the group, and SIGKILL two seconds later. */
  readonly signal?: AbortSignal | undefined;
  /** Standard output as it comes, never in the middle of a character. */
  onStdout?(text: string): void;
  onStderr?(text: string): void;
}

/** How a process ended by itself: one of the two is not null. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

const isWindows = process.platform === 'win32';

/** Time to clean up after SIGINT. */
const patienceAfterInterrupt = 2000;
/** Time for the pipes to run dry once the group is gone; only a process that left the group holds them. */
const patienceForOutput = 1000;

function signalGroup(pid: number, signal: 'SIGINT' | 'SIGKILL'): void {
  if (isWindows) {
    // Windows has no group signals; /T takes the children along.
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the last member of the group is gone, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Leaders of the groups now running: the one thing an exit handler can know. Owned by `runProcess`. */
const running = new Set<number>();
const deadlySignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function killAll(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}

/** Stands in for the default action of a signal: takes the groups along and dies of it. */
function dieOf(signal: NodeJS.Signals): void {
  // Somebody else handles the signal, and aborts what runs in an orderly way.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.removeListener(signal, dieOf);
  process.kill(process.pid, signal);
}

function remember(pid: number): void {
  if (running.size === 0) {
    process.on('exit', killAll);
    // First in line: a listener added with `once` is no longer counted after it was called.
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
    // Go takes a folder by this name, through symbolic links, so that files are called as the user calls them.
    env: { ...request.env, PWD: request.directory },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Elsewhere than on Windows this makes the child the leader of a new group.
    detached: !isWindows,
    windowsHide: true,
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => request.onStdout?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => request.onStderr?.(text));
  return child;
}

/**
 * Runs a command to its end and answers when nothing of its group is left. Problems: `cannot-start`
 * (no such command or directory), `cancelled`.
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
      // Children of a finished command hold its pipes open and would run on unseen.
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
