/** What a server wants to see: kept in the editor's secret storage, and nowhere else. */
import * as l10n from '@vscode/l10n';
import { basicAuthorization, bearerAuthorization } from '../../go/profiles/authorization.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { type AddressSecrets, readHeader } from '../../go/servers/serverAddress.ts';
import { object, text, validEntries } from '../../outsideValues.ts';
import type { Ask } from '../client/ask.ts';
import type { KnownServer } from './remembered.ts';

export interface ServerSecrets extends AddressSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the requests that are sent while it is profiled. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The command that sent requests last, as the user wrote it: it may have a key in it. */
  readonly loadCommand?: string;
}

const stored = object<object, ServerSecrets>(
  {},
  {
    authorization: text,
    query: text,
    headers: validEntries(text),
    requestHeaders: validEntries(text),
    loadCommand: text,
  },
);

export async function secretsOf(ask: Ask, { id }: KnownServer): Promise<ServerSecrets> {
  try {
    return stored(JSON.parse((await ask.secret(id)) ?? '{}')) ?? {};
  } catch {
    return {};
  }
}

/** Nothing but what is given is kept. */
export async function keepSecrets(ask: Ask, { id }: KnownServer, secrets: ServerSecrets): Promise<void> {
  await ask.keepSecret(id, Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets));
}

export function accessOf({ authorization, headers = {} }: ServerSecrets, ca: string | null): ServerAccess {
  return {
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    ...(ca === null ? {} : { ca }),
  };
}

/** Asks how the user is known to the server. `null`: given up. */
export async function askSecrets(ask: Ask, title: string): Promise<ServerSecrets | null> {
  const chosen = await ask.pick({
    title,
    placeholder: l10n.t("How does the server know you? It is kept in the editor's secret storage."),
    items: [
      { id: 'basic', label: l10n.t('Name and password'), icon: 'account' },
      { id: 'bearer', label: l10n.t('Token'), description: 'Authorization: Bearer …', icon: 'key' },
      { id: 'header', label: l10n.t('Another header'), description: 'X-Key: …', icon: 'list-tree' },
    ],
  });
  if (chosen === null || 'typed' in chosen) return null;
  if (chosen.id === 'basic') return askPassword(ask, title);
  if (chosen.id === 'bearer') {
    const token = await ask.input({ title, prompt: l10n.t('The token'), password: true });
    const authorization = bearerAuthorization(token ?? '');
    return authorization === null ? null : { authorization };
  }
  const header = await ask.input({
    title,
    prompt: l10n.t('Name and value of the header, such as X-Key: 1234'),
    password: true,
  });
  const parts = readHeader(header ?? '');
  return parts === null ? null : { headers: { [parts.name]: parts.value } };
}

async function askPassword(ask: Ask, title: string): Promise<ServerSecrets | null> {
  const name = await ask.input({ title, prompt: l10n.t('The name') });
  if (name === null) return null;
  const password = await ask.input({ title, prompt: l10n.t('The password'), password: true });
  return password === null ? null : { authorization: basicAuthorization(name, password) };
}
