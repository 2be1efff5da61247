/** Fetches bytes from a server, with limits for time, size and redirects. */
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { fail, ok, type Result } from '../../result.ts';
import { type ProfileAddress, shownAddress } from './fetchAddress.ts';
import { brokenOff, refusal, tooLargeAnswer, unreachable } from './fetchProblems.ts';

export interface FetchOptions {
  /** How many seconds the server may send nothing. Default: as pprof, see `patience`. */
  readonly timeout?: number | undefined;
  /** The longest answer to accept, in bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly bytes: Uint8Array;
  /** Without parameters; empty if the server does not send it. */
  readonly contentType: string;
  /** The address after all redirects. */
  readonly url: URL;
}

/** As many as Go's HTTP client follows. */
const mostRedirects = 10;

/** How many seconds a server may take, as in pprof: one and a half times as long as it records, or a minute; and five to connect. */
export function patience(address: ProfileAddress): number {
  return (address.seconds === null ? 60 : address.seconds * 1.5) + 5;
}

/** Fails with `cancelled` and with the codes of fetchProblems.ts. */
export async function fetchBytes(address: ProfileAddress, options: FetchOptions): Promise<Result<Answer>> {
  const seconds = options.timeout ?? patience(address);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), seconds * 1000);
  const signal = AbortSignal.any([silence.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  let { url } = address;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await request(url, address.isInsecure, signal);
      const next = redirectOf(response, url);
      if (next === null) return await answerOf(response, url, options.maxBytes, () => timer.refresh());
      response.destroy();
      if (!/^https?:$/.test(next.protocol)) return refusal(url, response);
      url = next;
    }
    return fail('too-many-redirects', '{0} redirects without end. Check the path.', [
      shownAddress(address.url),
    ]);
  } catch (error) {
    if (options.signal?.aborted) return fail('cancelled', 'Cancelled.');
    if (!silence.signal.aborted) return unreachable(url, error);
    return fail(
      'server-silent',
      '{0} did not answer for {1} seconds. Try again, or allow more with --timeout.',
      [shownAddress(url), seconds],
    );
  } finally {
    clearTimeout(timer);
  }
}

function request(url: URL, isInsecure: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  const options = {
    signal,
    // There is only one request, so the connection need not be kept open.
    agent: false,
    rejectUnauthorized: !isInsecure,
    // Profiles are compressed files.
    headers: { 'user-agent': 'pprof-lens', 'accept-encoding': 'identity' },
  } as const;
  return new Promise((resolve, reject) => {
    get(url, options, resolve).once('error', reject);
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  const { location = '' } = headers;
  return isRedirect && location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : null;
}

/** How many bytes of a refusal are read. */
const longestRefusal = 2000;

async function answerOf(
  response: IncomingMessage,
  url: URL,
  maxBytes: number,
  onProgress: () => void,
): Promise<Result<Answer>> {
  if (response.statusCode !== 200) {
    const text = await readUpTo(response, longestRefusal, onProgress).catch(() => null);
    return refusal(url, response, text === null ? '' : new TextDecoder().decode(text.bytes));
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return tooLargeAnswer(url, maxBytes);
  }
  const read = await readUpTo(response, maxBytes, onProgress);
  if (read.isCut) return tooLargeAnswer(url, maxBytes);
  if (!response.complete) return brokenOff(url);
  const contentType = (response.headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
  return ok({ bytes: read.bytes, contentType, url });
}

async function readUpTo(response: IncomingMessage, maxBytes: number, onProgress: () => void) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    onProgress();
    length += chunk.length;
    chunks.push(chunk);
    // The end of the loop closes the connection.
    if (length > maxBytes) break;
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)).subarray(0, maxBytes), isCut: length > maxBytes };
}
