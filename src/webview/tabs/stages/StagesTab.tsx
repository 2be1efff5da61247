import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { drawnRows, stagesPicture } from '../../../analysis/charts/stagesSvg.ts';
import { type StageRow, type StageTable, type StageValue, stageCells } from '../../../base/stages.ts';
import { useWidth } from '../../charts/useWidth.ts';
import { Loading } from '../../controls/statusPages.tsx';
import { CopyMenu } from '../../table/CopyMenu.tsx';
import { graphSvg } from '../graph/graphSvg.ts';

/** Runs of a benchmark beside each other, oldest first: a picture, and the table with the numbers. */
export function StagesTab({ stages }: { readonly stages: StageTable | null }) {
  if (stages === null) return <Loading text={l10n.t('Comparing…')} />;
  const hidden = stages.rows.length - drawnRows(stages).length;
  return (
    <div class="stages">
      <div class="top-bar">
        <output>{l10n.t('Each run is compared with the one before it.')}</output>
        <CopyMenu cells={() => stageCells(stages)} names={2} />
      </div>
      <StagesPicture stages={stages} />
      {hidden > 0 && <p>{l10n.t('{0} more are in the table only.', hidden)}</p>}
      <StagesTable {...stages} />
    </div>
  );
}

/** What a picture of the stages says to who does not see it. */
export function stagesLabel({ stages }: StageTable): string {
  return l10n.t('Results at {0} stages', stages.length);
}

function StagesPicture({ stages }: { stages: StageTable }) {
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, 1600);
  const picture = useMemo(() => graphSvg(stagesPicture(stages, stagesLabel(stages), width)), [stages, width]);
  useEffect(() => {
    if (picture !== null) figure.current?.replaceChildren(picture);
  }, [picture]);
  return <figure class="stages-picture" ref={figure} />;
}

function StagesTable({ stages, rows }: StageTable) {
  return (
    <table class="cost-list">
      <thead>
        <tr>
          <th scope="col">{l10n.t('Result')}</th>
          {stages.map((stage) => (
            <th key={stage} scope="col">
              {stage}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <StageCells key={i} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function StageCells({ name, unit, values }: StageRow) {
  return (
    <tr>
      <th scope="row">
        {name} {unit}
      </th>
      {values.map((value, i) => (
        <td key={i}>{value === null ? '–' : <StageCell {...value} />}</td>
      ))}
    </tr>
  );
}

function StageCell({ text, step }: StageValue) {
  return (
    <>
      {text}
      {step !== null && (
        <>
          {' '}
          <span class={`stage-${step.verdict}`}>{step.text}</span>{' '}
          {step.detail !== '' && <span class="caption-note">({step.detail})</span>}
        </>
      )}
    </>
  );
}
