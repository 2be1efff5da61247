/** The running servers that the user has named. */
import { list, nullable, number, object, type Reader, text } from '../../../base/outsideValues.ts';
import { idReader, KeptList, newId, type Remote } from '../shared/keptList.ts';

/** What was fetched last. */
export interface LastFetch {
  readonly name: string;
  /** How long the server recorded; `null` for what was there at that moment. */
  readonly seconds: number | null;
}

/** A running server. Its address is as `writtenServer` gives it. */
export interface KeptServer extends Remote {
  readonly last?: LastFetch;
  /** Requests that were sent to it while it was profiled, as the user wrote them. The newest first. */
  readonly requests?: readonly string[];
  /** How many of them, as the user wrote it. */
  readonly pace?: string;
}

const keptServer: Reader<KeptServer> = object(
  { id: idReader('server/'), address: text },
  {
    caFile: text,
    last: object({ name: text, seconds: nullable(number) }),
    requests: list(text),
    pace: text,
  },
);

/** The list of servers, the one used last first. */
export class KeptServers extends KeptList<KeptServer> {
  constructor(file: string) {
    super(file, { name: 'servers', item: keptServer });
  }

  /** The server with this address, which need not be kept yet. */
  at(address: string): KeptServer {
    return this.all.find((server) => server.address === address) ?? { id: newId('server/'), address };
  }
}
