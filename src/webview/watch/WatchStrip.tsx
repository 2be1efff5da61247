import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { type WatchReport, watchedFigures } from '../../base/watched.ts';
import type { PageWatch } from '../../protocol.ts';
import { LinkButton } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import type { PageHost } from '../host/host.ts';
import { figureText, timeOf } from './figures.ts';
import { WatchChart } from './WatchChart.tsx';

/** In a lower page, the chart would leave nothing to the profile: it begins folded. In pixels. */
const leastHeight = 190;

/**
 * A server that is watched, above the profile: its last minutes, of which any two moments can be compared. It stays while profiles come
 * and go.
 */
export function WatchStrip({ watch, host }: { readonly watch: PageWatch; readonly host: PageHost }) {
  const { id, label, report, shown } = watch;
  const [isOpen, setOpen] = useState(() => innerHeight >= leastHeight);
  const [first, setFirst] = useState<string | null>(null);
  const { moments, profile, state } = report;
  const marked = moments.find((moment) => moment.id === first);
  const show = (ids: readonly string[]) => {
    setFirst(null);
    host.send({ type: 'onServer', id, action: 'show', moments: ids });
  };
  const mark = (moment: string) => {
    if (marked === undefined) setFirst(moment);
    else if (marked.id === moment) setFirst(null);
    else show([marked.id, moment]);
  };
  const newest = moments.at(-1)?.id;
  const isNewest = shown.length === 1 && shown[0] === newest;
  return (
    <section class="watch" aria-label={l10n.t('Watch of {0}', label)}>
      <div class="watch-head">
        <button type="button" class="watch-title" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron-right" />
          {label} · {profile}
        </button>
        {!isOpen && <span class="watch-now">{nowText(report)}</span>}
        <span class={`watch-state ${report.note === '' ? '' : 'watch-problem'}`} role="status">
          {stateText(report)}
        </span>
        <span class="watch-hint" title={report.costs}>
          {marked === undefined
            ? comparedText(watch)
            : l10n.t('{0} is marked: mark another moment to compare the two.', timeOf(marked))}
        </span>
        {marked !== undefined && marked.id !== newest && (
          <LinkButton onClick={() => show([marked.id])}>{l10n.t('Show')}</LinkButton>
        )}
        {!isNewest && newest !== undefined && (
          <LinkButton onClick={() => show([])}>{l10n.t('Show newest')}</LinkButton>
        )}
        {state !== 'ended' && (
          <LinkButton onClick={() => host.send({ type: 'onServer', id, action: 'stop' })}>
            {l10n.t('Stop')}
          </LinkButton>
        )}
      </div>
      {isOpen && (
        <WatchChart
          report={report}
          shown={shown}
          marked={marked?.id ?? null}
          onMark={mark}
          onUnmark={() => (marked === undefined ? show([]) : setFirst(null))}
        />
      )}
    </section>
  );
}

/** The newest figures, for who has folded the chart. */
function nowText({ moments }: WatchReport): string {
  const figures = moments.at(-1)?.figures;
  if (figures === undefined) return '';
  return watchedFigures.flatMap((figure) => figureText(figure, figures[figure]) ?? []).join(' · ');
}

function stateText({ state, note }: WatchReport): string {
  if (state === 'watching') return '';
  if (state === 'away') return note;
  return note === '' ? l10n.t('The watch has ended.') : l10n.t('The watch has ended: {0}', note);
}

/** What the page compares; otherwise what the watch costs. */
function comparedText({ report, shown }: PageWatch): string {
  const [base, now] = shown.map((id) => report.moments.find((moment) => moment.id === id));
  return base === undefined || now === undefined
    ? report.costs
    : l10n.t('{0} compared with {1}', timeOf(now), timeOf(base));
}
