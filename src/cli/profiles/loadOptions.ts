/** The options of `fetch` for running servers: how they know the user, and the requests that are sent meanwhile. */

import { checkedPace, type LoadPlan, loadLimits, readLoadRequest } from '../../go/load/loadPlan.ts';
import type { ProfileAddress } from '../../go/profiles/fetchAddress.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { readHeader } from '../../go/servers/serverAddress.ts';
import { fail, ok, type Result } from '../../result.ts';
import { type OptionKinds, type OptionValues, wrong } from '../terminal/options.ts';

export const serverKinds = {
  header: 'texts',
  ca: 'text',
  load: 'text',
  'load-header': 'texts',
  'load-for': 'number',
  'load-requests': 'whole',
  'load-command': 'text',
  rate: 'number',
  connections: 'whole',
} as const satisfies OptionKinds;

export type ServerOptions = OptionValues<typeof serverKinds>;

/** Not translated: option names and this text belong together. */
export const loadOptionsText = `Servers that ask who you are (such options can be seen in lists of processes; @FILE is read instead):
  --header=HEADER          sent to the server, such as 'Authorization: Bearer 123'; @FILE has one a line
  --ca=FILE                certificates in PEM; only servers that one of them vouches for are trusted

Requests while it is profiled, to the same host only; then costs are per request:
  pprof-lens fetch --seconds=10 --load=/search?q=x --rate=200 localhost:6060
  --load=REQUEST           a path or an address, with a method before and a body behind it if there is one:
                           --load='POST /cart {"id": 1}'
  --load-header=HEADER     sent with each request; @FILE has one a line
  --rate=N                 requests a second (default: each connection sends again when it has its answer)
  --connections=N          at most so many at a time (default 10)
  --load-requests=N        at most so many in all
  --load-for=N             seconds after which no more are sent (default: as long as it records)
  --load-command=COMMAND   a command of yours sends them instead, and nobody counts them; {url} is the address of
                           --load (default /), {seconds} the time; it gets no header:
                           --load-command='wrk -t2 -d{seconds}s {url}'
  --json                   what came of it as JSON: the requests, and the costs of lines per request
`;

/** How the user is known to the server. @param readText reads a file that the user has named */
export function accessOf(
  options: ServerOptions,
  readText: (file: string) => Result<string>,
): Result<ServerAccess> {
  const headers = headersOf(options.header ?? [], readText);
  if (!headers.ok) return headers;
  if (options.ca === undefined) return ok({ headers: headers.value });
  const ca = readText(options.ca);
  if (!ca.ok) return ca;
  if (!ca.value.includes('-----BEGIN')) {
    return fail('no-certificates', '{0} has no certificates in PEM.', [options.ca]);
  }
  return ok({ headers: headers.value, ca: ca.value });
}

function headersOf(
  given: readonly string[],
  readText: (file: string) => Result<string>,
): Result<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of given) {
    const text = each.startsWith('@') ? readText(each.slice(1)) : ok(each);
    if (!text.ok) return text;
    for (const line of text.value.split('\n').filter((part) => part.trim() !== '')) {
      const header = readHeader(line.trim());
      // It is not shown: it can be a key.
      if (header === null) return wrong('A header looks like this: X-Key: 123');
      headers[header.name] = header.value;
    }
  }
  return ok(headers);
}

/** Seconds that are recorded if the user does not say it: enough for a thousand samples of each core. */
export const secondsUnderLoad = 10;

/** Of these, a command of the user is told nothing. */
const ownClientOptions = ['load-header', 'load-requests', 'rate', 'connections'] as const;

/** What is sent while the profile is recorded; `null` for nothing. */
export function planOf(
  options: ServerOptions,
  address: ProfileAddress,
  { ca }: ServerAccess,
  readText: (file: string) => Result<string>,
): Result<LoadPlan | null> {
  const own = ownClientOptions.find((name) => name in options);
  if (options['load-command'] !== undefined) {
    if (own !== undefined)
      return wrong('Option --{0} is not for --load-command: write it into the command.', own);
  } else if (options.load === undefined) {
    const only = own ?? (options['load-for'] === undefined ? undefined : 'load-for');
    return only === undefined ? ok(null) : wrong('Option --{0} needs --load.', only);
  }
  const headers = headersOf(options['load-header'] ?? [], readText);
  if (!headers.ok) return headers;
  const request = readLoadRequest(options.load ?? '/', address, headers.value);
  if (!request.ok) return request;
  const { rate = null, connections, 'load-requests': mostRequests } = options;
  const pace = checkedPace({
    rate,
    ...(connections === undefined ? {} : { connections }),
    ...(mostRequests === undefined ? {} : { mostRequests }),
  });
  if (!pace.ok) return pace;
  const seconds = address.seconds ?? secondsUnderLoad;
  if (seconds > loadLimits.seconds) {
    return wrong('Requests are sent for at most {0} seconds. Record a shorter time.', loadLimits.seconds);
  }
  return ok({
    ...pace.value,
    request: request.value,
    seconds,
    ...(options['load-for'] === undefined ? {} : { mostSeconds: options['load-for'] }),
    ...(ca === undefined ? {} : { ca }),
  });
}
