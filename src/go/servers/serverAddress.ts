/** The address of a running server, as users write it, and what of it may be remembered. */

import { fail, ok, type Result } from '../../base/result.ts';
import { authorizationIn } from '../profiles/authorization.ts';
import { type ProfileAddress, shownSource, writtenAddress } from '../profiles/fetchAddress.ts';

/** Where `net/http/pprof` puts its pages. */
const usualFolder = '/debug/pprof/';

/** What of an address is nobody else's business. */
export interface AddressSecrets {
  /** Of the header `Authorization`. */
  readonly authorization?: string;
  /** The parameters of the address, which can be keys. */
  readonly query?: string;
}

export interface WrittenServer {
  /** Can be written again, shown and remembered: it has no secrets. */
  readonly address: string;
  readonly secrets: AddressSecrets;
}

/**
 * The server that a user means, apart from the secrets in the text. `:6060` is a port of this machine. An address of one
 * of the profiles means the server that has it. Problem: `not-an-address`.
 */
export function writtenServer(text: string): Result<WrittenServer> {
  const trimmed = text.trim();
  const written = writtenAddress(/^:\d{1,5}(?=[/?]|$)/.test(trimmed) ? `localhost${trimmed}` : trimmed);
  if (written === null) {
    const template =
      '{0} is not the address of a server. One looks like localhost:6060 or https://shop.example/debug/pprof.';
    return fail('not-an-address', template, [shownSource(trimmed)]);
  }
  const url = written.urlWithSecrets();
  const scheme = written.isInsecure ? written.origin.replace(/^https:/, 'https+insecure:') : written.origin;
  const folder = url.pathname.replace(/(\/debug\/pprof)(?:\/[^/]*)?$/, '$1/');
  const path = folder === usualFolder ? '/' : folder;
  const authorization = authorizationIn(url);
  url.searchParams.delete('seconds');
  url.searchParams.delete('debug');
  return ok({
    address: `${scheme}${written.socketPath === null || path === '/' ? '' : ':'}${path === '/' ? '' : path}`,
    secrets: {
      ...(authorization === null ? {} : { authorization }),
      ...(url.search === '' ? {} : { query: url.search }),
    },
  });
}

/**
 * Where the page that lists the profiles can be, best first. A prefix such as `/internal` may or may not be all that is
 * before the list.
 *
 * @param address as `writtenServer` gives it
 */
export function indexAddresses(address: string, query = ''): ProfileAddress[] {
  const bare = writtenAddress(address);
  if (bare === null) return [];
  const folder = bare.path.endsWith('/') ? bare.path : `${bare.path}/`;
  const folders = folder.endsWith(usualFolder) ? [folder] : [folder, `${folder}${usualFolder.slice(1)}`];
  const paths = folder === '/' ? [usualFolder] : folders;
  return paths.flatMap((path) => bare.redirectedTo(`${path}${query}`) ?? []);
}

/** `X-Key: 1234`; `null` for what no header can be. */
export function readHeader(text: string): { readonly name: string; readonly value: string } | null {
  const [, name, value] =
    /^\s*([!#$%&'*+.^_`|~\w-]{1,200})\s*:\s*([\t\x20-\x7e\x80-\xff]{0,8000})$/.exec(text) ?? [];
  return name === undefined || value === undefined ? null : { name, value: value.trim() };
}
