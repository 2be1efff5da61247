/**
 * Serves pages to the browser of this machine's user, and to nobody else: on loopback, below a path that only we have told, and
 * only to requests that name loopback as their host. A page of the web that has a name lead to 127.0.0.1 gets nothing.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail, ok, type Result } from '../../base/result.ts';
import { isOfOurUser, saysUsers } from '../../go/toolchain/peerUser.ts';

const loopback = '127.0.0.1';

/** A browser opens six. */
const mostConnections = 64;

/** Milliseconds. A browser asks at once, and keeps its connections for later questions. */
const times = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** Besides the policy in each page, which lets only its own script run. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export class PageServer {
  readonly #pages = new Map<string, Buffer>();
  /** By path, the path of a page. */
  readonly #links = new Map<string, string>();
  /** Nobody guesses it. */
  readonly #folder = randomBytes(18).toString('base64url');
  /** The oldest first. */
  readonly #open = new Set<Socket>();
  /** Who got a page has known its address. */
  readonly #known = new WeakSet<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.#admit(socket));
    server.on('request', (request, response) => this.#answer(request, response));
  }

  /**
   * Begins to serve. Problem: `cannot-serve`.
   *
   * @param port 0 for a free one
   */
  static async start(port: number): Promise<Result<PageServer>> {
    const server = createServer(times);
    return new Promise((resolve) => {
      server.once('error', ({ message }) =>
        resolve(fail('cannot-serve', 'The page cannot be served: {0}. Try another --port.', [message])),
      );
      server.listen(port, loopback, () => resolve(ok(new PageServer(server))));
    });
  }

  /** Adds a page, and returns its address. */
  add(html: string): string {
    const path = `/${this.#folder}/${this.#pages.size === 0 ? '' : this.#pages.size + 1}`;
    this.#pages.set(path, Buffer.from(html));
    return `http://${loopback}:${this.#port}${path}`;
  }

  /** An address that leads to a page's, for programs of our own user alone; `null` where the system does not say whose they are. */
  linkTo(address: string): string | null {
    if (!saysUsers()) return null;
    const path = `/${randomBytes(18).toString('base64url')}`;
    this.#links.set(path, new URL(address).pathname);
    return `http://${loopback}:${this.#port}${path}`;
  }

  get #port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The machine's other users can connect, too. They must not keep the browser out. */
  #admit(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size <= mostConnections) return;
    [...this.#open].find((each) => !this.#known.has(each))?.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers: given } = request;
    const path = url.replace(/[?#].*$/s, '');
    const page = this.#pages.get(path);
    const target = this.#links.get(path);
    const isRead = method === 'GET' || method === 'HEAD';
    const isRefused = !this.#isOurs(given.host) || (target !== undefined && !isOfOurUser(request.socket));
    const found = page !== undefined ? 200 : target !== undefined ? 302 : 404;
    const status = isRefused ? 403 : isRead ? found : 405;
    const content = status === 200 && page !== undefined ? page : Buffer.alloc(0);
    const type = status === 200 ? 'text/html' : 'text/plain';
    if (status === 200 || status === 302) this.#known.add(request.socket);
    response.writeHead(status, {
      ...headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': content.length,
      ...(status === 302 ? { Location: target } : {}),
    });
    response.end(method === 'HEAD' ? undefined : content);
  }

  #isOurs(host = ''): boolean {
    const port = this.#port;
    return [loopback, 'localhost', '[::1]'].some((name) => {
      return host === `${name}:${port}` || (port === 80 && host === name);
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
