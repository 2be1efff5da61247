/** Pages with the flame graph of a profile, each on a port of this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { testFolder } from '../testFolder.ts';

export interface PagePeer {
  readonly url: string;
  /** Prepares a page before the navigation, for `painted`. */
  watch?(page: Page): Promise<unknown>;
  /** The time of the first picture, in milliseconds after the navigation began. */
  painted(page: Page): Promise<number>;
  stop(): void;
}

export interface OwnPage extends PagePeer {
  /** The time when the profile was read. From then on, every question has an answer. */
  read(page: Page): Promise<number>;
}

/** Our page, as the command line writes it. */
export async function ownPage(profile: string): Promise<OwnPage> {
  const file = join(testFolder(), 'page.html');
  execFileSync(process.execPath, ['dist/cli.js', 'html', '-o', file, profile]);
  const html = readFileSync(file);
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  return {
    url: `http://${await listening(server)}/`,
    painted: (page) => markedAt(page, 'pprof-lens:painted'),
    read: (page) => markedAt(page, 'pprof-lens:read'),
    stop: () => server.close(),
  };
}

async function markedAt(page: Page, name: string): Promise<number> {
  const mark = (name: string) => performance.getEntriesByName(name)[0]?.startTime;
  const handle = await page.waitForFunction(mark, name, { timeout: 120_000 });
  return Number(await handle.jsonValue());
}

/** The number that `drawn` says in an animation frame of the page, once it says one. */
async function drawnAt(page: Page, drawn: () => number | undefined): Promise<number> {
  const handle = await page.waitForFunction(drawn, undefined, { timeout: 300_000, polling: 'raf' });
  return Number(await handle.jsonValue());
}

/** Listens on a port of this machine, and returns its address. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** `go tool pprof -http`; `null` where there is no Go. */
export async function pprofPage(profile: string): Promise<PagePeer | null> {
  const address = await freeAddress();
  const tool = spawn('go', ['tool', 'pprof', `-http=${address}`, '-no_browser', profile], {
    stdio: 'ignore',
    detached: true,
  });
  const failed = new Promise<boolean>((resolve) => tool.on('error', () => resolve(true)));
  if (!(await Promise.race([answers(`http://${address}/`), failed.then(() => false)]))) return null;
  return {
    url: `http://${address}/flamegraph`,
    painted: (page) =>
      drawnAt(page, () =>
        document.querySelector('#stack-chart .boxbg') === null ? undefined : performance.now(),
      ),
    // `go tool` runs pprof as a child process.
    stop: () => process.kill(-tool.pid!),
  };
}

/** speedscope's page; `null` if the package is not installed. */
export async function speedscopePage(profile: string): Promise<PagePeer | null> {
  const root = speedscopeRoot();
  if (root === null) return null;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    const file = path === '/profile.pb.gz' ? profile : join(root, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  const origin = `http://${await listening(server)}`;
  return {
    url: `${origin}/#profileURL=${encodeURIComponent(`${origin}/profile.pb.gz`)}&title=profile`,
    watch: (page) => page.addInitScript(noteFirstPicture),
    painted: (page) => drawnAt(page, () => globalThis.firstPicture),
    stop: () => server.close(),
  };
}

declare global {
  /** The time of the first picture, in milliseconds after the navigation began. */
  var firstPicture: number | undefined;
}

/**
 * speedscope draws with WebGL, in one animation frame. If the processor must draw, its toolbar is visible seconds before the
 * graph. The picture is visible when the frame after the first triangles begins. Before it has a profile, it draws a pixel
 * as a test, which does not count.
 */
function noteFirstPicture(): void {
  const { drawArrays } = WebGLRenderingContext.prototype;
  let isWaiting = false;
  WebGLRenderingContext.prototype.drawArrays = function (...drawing) {
    if (!isWaiting && document.body.innerText.includes('Left Heavy')) {
      isWaiting = true;
      requestAnimationFrame(() => {
        globalThis.firstPicture = performance.now();
      });
    }
    return drawArrays.apply(this, drawing);
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

function speedscopeRoot(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('speedscope/package.json');
    return join(dirname(manifest), 'dist/release');
  } catch {
    return null;
  }
}

async function freeAddress(): Promise<string> {
  const server = createServer();
  const address = await listening(server);
  await new Promise((closed) => server.close(closed));
  return address;
}

/** Waits until a server answers, at most two minutes. */
async function answers(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      await fetch(url, { method: 'HEAD' });
      return true;
    } catch {
      await new Promise((later) => setTimeout(later, 200));
    }
  }
  return false;
}
