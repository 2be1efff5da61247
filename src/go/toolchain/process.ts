/**
 * Child processes: the only place that starts any, with the watch over them. They end when this process ends. Each one leads
 * a process group of its own. Killing the group also kills what the process has started: the compilers of `go`, the children
 * of a benchmark.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { errorCode, errorText, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { BoundedText } from './boundedText.ts';
import { childEnvironment, isWholePath } from './programs.ts';
import { forget, mayKill, mayStart, remember, signalGroup } from './startedGroups.ts';
import { Watch } from './watch.ts';

export interface ProcessRequest {
  /** A whole path: see `findProgram`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborting sends SIGINT to the group, and SIGKILL two seconds later. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `none`: it reads nothing. `pipe`: it reads what `started` gets to write. `ours`: it has our own input, output and terminal,
   * so `onStdout` and `onStderr` get nothing. On a terminal it then stays in our group, where Ctrl+C reaches it.
   */
  readonly input?: 'none' | 'pipe' | 'ours';
  /** With our own output: its standard output goes to our standard error. */
  readonly outputToStderr?: boolean;
  /** Called once it runs. `pid` is `null` if another process has started it for us. */
  started?(process: RunningProcess, pid: number | null): void;
  /** Gets standard output as it comes, in whole characters. */
  onStdout?(text: string): void;
  /** Gets standard output as it comes, as bytes. `onStdout` is not called then. */
  onStdoutBytes?(bytes: Uint8Array): void;
  onStderr?(text: string): void;
}

