/** The running servers that the user has named. */
import {
  filledText,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Read,
  text,
} from '../../../base/outsideValues.ts';
import { idReader, KeptList, newId } from '../shared/keptList.ts';
import { TextFile } from '../shared/keptText.ts';

const lastFetch = object({
  name: text,
  /** How long the server recorded; `null` for what was there at that moment. */
  seconds: nullable(number),
});

export type LastFetch = Read<typeof lastFetch>;

/** The last profile, and what was said of it. Its file is in the server's folder. */
const lastResult = object(
  { file: filledText, title: text, text, note: text },
  { operations: number, perUnit: oneOf('request', 'second') },
);

/** A running server. Its address is as `writtenServer` gives it. */
const keptServer = object(
  { id: idReader('server/'), address: text },
  {
    caFile: text,
    last: lastFetch,
    result: lastResult,
    /** Requests that were sent to it while it was profiled, as the user wrote them. The newest first. */
    requests: list(text),
    /** How many of them, as the user wrote it. */
    pace: text,
  },
);

export type KeptServer = Read<typeof keptServer>;

export class KeptServers extends KeptList<KeptServer> {
  constructor(file: string) {
    super(new TextFile(file), { name: 'servers', item: keptServer });
  }

  /** The server with this address, which need not be kept yet. */
  at(address: string): KeptServer {
    return this.all.find((server) => server.address === address) ?? { id: newId('server/'), address };
  }
}
