/** The servers that are remembered: in a file of our storage, without any secret. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { list, nullable, number, object, property, text, validItems } from '../../outsideValues.ts';
import { writeWhole } from '../history/wholeFile.ts';

/** What was fetched last. */
export interface LastFetch {
  readonly name: string;
  /** How long the server recorded; `null` for what was there at that moment. */
  readonly seconds: number | null;
}

/** A running server that the user has named. */
export interface KnownServer {
  readonly id: string;
  /** As `writtenServer` gives it. */
  readonly address: string;
  /** A file of certificates that vouch for the server. */
  readonly caFile?: string;
  readonly last?: LastFetch;
  /** Requests that were sent to it while it was profiled, as the user wrote them. The newest first. */
  readonly requests?: readonly string[];
  /** How many of them, as the user wrote it. */
  readonly pace?: string;
}

const idPrefix = 'server/';

const mostServers = 30;

const knownServer = object<Pick<KnownServer, 'id' | 'address'>, Omit<KnownServer, 'id' | 'address'>>(
  {
    id: (value) => (/^server\/[\w-]{1,50}$/.test(text(value) ?? '') ? text(value) : undefined),
    address: text,
  },
  {
    caFile: text,
    last: object<LastFetch>({ name: text, seconds: nullable(number) }),
    requests: list(text),
    pace: text,
  },
);

/** The list of servers, the one used last first. */
export class Remembered {
  readonly #file: string;
  #servers: readonly KnownServer[];

  constructor(file: string) {
    this.#file = file;
    this.#servers = read(file);
  }

  get all(): readonly KnownServer[] {
    return this.#servers;
  }

  get(id: string): KnownServer | undefined {
    return this.#servers.find((server) => server.id === id);
  }

  /** The server with this address, which need not be remembered yet. */
  at(address: string): KnownServer {
    const known = this.#servers.find((server) => server.address === address);
    return known ?? { id: `${idPrefix}${randomUUID()}`, address };
  }

  /** Remembers a server as the one used last. Rejects with the errors of `node:fs`. */
  async keep(server: KnownServer): Promise<void> {
    const others = this.#servers.filter(({ id }) => id !== server.id);
    await this.#write([server, ...others].slice(0, mostServers));
  }

  async forget(id: string): Promise<void> {
    await this.#write(this.#servers.filter((server) => server.id !== id));
  }

  async #write(servers: readonly KnownServer[]): Promise<void> {
    this.#servers = servers;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    await writeWhole(this.#file, JSON.stringify({ servers }));
  }
}

/** What is damaged is left out: the user can name the server again. */
function read(file: string): readonly KnownServer[] {
  try {
    return validItems(knownServer)(property(JSON.parse(readFileSync(file, 'utf8')), 'servers')) ?? [];
  } catch {
    return [];
  }
}
