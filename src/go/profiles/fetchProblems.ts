/** The sentences about servers: what has gone wrong, and what the user can do. */
import type { IncomingMessage } from 'node:http';
import { visibleLine } from '../../base/escape.ts';
import { filledText, object, oneOf } from '../../base/outsideValues.ts';
import { errorCode, errorText, fail, type Problem, type Result } from '../../base/result.ts';
import type { ProfileAddress } from './fetchAddress.ts';
import { withoutSecrets } from './sentSecrets.ts';

/** The head of an answer. The pieces of its body come one after the other; who wants no more of them says so. */
export interface HttpAnswer
  extends Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'>,
    AsyncIterable<unknown> {
  /** At the end: whether all has come. */
  readonly complete: boolean;
  destroy(): void;
}

/** For an answer whose status is not 200. `text` is its beginning. */
export function refusal(address: ProfileAddress, response: HttpAnswer, text = ''): Result<never> {
  const { statusCode = 0, statusMessage = '', headers } = response;
  const status = `${statusCode} ${oneLine(statusMessage)}`.trim();
  const { shown } = address;
  // Go's profile handlers set this header. Their text is a sentence that says why they refuse.
  const reason = headers['x-go-pprof'] === undefined ? '' : oneLine(text);
  if (reason !== '') return fail('server-refused', '{0} answered {1}: {2}', [shown, status, reason]);
  const told = statusMessageIn(response, text);
  if (told !== '') {
    const code =
      statusCode === 404 ? 'not-served' : /^40[13]$/.test(`${statusCode}`) ? 'not-allowed' : 'server-refused';
    const template =
      statusCode === 401
        ? '{0} answered {1}: {2}. Give the header Authorization: Bearer TOKEN.'
        : '{0} answered {1}: {2}';
    return fail(code, template, [shown, status, told]);
  }
  if (statusCode === 401 || statusCode === 403) {
    return fail(
      'not-allowed',
      '{0} answered {1}: it asks for a name and a password. Put them into the address, NAME:PASSWORD@HOST, or fetch the profile from a machine that needs none.',
      [shown, status],
      text,
    );
  }
  if (statusCode === 404) {
    return fail(
      'not-served',
      '{0} answered {1}. Check the path; a Go server that imports net/http/pprof has its profiles below /debug/pprof/.',
      [shown, status],
      text,
    );
  }
  // What a server says in one plain line, as Go's does of HTTP on a port of HTTPS, says more than we can.
  const said = oneLine(text);
  if (isPlainLine(response, text) && said !== '') {
    return fail('server-refused', '{0} answered {1}: {2}', [shown, status, said], text);
  }
  return fail('server-refused', '{0} answered {1}. See what the server logged.', [shown, status], text);
}

const kubernetesStatus = object({ kind: oneOf('Status'), message: filledText });

/** What the API server of Kubernetes says, when it is asked for a pod's profile: why it, or the pod, refuses. */
function statusMessageIn({ headers }: HttpAnswer, text: string): string {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return '';
  try {
    return oneLine(kubernetesStatus(JSON.parse(text))?.message ?? '');
  } catch {
    return '';
  }
}

function isPlainLine({ headers }: HttpAnswer, text: string): boolean {
  const type = headers['content-type'] ?? 'text/plain';
  return /^text\/plain\b/i.test(type) && !/[\r\n<\0\uFFFD]/.test(text.trim());
}

/** For a server that sends us elsewhere, where we do not go: what we say is for this server only. */
export function redirected(address: ProfileAddress, to: ProfileAddress): Result<never> {
  return fail('redirected', '{0} sends us on to {1}. If that is the right server, name it.', [
    address.shown,
    to.origin,
  ]);
}

/** For a server that sends nothing. @param flags whether the user can give the flags of the command line */
export function silent({ shown }: ProfileAddress, seconds: number, flags: boolean): Result<never> {
  const template = flags
    ? '{0} did not answer for {1} seconds. Try again, or allow more with --timeout.'
    : '{0} did not answer for {1} seconds. See whether it is busy, and try again.';
  return fail('server-silent', template, [shown, seconds]);
}

/** For a server that sends a little again and again. */
export function endless({ shown }: ProfileAddress, seconds: number, flags: boolean): Result<never> {
  const template = flags
    ? '{0} has not sent the whole profile after {1} seconds. Try again, or allow more with --max-time.'
    : '{0} has not sent the whole profile after {1} seconds. See whether it is busy, and try again.';
  return fail('server-slow', template, [shown, seconds]);
}

export function tooLargeAnswer({ shown }: ProfileAddress, maxBytes: number, flags: boolean): Result<never> {
  const template = flags
    ? '{0} answers with more than {1} bytes. Allow more with --max-bytes, or check the address.'
    : '{0} answers with more than {1} bytes. Check the address, or allow more: the setting pprofLens.maxProfileBytes.';
  return fail('too-large', template, [shown, maxBytes]);
}

