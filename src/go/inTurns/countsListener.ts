/** Where a server that is compared says what it has used: see counter.ts of programs. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { parsedJson } from '../../base/outsideValues.ts';
import { type ProcessUse, readProcessUse } from '../build/processUse.ts';
import { counterEnvironment } from '../programs/counter.ts';

/** In characters. Its lines are shorter. */
const longestLine = 1000;
/** Milliseconds. A server that is busy answers later, and one that has crashed never. */
const patience = 10_000;

export class CountsListener {
  readonly #token = randomBytes(16).toString('hex');
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #counting: Socket | null = null;
  #came: (use: ProcessUse | null) => void = () => undefined;
  #isThere: () => void = () => undefined;
  readonly #connected = new Promise<void>((resolve) => {
    this.#isThere = resolve;
  });

  /** Starts to listen. The value is what the server's environment needs. */
  async open(): Promise<Record<string, string>> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return counterEnvironment(`127.0.0.1:${port} ${this.#token}`);
  }

  /** Any program of this machine can connect: only who knows the token is the server. */
  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      if (text.length > longestLine) socket.destroy();
      for (const line of lines) this.#read(line, socket);
    });
  }

  #read(line: string, socket: Socket): void {
    if (socket === this.#counting) this.#came(readProcessUse(parsedJson(line)) ?? null);
    else if (line !== this.#token) socket.destroy();
    else {
      this.#counting = socket;
      this.#isThere();
    }
  }

  /** What the server has used since it began; `null` if it does not say. */
  async ask(): Promise<ProcessUse | null> {
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      giveUp = setTimeout(() => resolve(null), patience);
    });
    const answer = this.#connected.then(
      () =>
        new Promise<ProcessUse | null>((resolve) => {
          this.#came = resolve;
          this.#counting?.once('close', () => resolve(null));
          this.#counting?.write('?');
        }),
    );
    const counts = await Promise.race([answer, late]);
    clearTimeout(giveUp);
    return counts;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
