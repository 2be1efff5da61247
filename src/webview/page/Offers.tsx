import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { PageOffer } from '../../protocol.ts';
import type { PageHost } from '../host/host.ts';

/** Buttons for what the host can do about what the page cannot show; `children` are the page's own. */
export function Offers(props: {
  offers: readonly PageOffer[];
  host: PageHost;
  children?: ComponentChildren;
}) {
  const { offers, host, children } = props;
  if (offers.length === 0 && children === undefined) return null;
  return (
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
      {children}
    </div>
  );
}

export function offerLabel(offer: PageOffer): string {
  switch (offer) {
    case 'openAsText':
      return l10n.t('Open as text');
    case 'showOutput':
      return l10n.t('Show output');
    case 'profileWaiting':
      return l10n.t('Profile Waiting');
    case 'showHere':
      return l10n.t('Show it here');
  }
}