export function brokenOff(address: ProfileAddress): Result<never> {
  return fail(
    'connection-lost',
    'The connection to {0} broke before the whole profile was there. Try again.',
    [address.shown],
  );
}

/** For a request without an answer, or with only a part of one. */
export function unreachable(address: ProfileAddress, error: unknown, flags: boolean): Result<never> {
  const code = errorCode(error);
  const details = errorText(error);
  if (code === 'ECONNREFUSED') {
    return fail('server-unreachable', 'Nothing answers at {0}. Start the server, or check the port.', [
      address.host,
    ]);
  }
  if (address.socketPath !== null && (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTSOCK')) {
    const template = '{0} cannot be opened ({1}). Start the server, or check the path of its socket.';
    return fail('server-unreachable', template, [address.host, code]);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail('server-unreachable', 'The host {0} cannot be found. Check the name and the network.', [
      address.hostname,
    ]);
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') return brokenOff(address);
  if (code.startsWith('HPE_')) {
    return fail(
      'not-http',
      '{0} answers, but not in HTTP. Check the port, and http against https.',
      [address.host],
      details,
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return fail(
      'certificate',
      flags
        ? 'The certificate of {0} cannot be trusted ({1}). Name the certificates of who vouches for it with --ca=FILE. Only https+insecure:// trusts anybody.'
        : 'The certificate of {0} cannot be trusted ({1}). Choose the file with the certificates of who vouches for it.',
      [address.host, code],
      details,
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return fail(
      'not-http',
      '{0} answers, but not in HTTPS. Check the port, and http against https.',
      [address.host],
      details,
    );
  }
  return fail('server-unreachable', 'The profile could not be fetched from {0} ({1}).', [
    address.shown,
    code === '' ? oneLine(details) : code,
  ]);
}

/** What was fetched, and from where. */
export interface FetchedBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly address: Pick<ProfileAddress, 'shown' | 'origin'>;
}

/**
 * For an answer of which no profile was read: says what it seems to be.
 *
 * @param problem of the reader. Where that would have started a program for a file, it must not have done so
 * @param secrets see `sentSecrets`
 */
export function unreadAnswer(problem: Problem, answer: FetchedBytes, secrets: readonly string[]): Problem {
  const { shown, origin } = answer.address;
  return withoutSecrets(unreadPlainly(problem, answer), secrets, [shown, origin]);
}

/** What shows what an answer is. In bytes. */
const longestHead = 400;
/** Of an answer that is a text, in characters. */
const longestLine = 60;

function unreadPlainly(problem: Problem, { bytes, contentType, address }: FetchedBytes): Problem {
  const { shown } = address;
  const head =
    new TextDecoder().decode(bytes.subarray(0, longestHead)) + (bytes.length > longestHead ? '…' : '');
  if (problem.code === 'legacy-format') {
    const template =
      '{0} answers with a {1} profile in an old format, which only go tool pprof reads. Ask without debug=1; or save it, and open the file.';
    return fail('not-a-profile', template, [shown, ...problem.args]).problem;
  }
  const isTrace = /^go 1\.\d+ trace\0/.test(head);
  const isOther =
    isTrace || contentType === 'text/html' || /^(?:not-a-profile|untrusted)$/.test(problem.code);
  return isOther ? otherAnswer(address, contentType, isTrace, head).problem : problem;
}

function otherAnswer(
  { shown, origin }: FetchedBytes['address'],
  contentType: string,
  isTrace: boolean,
  head: string,
): ReturnType<typeof fail> {
  if (contentType === 'text/html' || /^\s*<(!doctype|html|\?xml)/i.test(head)) {
    return fail(
      'not-a-profile',
      '{0} answers with a web page, not with a profile. Name the profile itself, such as {1}/debug/pprof/heap.',
      [shown, origin],
    );
  }
  if (isTrace) {
    return fail(
      'not-a-profile',
      '{0} answers with an execution trace, not with a profile. Save it and use go tool trace.',
      [shown],
    );
  }
  if (head.startsWith('PERFILE2')) {
    const template =
      '{0} answers with a recording of perf, which only perf reads. Save it, and open the file.';
    return fail('not-a-profile', template, [shown]);
  }
  const first = (head.trim().split('\n', 1)[0] ?? '').trim();
  const line = first.length > longestLine ? `${first.slice(0, longestLine)}…` : first;
  const isText = line !== '' && line === visibleLine(line) && !line.includes('\uFFFD');
  return isText
    ? fail('not-a-profile', 'The answer of {0} is not a pprof profile: “{1}”. Check the path.', [shown, line])
    : fail('not-a-profile', 'The answer of {0} is not a pprof profile. Check the path.', [shown]);
}

/** More of a server's words does not help. */
const longestWords = 300;

/** Words of a server, for a sentence. */
function oneLine(text: string): string {
  const line = visibleLine(text.trim().replace(/\s+/g, ' '));
  return line.length > longestWords ? `${line.slice(0, longestWords)}…` : line;
}
