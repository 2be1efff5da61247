/** The servers that are remembered: in a file of our storage, without any secret. */
import { randomUUID } from 'node:crypto';
import { list, nullable, number, object, text } from '../../outsideValues.ts';
import { RememberedList } from './rememberedList.ts';

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
export class Remembered extends RememberedList<KnownServer> {
  constructor(file: string) {
    super(file, { name: 'servers', item: knownServer, most: mostServers });
  }

  /** The server with this address, which need not be remembered yet. */
  at(address: string): KnownServer {
    const known = this.all.find((server) => server.address === address);
    return known ?? { id: `${idPrefix}${randomUUID()}`, address };
  }
}
