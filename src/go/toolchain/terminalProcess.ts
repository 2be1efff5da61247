/**
 * A program in a terminal that somebody else shows: the terminal starts our launcher (`launcher.ts`), which starts the program.
 * Everything that ends a process of `process.ts` ends such a program: its signal, the end of this process, and its own end ends
 * what it has started.
 */

import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  type FromLauncher,
  lineOf,
  lineReader,
  readFromLauncher,
  type ToLauncher,
} from './launcherMessages.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from './ownFolders.ts';
import {
  cannotStart,
  type ProcessEnd,
  type ProcessRequest,
  patienceAfterInterrupt,
  type RunningProcess,
  refusal,
} from './process.ts';
import { childEnvironment } from './programs.ts';
import { signalGroup } from './startedGroups.ts';

/** What a terminal has to start. */
export interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface TerminalTexts {
  /** When the program is killed because this process is gone. */
  readonly ifLost: string;
  /** When the terminal waits for a key. */
  readonly atEnd: string;
}

/** Milliseconds until the launcher should have started. An editor that starts takes long. */
const patience = 60_000;

export class TerminalProcess {
  /** `null`: there is none, and there will be none. */
  readonly #launcher: Promise<Socket | null>;
  /** Nobody waits for the launcher any more. It does nothing once that is ready. */
  #giveUp: () => void = () => undefined;
  #group: number | null = null;
  #waiting: string[] = [];
  #socket: Socket | null = null;
  #receive: (message: FromLauncher | null) => void = () => undefined;

  /**
   * @param show shows a terminal with this command; settles when it is closed, or cannot be shown
   * @param unwanted the user has closed the terminal, or pressed Ctrl+C while nothing runs in it
   */
  static async open(
    launcher: string,
    texts: TerminalTexts,
    show: (command: TerminalCommand) => Promise<unknown>,
    unwanted: (what: 'interrupt' | 'closed') => void,
  ): Promise<Result<TerminalProcess>> {
    const folder = makeOwnFolder(folderKinds.run, temporaryRoot());
    const address =
      process.platform === 'win32' ? `\\\\.\\pipe\\pprof-lens-${randomUUID()}` : join(folder, 's');
    const server = createServer();
    const problem = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve);
      server.listen(address, () => resolve(null));
    });
    if (problem !== null) {
      await removeOwnFolder(folder);
      return fail('no-terminal', 'The terminal of the program cannot be reached: {0}', [problem.message]);
    }
    const terminal = new TerminalProcess(folder, server, texts, unwanted);
    // In VS Code, this process is Electron, which is a browser unless it is told otherwise.
    const env = { ELECTRON_RUN_AS_NODE: '1' };
    show({ command: process.execPath, args: [launcher, address], env }).then(
      terminal.#giveUp,
      terminal.#giveUp,
    );
    return ok(terminal);
  }

  private constructor(
    private readonly folder: string,
    server: Server,
    private readonly texts: TerminalTexts,
    private readonly unwanted: (what: 'interrupt' | 'closed') => void,
  ) {
    this.#launcher = new Promise((resolve) => {
      const end = (launcher: Socket | null) => {
        clearTimeout(timer);
        // There is one launcher.
        server.close();
        resolve(launcher);
      };
      this.#giveUp = () => end(null);
      const timer = setTimeout(this.#giveUp, patience);
      server.once('connection', (socket) => {
        server.close();
        this.#take(socket, () => end(socket));
      });
    });
  }

  #take(socket: Socket, ready: () => void): void {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on(
      'data',
      lineReader(readFromLauncher, (message) => {
        if (message.kind === 'ready') {
          this.#group = message.group;
          ready();
        } else if (message.kind === 'interrupt' || message.kind === 'closed') this.unwanted(message.kind);
        else this.#receive(message);
      }),
    );
    socket.on('close', () => {
      this.#giveUp();
      this.#receive(null);
    });
    for (const line of this.#waiting) socket.write(line);
    this.#waiting = [];
  }

  /** Shows text. */
  say(text: string): void {
    this.#tell({ kind: 'say', text });
  }

  /** Nothing runs in it any more. It stays until a key is pressed, or this process ends. */
  async end(): Promise<void> {
    this.#tell({ kind: 'end', text: this.texts.atEnd });
    this.#socket?.unref();
    this.#giveUp();
    await removeOwnFolder(this.folder);
  }

  #tell(message: ToLauncher): void {
    if (this.#socket === null) this.#waiting.push(lineOf(message));
    else if (this.#socket.writable) this.#socket.write(lineOf(message));
  }

  /** As `runProcess`, with the terminal as input and output. Problems: those of `runProcess`, and `no-terminal`. */
  async run(request: ProcessRequest): Promise<Result<ProcessEnd>> {
    const { signal, command } = request;
    const cancelled = () => fail('cancelled', 'Cancelled.');
    const refused = refusal(request);
    if (refused !== null) return { ok: false, problem: refused };
    if (signal?.aborted) this.#giveUp();
    signal?.addEventListener('abort', this.#giveUp);
    const launcher = await this.#launcher;
    signal?.removeEventListener('abort', this.#giveUp);
    if (signal?.aborted) return cancelled();
    if (launcher === null || launcher.closed) {
      return fail('no-terminal', 'The terminal of the program has not opened, or was closed at once.');
    }
    const ended = this.#ended(request);
    this.#tell({
      kind: 'run',
      program: {
        command,
        args: request.args,
        directory: request.directory,
        env: environmentOf({ ...request.env, PWD: request.directory }),
      },
      ifLost: this.texts.ifLost,
    });
    const end = await ended;
    if (typeof end === 'string') return cannotStart(command, end);
    return signal?.aborted ? cancelled() : ok(end);
  }

  /** Answers how the program ended, or why it could not start. */
  #ended(request: ProcessRequest): Promise<ProcessEnd | string> {
    let killTimer: NodeJS.Timeout | undefined;
    const interrupt = () => {
      this.#tell({ kind: 'signal', name: 'SIGINT' });
      killTimer = setTimeout(() => this.#tell({ kind: 'kill' }), patienceAfterInterrupt);
    };
    const { signal } = request;
    signal?.addEventListener('abort', interrupt, { once: true });
    return new Promise<ProcessEnd | string>((resolve) => {
      this.#receive = (message) => {
        if (message === null) {
          // Somebody has killed the launcher. What it has started is in its group.
          if (this.#group !== null && process.platform !== 'win32') signalGroup(-this.#group, 'SIGKILL');
          resolve({ exitCode: null, signal: 'SIGKILL' });
        } else if (message.kind === 'ended') resolve({ exitCode: message.exitCode, signal: message.signal });
        else if (message.kind === 'failed') resolve(message.why);
        else if (message.kind === 'started') {
          const running: RunningProcess = {
            hasOurTerminal: false,
            send: (name) => this.#tell({ kind: 'signal', name }),
            kill: () => this.#tell({ kind: 'kill' }),
            write: () => undefined,
          };
          request.started?.(running, null);
        }
      };
    }).finally(() => {
      this.#receive = () => undefined;
      clearTimeout(killTimer);
      signal?.removeEventListener('abort', interrupt);
    });
  }
}

/** What this process knows of a terminal is not true of the program's. */
const ofOurTerminal = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'];

function environmentOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(childEnvironment(env)).filter(
    ([name, value]) => !(ofOurTerminal.includes(name) && value === process.env[name]),
  );
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
