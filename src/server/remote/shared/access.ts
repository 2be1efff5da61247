/** How the user is known to a server or store, and whom we trust there. Secrets are in the editor's secret storage, and nowhere else. */
import * as l10n from '@vscode/l10n';
import { object, type Read, text, validEntries } from '../../../base/outsideValues.ts';
import { basicAuthorization, bearerAuthorization } from '../../../go/profiles/authorization.ts';
import { writtenAddress } from '../../../go/profiles/fetchAddress.ts';
import { readHeader } from '../../../go/servers/serverAddress.ts';
import type { Ask } from '../../client/ask.ts';
import type { Remote } from './keptList.ts';

/** A secret is for one scheme, host and port. */
const keptSecrets = object(
  { origin: text },
  {
    authorization: text,
    query: text,
    headers: validEntries(text),
    /** Of the requests that are sent while a server is profiled. */
    requestHeaders: validEntries(text),
    /** The command that sent requests last, as the user wrote it: it may have a key in it. */
    loadCommand: text,
  },
);

type KeptSecrets = Read<typeof keptSecrets>;

export type Secrets = Omit<KeptSecrets, 'origin'>;

function originOf({ address }: Remote): string {
  return writtenAddress(address)?.origin ?? address;
}

/** None where the address has moved to another host since they were kept. */
export async function secretsOf(ask: Ask, remote: Remote): Promise<Secrets> {
  try {
    const { origin, ...secrets } = keptSecrets(JSON.parse((await ask.secret(remote.id)) ?? '')) ?? {};
    return origin === originOf(remote) ? secrets : {};
  } catch {
    return {};
  }
}

/** Keeps these besides those that are kept already. */
export async function addSecrets(ask: Ask, remote: Remote, added: Secrets): Promise<void> {
  const secrets = { ...(await secretsOf(ask, remote)), ...added };
  const kept: KeptSecrets = { origin: originOf(remote), ...secrets };
  await ask.keepSecret(remote.id, Object.keys(secrets).length === 0 ? null : JSON.stringify(kept));
}

export async function forgetSecrets(ask: Ask, { id }: Remote): Promise<void> {
  await ask.keepSecret(id, null);
}

/**
 * Asks how the user is known to a server. `null`: given up.
 *
 * @param namePrompt what a name is there
 */
export async function askSecrets(
  ask: Ask,
  title: string,
  namePrompt = l10n.t('The name'),
): Promise<Secrets | null> {
  const chosen = await ask.choose({
    title,
    placeholder: l10n.t("How does the server know you? It is kept in the editor's secret storage."),
    items: [
      { id: 'basic', label: l10n.t('Name and password'), icon: 'account' },
      { id: 'bearer', label: l10n.t('Token'), description: 'Authorization: Bearer …', icon: 'key' },
      { id: 'header', label: l10n.t('Another header'), description: 'X-Key: …', icon: 'list-tree' },
    ],
  });
  if (chosen === null) return null;
  const secret = (prompt: string) => ask.input({ title, prompt, password: true });
  if (chosen === 'basic') {
    const name = await ask.input({ title, prompt: namePrompt });
    const password = name === null ? null : await secret(l10n.t('The password'));
    return name === null || password === null ? null : { authorization: basicAuthorization(name, password) };
  }
  if (chosen === 'bearer') {
    const authorization = bearerAuthorization((await secret(l10n.t('The token'))) ?? '');
    return authorization === null ? null : { authorization };
  }
  const header = readHeader(
    (await secret(l10n.t('Name and value of the header, such as X-Key: 1234'))) ?? '',
  );
  return header === null ? null : { headers: { [header.name]: header.value } };
}

/** Asks why a certificate that nobody vouches for is to be trusted. Answers the server as it is trusted then; `null`: given up. */
export async function askTrust<R extends Remote>(ask: Ask, remote: R, title: string): Promise<R | null> {
  const chosen = await ask.choose({
    title,
    placeholder: l10n.t('The certificate of this server cannot be verified.'),
    items: [
      { id: 'file', label: l10n.t('Choose a file with the authority’s certificate (PEM)'), icon: 'shield' },
      {
        id: 'any',
        label: l10n.t('Trust any certificate of this server'),
        description: l10n.t('others could read what is sent'),
        icon: 'warning',
      },
    ],
  });
  if (chosen === null) return null;
  if (chosen === 'any') return { ...remote, address: remote.address.replace(/^https:/, 'https+insecure:') };
  const [caFile] = await ask.files({
    title: l10n.t('Certificate of the authority'),
    button: l10n.t('Trust'),
  });
  return caFile === undefined ? null : { ...remote, caFile };
}
