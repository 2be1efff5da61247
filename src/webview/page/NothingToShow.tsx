import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import { Message } from '../controls/statusPages.tsx';
import type { PageHost } from '../host/host.ts';
import { markPainted } from '../host/painted.ts';
import { sampleTypeName } from '../view/format.ts';

/** Says why a profile has no costs to show, and what the user can do about it. */
export function NothingToShow(props: { facts: ProfileFacts; sampleType: number; host: PageHost }) {
  const { facts, sampleType, host } = props;
  useEffect(() => markPainted(host), [host]);
  if (facts.samples === 0) {
    return (
      <Message
        icon="info"
        heading={l10n.t('An empty profile')}
        text={l10n.t(
          'Nothing was recorded. A CPU profile takes a hundred samples in a second of computing: it was too short, or the program waited.',
        )}
      />
    );
  }
  const type = sampleTypeName(facts.sampleTypes[sampleType]!, facts.sampleTypes);
  return (
    <Message
      icon="info"
      heading={l10n.t('Nothing of this kind')}
      text={l10n.t('All samples are zero for {0}. Choose another sample type above.', type)}
    />
  );
}
