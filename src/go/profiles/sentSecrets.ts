/**
 * What was sent to a server and is nobody else's business: cut out of what is said of its answer. Servers repeat what they were
 * sent, and messages end in logs and in tickets.
 */
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
  const all = new Set(forms.flatMap((form) => [form, ...inAddresses(form)]));
  return [...all].filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
}

function inAddresses(text: string): string[] {
  // What is no text could not be written in an address.
  const encoded = encodeURIComponent(Buffer.from(text).toString());
  return [encoded, encoded.replaceAll('%20', '+')];
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
  const cut = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const shown = args.map((arg) => {
    if (typeof arg === 'number' || own.includes(arg)) return arg;
    const text = cut(arg);
    return text.length > longestArgument ? `${text.slice(0, longestArgument)}…` : text;
  });
  return { ...problem, args: shown, ...(details === undefined ? {} : { details: cut(details) }) };
}
