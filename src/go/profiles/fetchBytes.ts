/** Fetches bytes from a server, with limits for time, size and redirects. */
import { fail, ok, type Result } from '../../base/result.ts';
import { longestTimer } from '../../base/timers.ts';
import type { ProfileAddress } from './fetchAddress.ts';
import {
  brokenOff,
  endless,
  type HttpAnswer,
  redirected,
  refusal,
  silent,
  tooLargeAnswer,
} from './fetchProblems.ts';
import { type RequestOptions, request, type ServerAccess, unreachable } from './httpRequest.ts';
import { sentSecrets, withoutSecrets } from './sentSecrets.ts';

export type { ServerAccess };

export interface FetchOptions extends RequestOptions {
  readonly access?: ServerAccess | undefined;
  /** Whether to go where the server redirects on itself. Default: true. Any other redirect is the problem `redirected`. */
  readonly mayRedirect?: boolean | undefined;
  /** How many seconds the server may send nothing. Default: as pprof, see `patience`. */
  readonly timeout?: number | undefined;
  /** How many seconds the whole may take, with all redirects, however little comes at a time. Default: see `longestWhole`. */
  readonly maxTime?: number | undefined;
  /** The longest answer to accept, in bytes. */
  readonly maxBytes: number;
  /** On the command line true: problems say which of its flags help. Default: false. */
  readonly flags?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly bytes: Uint8Array;
  /** Without parameters; empty if the server does not send it. */
  readonly contentType: string;
  /** The address after all redirects. */
  readonly address: ProfileAddress;
}

/** As many as Go's HTTP client follows. */
const mostRedirects = 10;

/** How many seconds a server may take, as in pprof: one and a half times as long as it records, or a minute; and five to connect. */
export function patience(address: ProfileAddress): number {
  return (address.seconds === null ? 60 : address.seconds * 1.5) + 5;
}

/** How many seconds any answer may take besides the recording. A profile of 1 GB comes in this time over a slow line. */
const transferSeconds = 600;

/**
 * How many seconds the whole may take: as long as the server records, and ten minutes. Whoever allows a longer silence
 * allows it here, too.
 */
export function longestWhole({ seconds }: ProfileAddress, silence: number): number {
  return (seconds ?? 0) + Math.max(transferSeconds, silence);
}

/** Fails with `cancelled` and with the codes of fetchProblems.ts. What was sent is in no problem, even if the server repeats it. */
export async function fetchBytes(address: ProfileAddress, options: FetchOptions): Promise<Result<Answer>> {
  const answer = await fetchPlainly(address, options);
  if (answer.ok) return answer;
  const { shown, origin, host, hostname } = address;
  const secrets = sentSecrets(address, options.access?.headers);
  return { ok: false, problem: withoutSecrets(answer.problem, secrets, [shown, origin, host, hostname]) };
}

async function fetchPlainly(address: ProfileAddress, options: FetchOptions): Promise<Result<Answer>> {
  const { flags = false } = options;
  const silenceSeconds = options.timeout ?? patience(address);
  const wholeSeconds = options.maxTime ?? longestWhole(address, silenceSeconds);
  const silence = new Deadline(silenceSeconds);
  const whole = new Deadline(wholeSeconds);
  const asked = options.signal === undefined ? [] : [options.signal];
  const signal = AbortSignal.any([silence.signal, whole.signal, ...asked]);
  // Where the server sends us on to https, it is the same one, but was not named so.
  const { headers: _, ...trust } = options.access ?? {};
  let at = address;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const isNamed = at.origin === address.origin;
      const response = await request(at, signal, options, isNamed ? options.access : trust);
      const next = redirectOf(response, at);
      if (next === null) return await answerOf(response, at, options, () => silence.restart());
      response.destroy();
      if (!next.isHttp) return refusal(at, response);
      if (options.mayRedirect === false || !next.isOnServerOf(at)) return redirected(at, next);
      at = next;
    }
    return fail('too-many-redirects', '{0} redirects without end. Check the path.', [address.shown]);
  } catch (error) {
    if (options.signal?.aborted) return fail('cancelled', 'Cancelled.');
    if (silence.signal.aborted) return silent(at, silenceSeconds, flags);
    return whole.signal.aborted ? endless(at, wholeSeconds, flags) : unreachable(at, error, flags);
  } finally {
    silence.end();
    whole.end();
  }
}

/** Aborts its signal after so many seconds. */
class Deadline {
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(private readonly seconds: number) {
    this.#timer = this.#started();
  }

  #started() {
    return setTimeout(() => this.#abort.abort(), Math.min(this.seconds * 1000, longestTimer));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  restart(): void {
    this.end();
    this.#timer = this.#started();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function redirectOf({ statusCode = 0, headers }: HttpAnswer, from: ProfileAddress): ProfileAddress | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  const { location = '' } = headers;
  return isRedirect && location !== '' ? from.redirectedTo(location) : null;
}

/** How many bytes of a refusal are read. */
const longestRefusal = 2000;

async function answerOf(
  response: HttpAnswer,
  address: ProfileAddress,
  { maxBytes, flags = false }: FetchOptions,
  onProgress: () => void,
): Promise<Result<Answer>> {
  if (response.statusCode !== 200) {
    const read = await readUpTo(response, longestRefusal, onProgress).catch(() => null);
    const text = read === null ? '' : new TextDecoder().decode(read.bytes);
    return refusal(address, response, read?.isCut === true ? `${text}…` : text);
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return tooLargeAnswer(address, maxBytes, flags);
  }
  const read = await readUpTo(response, maxBytes, onProgress);
  if (read.isCut) return tooLargeAnswer(address, maxBytes, flags);
  if (!response.complete) return brokenOff(address);
  const contentType = (response.headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
  return ok({ bytes: read.bytes, contentType, address });
}

async function readUpTo(response: HttpAnswer, maxBytes: number, onProgress: () => void) {
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
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at);
    at += chunk.length;
  }
  return { bytes, isCut: length > maxBytes };
}
