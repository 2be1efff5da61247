import * as l10n from '@vscode/l10n';
import { Loading } from '../controls/statusPages.tsx';
import type { LoadingProfile } from './pageState.ts';

/** A smaller file is there before anybody has read about it. */
const worthTelling = 2e6;

/** The page while a profile is on its way: of a large one, where it is. */
export function LoadingPage({ title, bytes, step, share }: LoadingProfile) {
  const isLarge = bytes >= worthTelling;
  return (
    <Loading text={headline(title, isLarge ? bytes : 0)}>
      {isLarge && (
        <div class="loading-step">
          <p>{stepText(step)}</p>
          <progress aria-label={stepText(step)} {...(share === null ? {} : { value: share })} />
        </div>
      )}
    </Loading>
  );
}

function headline(title: string, bytes: number): string {
  if (title === '') return l10n.t('Loading…');
  return bytes === 0
    ? l10n.t('Reading {0}…', title)
    : l10n.t('Reading {0}, {1} MB…', title, Math.round(bytes / 1e6));
}

function stepText(step: LoadingProfile['step']): string {
  switch (step) {
    case 'reading':
      return l10n.t('1 of 3: reading it for the lines of your code');
    case 'sending':
      return l10n.t('2 of 3: bringing it to this page');
    case 'decoding':
      return l10n.t('3 of 3: building the flame graph');
  }
}
