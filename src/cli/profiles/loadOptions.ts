/** The options of `fetch` for running servers: how they know the user, and the requests that are sent meanwhile. */

import { fail, ok, type Result } from '../../base/result.ts';
import { checkedPace, type LoadPlan, loadLimits, readLoadRequest } from '../../go/load/loadPlan.ts';
import type { ProfileAddress } from '../../go/profiles/fetchAddress.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { readHeader } from '../../go/servers/serverAddress.ts';
import { type Options, type OptionValues, wrong } from '../terminal/options.ts';

/** How the user is known to a server. */
export const accessOptions = {
  header: {
    is: 'texts',
    takes: 'HEADER',
    help: "sent to the server, such as 'Authorization: Bearer 123'; @FILE has one a line",
  },
  ca: {
    is: 'text',
    takes: 'FILE',
    help: 'certificates in PEM; only servers that one of them vouches for are trusted',
  },
} as const satisfies Options;

/** Requests that are sent while a server is profiled. */
export const loadOptions = {
  load: {
    is: 'text',
    takes: 'REQUEST',
    help: [
      'a path or an address, with a method before and a body behind it if there',
      `is one: --load='POST /cart {"id": 1}'`,
    ],
  },
  'load-header': { is: 'texts', takes: 'HEADER', help: 'sent with each request; @FILE has one a line' },
  rate: {
    is: 'number',
    takes: 'N',
    help: ['requests a second (default: each connection sends again when it has its', 'answer)'],
  },
  connections: { is: 'whole', takes: 'N', help: 'at most so many at a time (default 10)' },
  'load-requests': { is: 'whole', takes: 'N', help: 'at most so many in all' },
  'load-for': {
    is: 'number',
    takes: 'N',
    help: 'seconds after which no more are sent (default: as long as it records)',
  },
  'load-command': {
    is: 'text',
    takes: 'COMMAND',
    help: [
      'a command of yours sends them instead, and nobody counts them; {url} is the',
      'address of --load (default /), {seconds} the time; it gets no header:',
      "--load-command='wrk -t2 -d{seconds}s {url}'",
    ],
  },
  json: {
    is: 'flag',
    help: 'what came of it as JSON: the requests, and the costs of lines per request',
  },
} as const satisfies Options;

export type ServerOptions = OptionValues<typeof accessOptions & typeof loadOptions>;

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
