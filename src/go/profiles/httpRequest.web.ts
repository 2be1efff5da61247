/**
 * As `httpRequest.ts`, by a browser. It lets a page hear only servers that permit it (CORS), inflates what they send, and trusts
 * the certificates that it trusts itself. Its own cookies and passwords go nowhere.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { fail, type Result } from '../../base/result.ts';
import { authorizationIn } from './authorization.ts';
import type { ProfileAddress } from './fetchAddress.ts';
import { brokenOff, type HttpAnswer } from './fetchProblems.ts';
import type { RequestOptions, ServerAccess } from './httpRequest.ts';

/** Of this page: what servers must permit. `null` where it has none of its own. */
declare const origin: string;

/** What a browser tells nobody more of. */
class Unsaid extends Error {
  constructor(readonly what: 'sent-on' | 'broken-off') {
    super(what);
  }
}

/** Profiles of production stay in no cache. Node, whose types these are, has none. */
const notCached = { cache: 'no-store' };

export async function request(
  address: ProfileAddress,
  signal: AbortSignal,
  { body }: RequestOptions,
  { headers = {} }: ServerAccess = {},
): Promise<HttpAnswer> {
  const url = address.urlWithSecrets();
  const own = authorizationIn(url);
  // Browsers refuse addresses with names and passwords.
  url.username = '';
  url.password = '';
  const response = await fetch(url, {
    signal,
    ...(body === undefined ? {} : { method: 'POST', body: body.bytes }),
    headers: {
      ...(own === null ? {} : { authorization: own }),
      ...headers,
      ...(body === undefined ? {} : { 'content-type': body.contentType }),
    },
    redirect: 'manual',
    credentials: 'omit',
    ...notCached,
    referrerPolicy: 'no-referrer',
  });
  if (response.type === 'opaqueredirect') throw new Unsaid('sent-on');
  return answerOf(response);
}

function answerOf({ status, statusText, headers: sent, body }: Response): HttpAnswer {
  const headers: IncomingHttpHeaders = {};
  sent.forEach((value, name) => {
    headers[name] = value;
  });
  const reader = body?.getReader();
  const destroy = () => void reader?.cancel().catch(() => undefined);
  return {
    statusCode: status,
    statusMessage: statusText,
    headers,
    // Otherwise reading fails.
    complete: true,
    destroy,
    async *[Symbol.asyncIterator]() {
      try {
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
          yield part.value;
      } catch {
        throw new Unsaid('broken-off');
      } finally {
        destroy();
      }
    },
  };
}

export function unreachable(address: ProfileAddress, error: unknown): Result<never> {
  const { shown } = address;
  const details = String(error);
  if (error instanceof Unsaid) {
    if (error.what === 'broken-off') return brokenOff(address);
    return fail('redirected', '{0} sends us on, and the browser does not say where. Name the right server.', [
      shown,
    ]);
  }
  if (address.origin.startsWith('http:') && !address.isThisMachine) {
    const template =
      'VS Code for the Web asks other machines by https only, and {0} is http. Name an address with https://, or use VS Code on your computer.';
    return fail('page-refused', template, [shown], details);
  }
  return fail(
    'page-refused',
    'The browser lets this page hear nothing of {0}. The store has to permit pages from {1} (CORS): Parca by --cors-allowed-origins, Pyroscope by a proxy in front of it. It also has to run, with a certificate that the browser trusts. Or use VS Code on your computer.',
    [shown, origin === 'null' ? '*' : origin],
    details,
  );
}
