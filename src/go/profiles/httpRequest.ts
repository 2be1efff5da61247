import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProfileAddress } from './fetchAddress.ts';
import type { HttpAnswer } from './fetchProblems.ts';

/** The sentence for a request without an answer, or with only a part of one. */
export { unreachable } from './fetchProblems.ts';

/** What a server wants to see, and how it is known. All of it is for the server that the address names, and for no other. */
export interface ServerAccess {
  /** Such as `authorization`. They are secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificates in PEM. Only servers that one of them vouches for are trusted. */
  readonly ca?: string;
}

export interface RequestOptions {
  /** Called when the connection stands and the request is sent. A Go server begins to record now. */
  readonly onSent?: (() => void) | undefined;
  /** What is sent with the request, which is then a POST. */
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array } | undefined;
  /** The server may compress the answer. `Answer.bytes` are then as they were sent, often gzipped. Default: false. */
  readonly mayCompress?: boolean | undefined;
}

/** Sends one request, and follows no redirect. Rejects with what `unreachable` has sentences for. */
export function request(
  address: ProfileAddress,
  signal: AbortSignal,
  { body, mayCompress, onSent }: RequestOptions,
  { headers = {}, ca }: ServerAccess = {},
): Promise<HttpAnswer> {
  const url = address.urlWithSecrets();
  const isSecure = url.protocol === 'https:';
  const send = isSecure ? requestHttps : requestHttp;
  const described =
    body === undefined ? {} : { 'content-type': body.contentType, 'content-length': body.bytes.length };
  const options = {
    signal,
    method: body === undefined ? 'GET' : 'POST',
    // There is only one request, so the connection need not be kept open.
    agent: false,
    rejectUnauthorized: !address.isInsecure,
    ...(ca === undefined ? {} : { ca }),
    ...(address.socketPath === null ? {} : { socketPath: address.socketPath }),
    // Profiles are compressed files.
    headers: {
      ...headers,
      'user-agent': 'pprof-lens',
      'accept-encoding': mayCompress === true ? 'gzip' : 'identity',
      ...described,
    },
  } as const;
  return new Promise((resolve, reject) => {
    const sent = send(url, options, resolve).once('error', reject);
    sent.end(body?.bytes);
    if (onSent === undefined) return;
    sent.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', onSent));
  });
}
