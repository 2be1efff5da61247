/** *Serve profiles*: offered at `func main` and where a router is made, and to take it out again. */
import * as l10n from '@vscode/l10n';
import type { CodeAction } from 'vscode-languageserver';
import type { GoScanner } from '../../go/scan/scan.ts';
import { mayServe, type ServeOffer } from '../../go/scan/serveProfiles.ts';
import { rangeOf } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';

/** `CodeActionKind.Empty`, whose module is large. */
const noKind = '';

/** The edits are in the actions: nothing runs, and all can be undone. */
export async function serveActions(
  { uri, path: file, text }: DocumentText,
  scanner: () => Promise<GoScanner>,
  line: number,
): Promise<CodeAction[]> {
  if (!file.endsWith('.go') || !mayServe(text.split('\n', line + 1)[line] ?? '')) return [];
  return (await scanner()).serveOffers(text, line).map((offer) => ({
    title: titleOf(offer),
    kind: noKind,
    edit: {
      changes: {
        [uri]: offer.edits.map(({ range, newText }) => ({ range: rangeOf(range), newText })),
      },
    },
  }));
}

function titleOf({ how, where }: ServeOffer): string {
  switch (how) {
    case 'own port':
      return l10n.t('Serve profiles at {0} (Profile Program… needs no change)', where);
    case 'default mux':
      return l10n.t('Serve profiles with all else, for all who reach it: {0}', `${where}/debug/pprof/`);
    case 'router':
      return l10n.t('Serve profiles through {0}, for all who reach it', where);
    case 'remove':
      return l10n.t('Stop serving profiles here');
  }
}
