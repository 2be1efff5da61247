/** Services that are profiled while they answer requests, as in production: two versions of one, in turns under the same requests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Edits, edited } from '../edits.ts';
import { testFolder, writeFiles } from '../testFolder.ts';

const sources = join(import.meta.dirname, 'services');

/** A change of a service, and the benchmark of what it changes. */
export interface ChangedCode {
  readonly name: string;
  readonly benchmark: string;
  readonly edits: Edits;
}

/** What a version of a service has done. */
export interface ServedLoad {
  /** As Go has written them, one for each process. */
  readonly profiles: readonly Uint8Array[];
  /** Of each process, in seconds. */
  readonly processorTimes: readonly number[];
  /** That all have answered. */
  readonly requests: number;
}

/** The module of a service: texts by their names. */
export function serviceFiles(service: string): Readonly<Record<string, string>> {
  const read = (file: string) => readFileSync(join(sources, file), 'utf8');
  const own = readdirSync(join(sources, service), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.go'),
  );
  return {
    'go.mod': 'module example.com/m\n\ngo 1.25\n',
    'main.go': read('served/main.go'),
    'load/client.go': read('served/client.go'),
    ...Object.fromEntries(own.map((file) => [file, read(join(service, file))])),
  };
}

interface StoppedService {
  readonly profile: Uint8Array;
  /** Of the requests, in seconds. */
  readonly processorTime: number;
}

/** A service under load. It listens at once, and is profiled until it is stopped. */
class Served {
  readonly #lines: AsyncIterator<string>;
  #address = '';
  #idle = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
  ) {
    this.#lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }

  static async start(program: string): Promise<Served> {
    const profile = join(testFolder(), 'cpu.pb.gz');
    const child = spawn(program, [profile], { stdio: ['pipe', 'pipe', 'inherit'] });
    const served = new Served(child, profile);
    served.#address = await served.#line();
    served.#idle = await served.#processorTime();
    return served;
  }

  /** Waits until all requests are answered. */
  async load(client: string, requests: number, seed: number): Promise<void> {
    const sent = spawn(client, [this.#address, String(requests), String(seed)], { stdio: 'inherit' });
    const [status] = await once(sent, 'exit');
    if (status !== 0) throw new Error(`the requests have failed: exit status ${status}`);
  }

  async stop(): Promise<StoppedService> {
    const processorTime = (await this.#processorTime()) - this.#idle;
    const exit = once(this.child, 'exit');
    this.child.stdin!.end();
    await exit;
    return { profile: new Uint8Array(readFileSync(this.profile)), processorTime };
  }

  async #processorTime(): Promise<number> {
    this.child.stdin!.write('\n');
    return Number(await this.#line()) / 1e9;
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the service has ended');
    return value;
  }
}

/** Two processes of one program do not take the same time, by where their memory is: so there are several. */
const processes = 6;
/** Of the requests of a process. */
const parts = 4;

/**
 * Serves the same requests with a service and with its changed version, a part of them after the other, each part by both: so the
 * machine is equally fast for both.
 *
 * @param seconds of CPU time that the service should take
 */
export async function servedInTurns(
  service: string,
  { file, edits }: { readonly file: string; readonly edits: Edits },
  seconds: number,
): Promise<readonly [before: ServedLoad, after: ServedLoad]> {
  const files = serviceFiles(service);
  const folder = testFolder(files);
  try {
    const build = (name: string, what: string) => {
      execFileSync('go', ['build', '-o', name, what], { cwd: folder });
      return join(folder, name);
    };
    const [client, older] = [build('client', './load'), build('before', '.')];
    writeFiles(folder, { [file]: edited(files[file] ?? '', edits) });
    const newer = build('after', '.');
    const rate = await requestsOfASecond(older, client);
    const requests = Math.ceil((rate * seconds) / processes / parts / 100) * 100;
    const stopped: (readonly [StoppedService, StoppedService])[] = [];
    for (let turn = 0; turn < processes; turn++) {
      const versions = [await Served.start(older), await Served.start(newer)] as const;
      for (let part = 0; part < parts; part++)
        for (const version of (turn + part) % 2 === 0 ? versions : [...versions].reverse())
          await version.load(client, requests, 1 + turn * parts + part);
      stopped.push([await versions[0].stop(), await versions[1].stop()] as const);
    }
    const loadOf = (version: 0 | 1) => ({
      requests: requests * parts * processes,
      profiles: stopped.map((both) => both[version].profile),
      processorTimes: stopped.map((both) => both[version].processorTime),
    });
    return [loadOf(0), loadOf(1)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many requests a service answers in a second of CPU time. */
async function requestsOfASecond(program: string, client: string): Promise<number> {
  const tried = await Served.start(program);
  const requests = 1200;
  await tried.load(client, requests, 0);
  const { processorTime } = await tried.stop();
  return requests / processorTime;
}
