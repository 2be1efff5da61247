import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { startOfEnd } from '../../analysis/names/nameParts.ts';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import { scaledLabel } from '../../analysis/values/units.ts';
import { IconButton } from '../controls/Icon.tsx';
import { groupedDigits } from '../view/format.ts';
import { Begin, End } from '../view/Name.tsx';
import type { HistoryControl } from '../view/useViewHistory.ts';

/** The top of the page: the way back and forward, the profile, its sample type, the search. */
export function Toolbar(props: {
  title: string;
  summary: string;
  /** The drop-down of what is shown. */
  costs: ComponentChildren;
  onKeys: () => void;
  history: HistoryControl;
  children: ComponentChildren;
}) {
  const { title, summary, history } = props;
  return (
    <header class="toolbar">
      <div class="toolbar-history">
        <IconButton
          icon="arrow-left"
          label={l10n.t('Back (Alt+←)')}
          disabled={!history.canGoBack}
          onClick={history.back}
        />
        <IconButton
          icon="arrow-right"
          label={l10n.t('Forward (Alt+→)')}
          disabled={!history.canGoForward}
          onClick={history.forward}
        />
      </div>
      <div class="toolbar-title">
        <Title text={title} />
        <p>{summary}</p>
      </div>
      {props.costs}
      {props.children}
      <IconButton icon="question" label={l10n.t('Keys and mouse')} onClick={props.onKeys} />
    </header>
  );
}

/** Its end says which profile of the run it is, so it is cut in the middle. */
function Title({ text }: { text: string }) {
  const end = startOfEnd(text);
  return (
    // The parts would be read as words.
    <h1 title={text} aria-label={text}>
      <span class="name-row">
        {end > 0 && <Begin>{text.slice(0, end)}</Begin>}
        <End>{text.slice(end)}</End>
      </span>
    </h1>
  );
}

/** `1.24s in total · 1 204 stacks · recorded over 1.5s` */
export function summary(
  { samples, durationNanos, isDifference }: ProfileFacts,
  total: string,
  requests: number | null,
  isLoop: boolean,
  changes: string,
): string {
  const parts = [
    isDifference
      ? l10n.t('difference from {0}', total)
      : isLoop
        ? l10n.t('{0} in the timed loop', total)
        : l10n.t('{0} in total', total),
    ...(changes === '' ? [] : [changes]),
    samples === 1 ? l10n.t('1 stack') : l10n.t('{0} stacks', groupedDigits(samples)),
  ];
  if (durationNanos > 0) {
    parts.push(l10n.t('recorded over {0}', scaledLabel(durationNanos, 'nanoseconds', 'auto')));
  }
  if (requests !== null) parts.push(l10n.t('{0} requests', groupedDigits(requests)));
  return parts.join(' · ');
}