/** A process while it runs. After its end, nothing of this does anything. */
export interface RunningProcess {
  /** Whether Ctrl+C on our terminal reaches it without us. */
  readonly hasOurTerminal: boolean;
  /** Sends a signal to the group. Windows has none, so there it does nothing. */
  send(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the group at once. */
  kill(): void;
  /** Writes to its standard input, if that is a pipe. `null` ends the input. */
  write(text: string | null): void;
}

/** How a process ended: one of the two is not null. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

const isWindows = process.platform === 'win32';

/** Milliseconds that a process has to clean up after SIGINT. */
export const patienceAfterInterrupt = 2000;
/** Milliseconds to wait for the rest of the output once the group is gone. A process that left the group may hold the pipes open. */
const patienceForOutput = 1000;

/** Whether there is a process with this number. It may be another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Why a command is not started; `null` if it may be. */
export function refusal({ command }: Pick<ProcessRequest, 'command'>): Problem | null {
  if (!mayStart()) {
    return fail('untrusted', 'Nothing is run in a workspace that is not trusted.').problem;
  }
  return isWholePath(command) ? null : cannotStart(command, l10n.t('its path is not absolute')).problem;
}

export function cannotStart(command: string, why: string): ReturnType<typeof fail> {
  return fail('cannot-start', '{0} could not be started: {1}', [command, why]);
}

/** Another group than the terminal's may not read from it. */
function staysInOurGroup({ input }: ProcessRequest): boolean {
  return input === 'ours' && process.stdin.isTTY === true;
}

/**
 * Adds to `faults` what the readers of the output throw, and ends the process then.
 *
 * @param more descriptors that it gets after its input and outputs
 */
function start(request: ProcessRequest, faults: unknown[], more: readonly number[]): ChildProcess {
  const { input = 'none' } = request;
  const child = spawn(request.command, request.args, {
    cwd: request.directory,
    // Go takes the name of its folder from PWD. A path through symbolic links then stays as the user knows it.
    env: childEnvironment({ ...request.env, PWD: request.directory }),
    stdio:
      input === 'ours'
        ? ['inherit', request.outputToStderr === true ? 2 : 'inherit', 'inherit', ...more]
        : [input === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe', ...more],
    // Except on Windows, this makes the child the leader of a new group.
    detached: !isWindows && !staysInOurGroup(request),
    windowsHide: true,
  });
  const read =
    <T>(reader: ((output: T) => void) | undefined) =>
    (output: T) => {
      if (faults.length > 0) return;
      try {
        reader?.(output);
      } catch (error) {
        // Thrown from here, it would end our own process, and nobody could clean up.
        faults.push(error);
        // What has readers leads a group.
        if (child.pid !== undefined) signalGroup(-child.pid, 'SIGKILL');
      }
    };
  if (request.onStdoutBytes === undefined) {
    child.stdout?.setEncoding('utf8').on('data', read(request.onStdout));
  } else child.stdout?.on('data', read(request.onStdoutBytes));
  child.stderr?.setEncoding('utf8').on('data', read(request.onStderr));
  return child;
}

/**
 * Runs a command to its end. Returns when no process of its group is left. Problems: `cannot-start` (no such command or
 * directory), `cancelled`, `untrusted`, `not-ended` (cancelled, but the process has become another user's and runs on). Throws
 * what `onStdout` and `onStderr` throw.
 */
export async function runProcess(request: ProcessRequest): Promise<Result<ProcessEnd>> {
  const { signal, command } = request;
  const cancelled = () => fail('cancelled', 'Cancelled.');
  if (signal?.aborted) return cancelled();
  const refused = refusal(request);
  if (refused !== null) return { ok: false, problem: refused };
  // Both are there before the process is, so that it ends with us from its first moment.
  const watch = Watch.next();
  const group = remember();
  const isOver = () => {
    watch.end();
    forget(group);
  };
  const faults: unknown[] = [];
  let child: ChildProcess;
  try {
    child = watch.whileStarting((more) => start(request, faults, more));
  } catch (error) {
    // Some failures are thrown instead: a folder whose path leads through a file.
    isOver();
    return cannotStart(command, errorText(error));
  }
  const { pid } = child;
  if (pid === undefined) {
    isOver();
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    return cannotStart(command, error.message);
  }

  const isOurs = staysInOurGroup(request);
  const target = isOurs ? pid : -pid;
  watch.over(target);
  group.target = target;
  const ended = endOf(child, target, signal);
  request.started?.(handleOf(child, target, isOurs), pid);
  const end = await ended;
  isOver();
  if (faults.length > 0) throw faults[0];
  if (end === null) {
    const template = '{0} runs on: it belongs to another user now. End the process {1} yourself.';
    return fail('not-ended', template, [command, pid]);
  }
  return signal?.aborted ? cancelled() : ok(end);
}

function handleOf(child: ChildProcess, target: number, hasOurTerminal: boolean): RunningProcess {
  const runs = () => child.exitCode === null && child.signalCode === null;
  // A program may end, or close its input, while we write.
  child.stdin?.on('error', () => undefined);
  return {
    hasOurTerminal,
    send: (signal) => void (runs() && !isWindows && signalGroup(target, signal)),
    kill: () => void (runs() && signalGroup(target, 'SIGKILL')),
    write: (text) => void (text === null ? child.stdin?.end() : child.stdin?.write(text)),
  };
}

/** Resolves when all processes of the group have ended or been killed; with `null` if one should end and may not be killed. */
function endOf(
  child: ChildProcess,
  target: number,
  signal: AbortSignal | undefined,
): Promise<ProcessEnd | null> {
  const closeOutput = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return new Promise((resolve) => {
    const kill = () => {
      if (signalGroup(target, 'SIGKILL') && (isWindows || mayKill(Math.abs(target), 0))) return;
      closeOutput();
      child.unref();
      resolve(null);
    };
    let killTimer: NodeJS.Timeout | undefined;
    const interrupt = () => {
      signalGroup(target, 'SIGINT');
      // One that is stopped would not notice.
      if (!isWindows) signalGroup(target, 'SIGCONT');
      killTimer = setTimeout(kill, patienceAfterInterrupt);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    child.once('exit', (exitCode, exitSignal) => {
      clearTimeout(killTimer);
      signal?.removeEventListener('abort', interrupt);
      // Children that the command has left behind would run on, and hold its pipes open.
      if (!isWindows && target < 0) signalGroup(target, 'SIGKILL');
      const giveUp = setTimeout(closeOutput, patienceForOutput);
      child.once('close', () => {
        clearTimeout(giveUp);
        resolve({ exitCode, signal: exitSignal });
      });
    });
  });
}

export interface CapturedProcess extends ProcessEnd {
  readonly stdout: string;
  /** Its beginning and its end, where it is long. */
  readonly stderr: string;
}

const keptErrors = 64 * 1024;
/** In characters. What we ask programs for is a few megabytes at most. */
const mostCaptured = 64 * 2 ** 20;

export interface CaptureRequest extends Omit<ProcessRequest, 'onStdout' | 'onStderr'> {
  /** In characters: a program that prints more is ended. */
  readonly mostOutput?: number;
}

/**
 * Runs a command to its end and keeps what it prints. Problems: those of `runProcess`, `too-much-output`.
 */
export async function captureProcess(request: CaptureRequest): Promise<Result<CapturedProcess>> {
  const { mostOutput = mostCaptured } = request;
  let running: RunningProcess | null = null;
  let isTooMuch = false;
  let stdout = '';
  const stderr = new BoundedText(keptErrors);
  const end = await runProcess({
    ...request,
    started: (process, pid) => {
      running = process;
      request.started?.(process, pid);
    },
    onStdout: (text) => {
      isTooMuch ||= stdout.length + text.length > mostOutput;
      if (isTooMuch) running?.kill();
      else stdout += text;
    },
    onStderr: (text) => stderr.push(text),
  });
  if (isTooMuch) {
    const template = '{0} was ended: it printed more than {1} characters.';
    return fail('too-much-output', template, [basename(request.command), mostOutput], stderr.toString());
  }
  return end.ok ? ok({ ...end.value, stdout, stderr: stderr.toString() }) : end;
}

/** A command as the log shows it: a user can paste it into a shell. */
export function commandLine(command: string, args: readonly string[]): string {
  const quoted = args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`,
  );
  return `$ ${[command, ...quoted].join(' ')}\n`;
}
