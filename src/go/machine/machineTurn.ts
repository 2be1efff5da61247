/**
 * One measurement at a time on a machine, whoever starts it: several windows, the command line. Who wants to measure listens on
 * a socket in a folder that only the user can open, and asks the others there. A socket ends with its process, however that ends.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import { basename, join } from 'node:path';
import { flag, object, parsedJson, text } from '../../base/outsideValues.ts';
import { errorCode } from '../../base/result.ts';

/** What another window, or command line, measures. For the user; what others have written is outside text. */
export interface Measuring {
  readonly title: string;
  /** The name of the folder of its package. */
  readonly folder: string;
}

export interface TurnRequest {
  readonly title: string;
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Called when something else is measured first, and again when that has changed. */
  readonly waits: (other: Measuring) => void;
}

export type EndTurn = () => void;

const answer = object({ measures: flag, title: text, folder: text });
/** In characters. Ours are shorter. */
const longestAnswer = 4096;
const longestName = 200;
/** Milliseconds. Who says nothing for so long has been stopped, as by Ctrl+Z, and disturbs nobody. */
const longestSilence = 10_000;
/** In bytes; systems take no longer addresses of sockets. */
const longestPath = 100;
/** When it was made, and by whom. Their order is that of the turns. */
const ticketName = /^[0-9a-z]{8}-[0-9a-f]{8}$/;

/** `off` in `PPROF_LENS_TURNS` lets all measure at once; anything else there is the folder of those that take turns. */
function turnsFolder(): string | null {
  const named = process.env.PPROF_LENS_TURNS;
  // Windows has other sockets, without folders.
  if (named === 'off' || process.platform === 'win32') return null;
  // Several machines can share a home.
  return named || join(homedir(), '.cache', 'pprof-lens', `turns-${hostname().slice(0, 20)}`);
}

/**
 * Waits until nothing else is measured on this machine by this user. `null` if the signal is aborted before. Where the folder
 * cannot be used, nobody waits.
 */
export async function takeTurn(
  request: TurnRequest,
  folder: string | null = turnsFolder(),
): Promise<EndTurn | null> {
  const ticket = folder === null ? null : await Ticket.make(folder, request);
  return ticket === null ? () => undefined : ticket.turn(request);
}

class Ticket {
  #measures = false;
  readonly #asking = new Set<Socket>();
  readonly #server: Server;

  private constructor(
    private readonly folder: string,
    private readonly name: string,
    { title, directory }: TurnRequest,
  ) {
    const about = { title: title.slice(0, longestName), folder: basename(directory).slice(0, longestName) };
    this.#server = createServer((socket) => {
      this.#asking.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#asking.delete(socket));
      // It stays open as long as this turn: its end says that.
      socket.write(`${JSON.stringify({ measures: this.#measures, ...about })}\n`);
    });
  }

  /** `null` where there can be none. */
  static async make(folder: string, request: TurnRequest): Promise<Ticket | null> {
    const name = `${Date.now().toString(36).padStart(8, '0')}-${randomBytes(4).toString('hex')}`;
    const path = join(folder, name);
    if (Buffer.byteLength(path) > longestPath) return null;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch {
      return null;
    }
    const ticket = new Ticket(folder, name, request);
    return new Promise((resolve) => {
      ticket.#server.on('error', () => resolve(null));
      ticket.#server.listen(`${path}.new`, () => {
        // Only a socket that listens has the name: one that refuses is of a process that has ended.
        try {
          renameSync(`${path}.new`, path);
          resolve(ticket);
        } catch {
          ticket.#end();
          resolve(null);
        }
      });
    });
  }

  /**
   * The turn is ours when the folder, read in the same step, has nobody else but those who have said, after we were there, that
   * they wait, and are behind us: they find us before they measure.
   */
  async turn({ signal, waits }: TurnRequest): Promise<EndTurn | null> {
    const passed = new Set([this.name]);
    while (!signal.aborted) {
      const others = this.#others().filter((name) => !passed.has(name));
      if (others.length === 0) {
        this.#measures = true;
        return () => this.#end();
      }
      const asked = await Promise.all(others.map((name) => ask(join(this.folder, name), signal)));
      const before = asked.flatMap((other, at) => {
        const name = others[at] ?? '';
        if (other !== null && (other.measures || name < this.name)) return other;
        passed.add(name);
        other?.leave();
        return [];
      });
      const first = before.find(({ measures }) => measures) ?? before[0];
      if (first !== undefined) {
        waits(first);
        await Promise.race(before.map(({ ended }) => ended));
      }
      for (const { leave } of before) leave();
    }
    this.#end();
    return null;
  }

  #others(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => ticketName.test(name));
    } catch {
      return [];
    }
  }

  #end(): void {
    this.#server.close();
    rmSync(join(this.folder, this.name), { force: true });
    for (const socket of this.#asking) socket.destroy();
  }
}

interface Other extends Measuring {
  readonly measures: boolean;
  /** Kept when its turn or process ends, or nobody wants to know any more. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

/** Asks another one what it does; `null` if it is gone, or the signal is aborted. */
function ask(path: string, signal: AbortSignal): Promise<Other | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const leave = () => void socket.destroy();
    const ended = new Promise<void>((end) => {
      socket.once('close', () => {
        signal.removeEventListener('abort', leave);
        clearTimeout(silence);
        resolve(null);
        end();
      });
    });
    const silence = setTimeout(leave, longestSilence);
    signal.addEventListener('abort', leave);
    // Its process is gone, and nobody else will ever have this name.
    socket.on('error', (error) => {
      if (errorCode(error) === 'ECONNREFUSED') rmSync(path, { force: true });
    });
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      if (said.length > longestAnswer) return leave();
      const read = said.endsWith('\n') ? answer(parsedJson(said)) : undefined;
      if (read === undefined) return;
      clearTimeout(silence);
      resolve({ ...read, ended, leave });
    });
  });
}
