import * as l10n from '@vscode/l10n';
import { QuietButton } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { Message } from '../controls/statusPages.tsx';
import type { FailedQuestion } from './useHostAnswer.ts';

/** Says in place of a tab why there is no answer, with a button to ask again. */
export function FailedTab({ heading, failed }: { heading: string; failed: FailedQuestion }) {
  return (
    <Message icon="warning" heading={heading} text={failed.message} role="alert">
      <AskAgain failed={failed} />
    </Message>
  );
}

/** The same in one line, for a tab that shows other things as well. */
export function FailedLine({ failed }: { failed: FailedQuestion }) {
  return (
    <p class="listing-missing" role="alert">
      <Icon name="warning" /> {failed.message} <AskAgain failed={failed} />
    </p>
  );
}

/** The button stays until the answer comes, so that it keeps the focus. */
function AskAgain({ failed: { isAskedAgain, askAgain } }: { failed: FailedQuestion }) {
  return (
    <QuietButton
      aria-disabled={isAskedAgain}
      onClick={() => {
        if (!isAskedAgain) askAgain();
      }}
    >
      {isAskedAgain ? l10n.t('Trying again…') : l10n.t('Try again')}
    </QuietButton>
  );
}
