/** Why a certificate that nobody vouches for is to be trusted. */
import * as l10n from '@vscode/l10n';
import type { Ask } from '../client/ask.ts';

/** What decides whom we trust at an address. */
export interface Trusted {
  readonly address: string;
  /** A file of certificates that vouch for it. */
  readonly caFile?: string;
}

/** Asks why the certificate of a server is to be trusted. Answers the server as it is trusted then; `null`: given up. */
export async function askTrust<S extends Trusted>(ask: Ask, server: S, title: string): Promise<S | null> {
  const chosen = await ask.pick({
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
  if (chosen === null || 'typed' in chosen) return null;
  if (chosen.id === 'any')
    return { ...server, address: server.address.replace(/^https:/, 'https+insecure:') };
  const [caFile] = await ask.files({
    title: l10n.t('Certificate of the authority'),
    button: l10n.t('Trust'),
  });
  return caFile === undefined ? null : { ...server, caFile };
}
