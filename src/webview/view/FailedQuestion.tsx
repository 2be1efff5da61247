import * as l10n from '@vscode/l10n';
import { Icon } from '../controls/Icon.tsx';
import { Message } from '../controls/statusPages.tsx';
import type { FailedQuestion } from './useHostAnswer.ts';

/** Stands in a tab instead of the answer: why there is none, and a button to ask again. */
export function FailedTab({ heading, failed }: { heading: string; failed: FailedQuestion }) {
  return (
    <Message icon="warning" heading={heading} text={failed.message} role="alert">
      <AskAgain failed={failed} />
    </Message>
  );
}

/** The same in one line, where other things stand in the tab too. */
export function FailedLine({ failed }: { failed: FailedQuestion }) {
  return (
    <p class="listing-missing" role="alert">
      <Icon name="warning" /> {failed.message} <AskAgain failed={failed} />
    </p>
  );
}

/** While the answer is still to come, the button stays, so that it keeps the focus. */
function AskAgain({ failed: { isAskedAgain, askAgain } }: { failed: FailedQuestion }) {
  return (
    <button
      type="button"
      class="quiet-button"
      aria-disabled={isAskedAgain}
      onClick={() => {
        if (!isAskedAgain) askAgain();
      }}
    >
      {isAskedAgain ? l10n.t('Trying again…') : l10n.t('Try Again')}
    </button>
  );
}
