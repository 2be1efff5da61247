/**
 * What was sent to a server and is nobody else's business: cut out of what is said of its answer. Servers repeat what they were
 * sent, and messages end in logs and in tickets.
 */
import { escapeHtml } from '../../base/escape.ts';
import type { Problem } from '../../base/result.ts';
import { authorizationIn, nameAndPassword } from './authorization.ts';
import type { ProfileAddress } from './fetchAddress.ts';

/** What is shorter is cut out of nothing: it would be in every word. */
const shortest = 3;

/** A store's tenant is no secret. */
const openHeaders = ['x-scope-orgid'];

/** The secrets of a request, in all forms in which they were sent; the longest first. */
export function sentSecrets(
  address: ProfileAddress,
  headers: Readonly<Record<string, string>> = {},
): readonly string[] {
  const own = authorizationIn(address.urlWithSecrets());
  const values = Object.entries(headers).flatMap(([name, value]) =>
    openHeaders.includes(name.toLowerCase()) ? [] : [value],
  );
  const sent = [...address.hiddenParts, ...(own === null ? [] : [own]), ...values];
  const forms = sent.flatMap((value) => {
    // `Bearer 123`, `Basic bmFtZTpwYXNzd29yZA==`
    const [, word] = /^[\w-]+ +(\S.*)$/s.exec(value) ?? [];
    return [value, ...(word === undefined ? [] : [word, ...nameAndPassword(value)])];
  });
  const all = new Set(forms.flatMap(spellings));
  return [...all].filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
}

/** A text as programs write it into what they answer: as JSON, HTML, or a part of an address. */
function spellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const html = escapeHtml(text);
  // What is no text could not be written in an address.
  const bytes = new TextEncoder().encode(text);
  const encoded = encodeURIComponent(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const url = new URL('http://localhost');
  url.password = text;
  return [
    ...[text, json, json.replaceAll('/', '\\/')],
    // Go's JSON and HTML, Python's HTML.
    json.replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ...[html, html.replaceAll('&quot;', '&#34;'), html.replaceAll('&#39;', '&#x27;')],
    ...[encoded, encoded.replaceAll('%20', '+'), url.password].flatMap((each) => [
      each,
      inSmallLetters(each),
    ]),
  ];
}

function inSmallLetters(encoded: string): string {
  return encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
}

/** More of a server's words does not help. In characters. */
const longestArgument = 500;

/**
 * A problem with words of a server, without the secrets and short enough for a message.
 *
 * @param own what the user has written: it stays as it is
 */
export function withoutSecrets(
  problem: Problem,
  secrets: readonly string[],
  own: readonly (string | number)[] = [],
): Problem {
  const { args, details } = problem;
  const cut = (text: string) =>
    withoutBeginning(
      secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text),
      secrets,
    );
  const shown = args.map((arg) => {
    if (typeof arg === 'number' || own.includes(arg)) return arg;
    const text = cut(arg);
    return text.length > longestArgument ? `${text.slice(0, longestArgument)}…` : text;
  });
  return { ...problem, args: shown, ...(details === undefined ? {} : { details: cut(details) }) };
}

/** A text that was cut off, which `…` says, may end with the beginning of a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  if (!text.endsWith('…')) return text;
  const kept = text.slice(0, -1);
  for (const secret of secrets) {
    for (let length = Math.min(secret.length, kept.length); length >= shortest; length--) {
      if (kept.endsWith(secret.slice(0, length))) return `${kept.slice(0, -length)}…`;
    }
  }
  return text;
}
