/** What is sent to a server while it is profiled: one chosen request, again and again, within bounds. */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { authorizationIn } from '../profiles/authorization.ts';
import type { ProfileAddress } from '../profiles/fetchAddress.ts';

/** A request to the server that is profiled, and to no other. */
export interface LoadRequest {
  readonly method: string;
  readonly url: URL;
  /** Where the server listens, if not on a port. */
  readonly socketPath: string | null;
  readonly isInsecure: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
}

export interface LoadPace {
  /** Requests a second, whether the server keeps up or not; `null`: each connection sends the next one when it has its answer. */
  readonly rate: number | null;
  readonly connections: number;
  readonly mostRequests: number;
}

export interface LoadPlan extends LoadPace {
  readonly request: LoadRequest;
  /** It ends after so many seconds, whatever happens. */
  readonly seconds: number;
  /** If it is to end earlier than the recording. */
  readonly mostSeconds?: number;
  readonly ca?: string | undefined;
}

/** More is an attack. */
export const loadLimits = {
  rate: 100_000,
  connections: 1000,
  seconds: 3600,
  requests: 1_000_000_000,
} as const;

export const usualPace: LoadPace = { rate: 100, connections: 10, mostRequests: loadLimits.requests };

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Reads a request as a user writes it: `/search?q=x`, `POST /cart {"id": 1}`, `http://localhost:8080/`. An address must be on
 * the host of the server; its port can be another one, as profiles often have their own. Problem: `wrong-request`.
 */
export function readLoadRequest(
  text: string,
  server: ProfileAddress,
  headers: Readonly<Record<string, string>> = {},
): Result<LoadRequest> {
  const [, method = 'GET', target = '', body = ''] =
    /^\s*(?:([A-Za-z]{3,7})\s+)?(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
  if (!methods.includes(method.toUpperCase())) {
    return fail('wrong-request', '{0} is no method of a request. One of: {1}.', [method, methods.join(', ')]);
  }
  const base = server.urlWithSecrets();
  const isPath = target.startsWith('/') && !target.startsWith('//');
  if (!isPath && !/^https?:\/\//i.test(target)) return wrongTarget(target, server);
  if (!URL.canParse(target, base.href)) return wrongTarget(target, server);
  const url = new URL(target, base);
  if (url.hostname !== base.hostname || (server.socketPath !== null && !isPath)) {
    const template = 'Requests are sent to the server that is profiled only, and {0} is not on {1}.';
    return fail('wrong-request', template, [url.host, server.host]);
  }
  url.hash = '';
  // The name and password of the address are for its own port, and never sent less safely than to that.
  const isSameServer = url.host === base.host && (url.protocol === 'https:' || base.protocol === 'http:');
  const authorization = isSameServer ? authorizationIn(base) : null;
  url.username = '';
  url.password = '';
  const { socketPath, isInsecure } = server;
  const sent = authorization === null ? headers : { authorization, ...lowerCased(headers) };
  return ok({ method: method.toUpperCase(), url, socketPath, isInsecure, headers: sent, body: body.trim() });
}

/** Names of headers mean the same however they are written, and each is sent once. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function wrongTarget(target: string, server: ProfileAddress): Result<never> {
  const template = '{0} is neither a path such as /search?q=x nor an address on {1}.';
  return fail('wrong-request', template, [
    target.replace(/^(\w+:\/\/)[^/]*@/, '$1').slice(0, 200),
    server.host,
  ]);
}

/** For messages: `GET /search`, without the values of parameters, which can be keys. */
export function shownRequest({ method, url, socketPath }: LoadRequest): string {
  const host = socketPath === null ? url.origin : `unix:${socketPath}:`;
  return `${method} ${host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** Checks the numbers. Problem: `wrong-pace`. */
export function checkedPace(pace: Partial<LoadPace>): Result<LoadPace> {
  const { rate = null, connections = usualPace.connections, mostRequests = loadLimits.requests } = pace;
  const checks: [what: string, value: number, most: number, isWhole: boolean][] = [
    [l10n.t('requests a second'), rate ?? 1, loadLimits.rate, false],
    [l10n.t('connections'), connections, loadLimits.connections, true],
    [l10n.t('requests'), mostRequests, loadLimits.requests, true],
  ];
  for (const [what, value, most, isWhole] of checks) {
    if (!(value > 0) || value > most || (isWhole && !Number.isInteger(value))) {
      return fail('wrong-pace', '{0} {1} cannot be sent: give a number from 1 to {2}.', [value, what, most]);
    }
  }
  return ok({ rate, connections, mostRequests });
}
