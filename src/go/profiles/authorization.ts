/** Values of the header `Authorization`: a name and a password (RFC 7617), or a token (RFC 6750). */
import { base64, fromBase64 } from '../../base/base64.ts';

export function basicAuthorization(name: string, password: string): string {
  return `Basic ${base64(new TextEncoder().encode(`${name}:${password}`))}`;
}

/** The name and the password in such a value; none in another one. */
export function nameAndPassword(value: string): readonly string[] {
  const [, encoded] = /^Basic +(\S+)$/i.exec(value) ?? [];
  const bytes = fromBase64(new TextEncoder().encode(encoded));
  const [name = '', ...password] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split(':');
  return [name, password.join(':')];
}

/** `null` for what is no token: Node would refuse the header, with an error that says nothing to the user. */
export function bearerAuthorization(token: string): string | null {
  const trimmed = token.trim();
  return /^[\x21-\x7e]+$/.test(trimmed) ? `Bearer ${trimmed}` : null;
}

/** Of the name and the password in an address; `null` if it has none. */
export function authorizationIn({ username, password }: URL): string | null {
  return username === '' && password === '' ? null : basicAuthorization(decoded(username), decoded(password));
}

/** What is not escaped as it should be stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
