/** The options of `fetch` for running servers: how they know the user, and the requests that are sent meanwhile. */

import { ok, type Result } from '../../base/result.ts';
import { checkedPace, type LoadPlan, loadLimits, readLoadRequest } from '../../go/load/loadPlan.ts';
import type { ProfileAddress } from '../../go/profiles/fetchAddress.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { flag, number, type OptionValues, text, texts, whole, wrong } from '../terminal/options.ts';
import { headersOf } from './storeSource.ts';

/** Requests that are sent while a server is profiled. */
export const loadOptions = {
  load: text(
    'REQUEST',
    'a path or an address, with a method before and a body behind it if there',
    `is one: --load='POST /cart {"id": 1}'`,
  ),
  'load-header': texts('HEADER', 'sent with each request; @FILE has one a line'),
  rate: number('N', 'requests a second (default: each connection sends again when it has its', 'answer)'),
  connections: whole('N', 'at most so many at a time (default 10)'),
  'load-requests': whole('N', 'at most so many in all'),
  'load-for': number('N', 'seconds after which no more are sent (default: as long as it records)'),
  'load-command': text(
    'COMMAND',
    'a command of yours sends them instead, and nobody counts them; {url} is the',
    'address of --load (default /), {seconds} the time; it gets no header:',
    "--load-command='wrk -t2 -d{seconds}s {url}'",
  ),
  json: flag('what came of it as JSON: the requests, and the costs of lines per request'),
};

type ServerOptions = OptionValues<typeof loadOptions>;

/** Seconds that are recorded if the user does not say it: enough for a thousand samples of each core. */
export const secondsUnderLoad = 10;

/** Of these, a command of the user is told nothing. */
const ownClientOptions = ['load-header', 'load-requests', 'rate', 'connections'] as const;

/** What is sent while the profile is recorded; `null` for nothing. */
export function planOf(
  options: ServerOptions,
  address: ProfileAddress,
  { ca }: ServerAccess,
): Result<LoadPlan | null> {
  const own = ownClientOptions.find((name) => name in options);
  if (options['load-command'] !== undefined) {
    if (own !== undefined)
      return wrong('Option --{0} is not for --load-command: write it into the command.', own);
  } else if (options.load === undefined) {
    const only = own ?? (options['load-for'] === undefined ? undefined : 'load-for');
    return only === undefined ? ok(null) : wrong('Option --{0} needs --load.', only);
  }
  const headers = headersOf(options['load-header'] ?? []);
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
