import * as l10n from '@vscode/l10n';
import { type TimesReport, timesCells } from '../../../base/times.ts';
import { Loading } from '../../controls/statusPages.tsx';
import { CopyMenu } from '../../table/CopyMenu.tsx';
import { FailedTab } from '../../view/FailedQuestion.tsx';
import type { Asked } from '../../view/useHostAnswer.ts';
import { TimesChart } from './TimesChart.tsx';

/** How long single operations or requests took: a histogram of each version over the other, and their percentiles. */
export function TimesTab({ times }: { readonly times: Asked<TimesReport | null> }) {
  if (times.is === 'failed') return <FailedTab heading={l10n.t('Times are not known')} failed={times} />;
  if (times.is === 'coming') return <Loading text={l10n.t('Reading the times…')} />;
  const { answer } = times;
  if (answer === null) return null;
  return (
    <div class="times">
      <TimesChart report={answer} />
      <section class="times-table">
        <div class="top-bar">
          <output>
            {answer.of === 'operation'
              ? l10n.t('What one operation took')
              : l10n.t('What one request took, from when it was due')}
          </output>
          <CopyMenu cells={() => timesCells(answer)} names={1} />
        </div>
        <TimesTable {...answer} />
      </section>
    </div>
  );
}

function TimesTable({ versions }: TimesReport) {
  return (
    <table class="cost-list">
      <thead>
        <tr>
          <th scope="col">{l10n.t('Version')}</th>
          {versions[0]?.quantiles.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {versions.map(({ name, quantiles, note }, i) => (
          <tr key={name}>
            <th scope="row">
              <span class={`times-key ${i === versions.length - 1 ? 'times-now' : 'times-before'}`} /> {name}
              <span class="caption-note">{note}</span>
            </th>
            {quantiles.map(({ label, time }) => (
              <td key={label}>{time?.text ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
