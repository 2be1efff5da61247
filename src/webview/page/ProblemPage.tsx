import * as l10n from '@vscode/l10n';
import type { PageOffer } from '../../protocol.ts';
import { Message } from '../controls/statusPages.tsx';
import type { PageHost } from '../host/host.ts';
import type { ProblemMessage } from './pageState.ts';

/** What is wrong with a profile, and what the user can do about it. */
export function ProblemPage({ problem, host }: { problem: ProblemMessage; host: PageHost }) {
  const { heading, message, offers = [] } = problem;
  return (
    <main class="page">
      <Message icon="warning" heading={heading ?? l10n.t('No flame graph')} text={message} role="alert">
        {offers.length > 0 && (
          <div class="status-offers">
            {offers.map((offer) => (
              <button
                key={offer}
                type="button"
                class="button"
                onClick={() => host.send({ type: 'offer', chosen: offer })}
              >
                {offerLabel(offer)}
              </button>
            ))}
          </div>
        )}
      </Message>
    </main>
  );
}

function offerLabel(offer: PageOffer): string {
  return offer === 'openAsText' ? l10n.t('Open as text') : l10n.t('Show output');
}
