/** The sentences about servers: what has gone wrong, and what the user can do. */
import type { IncomingMessage } from 'node:http';
import { fail, type Result } from '../../result.ts';
import { shownAddress } from './fetchAddress.ts';

/** For an answer whose status is not 200. `text` is its beginning. */
export function refusal(url: URL, response: IncomingMessage, text = ''): Result<never> {
  const { statusCode = 0, statusMessage = '', headers } = response;
  const status = `${statusCode} ${statusMessage}`.trim();
  const shown = shownAddress(url);
  // Go's profile handlers set this header. Their text is a sentence that says why they refuse.
  const reason = headers['x-go-pprof'] === undefined ? '' : oneLine(text);
  if (reason !== '') return fail('server-refused', '{0} answered {1}: {2}', [shown, status, reason]);
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
  return fail('server-refused', '{0} answered {1}. See what the server logged.', [shown, status], text);
}

export function tooLargeAnswer(url: URL, maxBytes: number): Result<never> {
  return fail(
    'too-large',
    '{0} answers with more than {1} bytes. Allow more in the settings or with --max-bytes, or check the address.',
    [shownAddress(url), maxBytes],
  );
}

export function brokenOff(url: URL): Result<never> {
  return fail(
    'connection-lost',
    'The connection to {0} broke before the whole profile was there. Try again.',
    [shownAddress(url)],
  );
}

/** For a request without an answer, or with only a part of one. */
export function unreachable(url: URL, error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = error instanceof Error ? error.message : String(error);
  if (code === 'ECONNREFUSED') {
    return fail('server-unreachable', 'Nothing answers at {0}. Start the server, or check the port.', [
      url.host,
    ]);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail('server-unreachable', 'The host {0} cannot be found. Check the name and the network.', [
      url.hostname,
    ]);
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') return brokenOff(url);
  if (code.startsWith('HPE_')) {
    return fail(
      'not-http',
      '{0} answers, but not in HTTP. Check the port, and http against https.',
      [url.host],
      details,
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return fail(
      'certificate',
      'The certificate of {0} cannot be trusted ({1}). Write https+insecure:// to fetch from this server anyway.',
      [url.host, code],
      details,
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return fail(
      'not-http',
      '{0} answers, but not in HTTPS. Check the port, and http against https.',
      [url.host],
      details,
    );
  }
  return fail('server-unreachable', 'The profile could not be fetched from {0} ({1}).', [
    shownAddress(url),
    code === '' ? oneLine(details) : code,
  ]);
}

/** For an answer that is no profile. Says what it seems to be. `head` is its beginning. */
export function notAProfileAnswer(url: URL, contentType: string, head: string): Result<never> {
  const shown = shownAddress(url);
  if (contentType === 'text/html' || /^\s*<(!doctype|html|\?xml)/i.test(head)) {
    return fail(
      'not-a-profile',
      '{0} answers with a web page, not with a profile. Name the profile itself, such as {1}/debug/pprof/heap.',
      [shown, url.origin],
    );
  }
  if (/^go 1\.\d+ trace\0/.test(head)) {
    return fail(
      'not-a-profile',
      '{0} answers with an execution trace, not with a profile. Save it and use go tool trace.',
      [shown],
    );
  }
  const line = oneLine(head.slice(0, 200).split('\n', 1)[0] ?? '').slice(0, 60);
  const isText = line !== '' && !/[\p{Cc}\uFFFD]/u.test(line);
  return isText
    ? fail('not-a-profile', 'The answer of {0} is not a pprof profile: “{1}”. Check the path.', [shown, line])
    : fail('not-a-profile', 'The answer of {0} is not a pprof profile. Check the path.', [shown]);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
