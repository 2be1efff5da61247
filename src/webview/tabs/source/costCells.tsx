import * as l10n from '@vscode/l10n';
import type { Cost, TimedCost } from '../../engine/scope.ts';
import type { ValueFormat } from '../../view/format.ts';

/** The cells and rows that the tables of lines and of instructions share. */

export function columnCount(format: ValueFormat): number {
  return format.perOperation(1) === null ? 4 : 6;
}

/** @param props.first the heading before the costs @param props.last the heading after them */
export function CostHeadings({ first, last, format }: { first: string; last: string; format: ValueFormat }) {
  const hasOperations = format.perOperation(1) !== null;
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{l10n.t('flat')}</th>
        <th scope="col">{l10n.t('cum')}</th>
        {hasOperations && (
          <th scope="col" class="per-operation">
            {l10n.t('flat/{0}', format.per)}
          </th>
        )}
        {hasOperations && (
          <th scope="col" class="per-operation">
            {l10n.t('cum/{0}', format.per)}
          </th>
        )}
        <th scope="col">{last}</th>
      </tr>
    </thead>
  );
}

export function CostCells({ flat, cum, timed, format }: TimedCost & { format: ValueFormat }) {
  const each = timed ?? { flat, cum };
  const value = (cost: number) => (cost === 0 ? '' : format.value(cost));
  const perOperation = (cost: number) => (cost === 0 ? '' : (format.perOperation(cost) ?? ''));
  const hasOperations = format.perOperation(1) !== null;
  // In a narrow listing there is no column for costs per operation.
  const title = (id: keyof Cost) => {
    const [cost, text] = [id === 'flat' ? flat : cum, perOperation(each[id])];
    return cost === 0 ? undefined : [format.share(cost), ...(text === '' ? [] : [text])].join(' · ');
  };
  return (
    <>
      <td title={title('flat')}>{value(flat)}</td>
      <td title={title('cum')}>{value(cum)}</td>
      {hasOperations && <td class="per-operation">{perOperation(each.flat)}</td>}
      {hasOperations && <td class="per-operation">{perOperation(each.cum)}</td>}
    </>
  );
}

/** The largest |cum|. */
export function hottestOf(costs: readonly Cost[]): number {
  return costs.reduce((most, { cum }) => Math.max(most, Math.abs(cum)), 0);
}

/** The attributes that colour a row by its share of the largest cost. */
export function heatOf(cum: number, hottest: number) {
  const heat = hottest === 0 ? 0 : Math.sqrt(Math.abs(cum) / hottest);
  return { style: { '--heat-share': `${Math.round(100 * heat)}%` }, class: heat > 0 ? 'costs' : '' };
}

/** A place in the source that opens in the editor; plain text where it cannot be opened. */
export function PlaceLink(props: { text: string | number; label: string; onOpen: (() => void) | null }) {
  const { text, label, onOpen } = props;
  if (onOpen === null) return <>{text}</>;
  return (
    <button
      type="button"
      class="link"
      title={l10n.t('Open in the editor')}
      aria-label={label}
      onClick={onOpen}
    >
      {text}
    </button>
  );
}

/** A row in place of rows without a cost. A click shows them. */
export function Fold(props: { columns: number; text: string; label: string; onUnfold: () => void }) {
  return (
    <tr class="fold">
      <td colSpan={props.columns}>
        <button
          type="button"
          class="link"
          aria-label={`${props.text}, ${props.label}`}
          onClick={props.onUnfold}
        >
          {props.text}
        </button>
      </td>
    </tr>
  );
}
