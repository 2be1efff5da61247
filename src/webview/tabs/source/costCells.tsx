import * as l10n from '@vscode/l10n';
import { LinkButton } from '../../controls/Button.tsx';
import type { Cost, TimedCost } from '../../engine/scope.ts';
import { underPer, type ValueFormat } from '../../view/format.ts';

/** The cells and rows that the tables of lines and of instructions share. */

export function columnCount(format: ValueFormat): number {
  return format.perOperation(1) === null ? 4 : 6;
}

/** The columns of costs: those per operation come first, where all costs are of operations. */
function inOrder<T>(format: ValueFormat, costs: readonly T[], perOperation: readonly T[]): readonly T[] {
  if (format.perOperation(1) === null) return costs;
  return format.isOfOperations ? [...perOperation, ...costs] : [...costs, ...perOperation];
}

/** @param props.first the heading before the costs @param props.last the heading after them */
export function CostHeadings({ first, last, format }: { first: string; last: string; format: ValueFormat }) {
  const costs = [l10n.t('flat'), l10n.t('cum')];
  const perOperation = [l10n.t('flat/{0}', format.per), l10n.t('cum/{0}', format.per)];
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {inOrder(format, costs, perOperation).map((label, place) => (
          <th key={label} scope="col" class={place < 2 ? '' : secondary}>
            {label}
          </th>
        ))}
        <th scope="col">{last}</th>
      </tr>
    </thead>
  );
}

/** In a narrow listing there is room for two columns. */
const secondary = 'secondary-cost';

export function CostCells({ flat, cum, timed, format }: TimedCost & { format: ValueFormat }) {
  const each = timed ?? { flat, cum };
  const value = (cost: number) => (cost === 0 ? '' : format.value(cost));
  const perOperation = (cost: number) => (cost === 0 ? '' : underPer(format, cost));
  const ids = ['flat', 'cum'] as const;
  const costs = ids.map((id) => ({ id, text: value({ flat, cum }[id]) }));
  const operations = ids.map((id) => ({ id, text: perOperation(each[id]) }));
  const title = (id: keyof Cost) => {
    const cost = { flat, cum }[id];
    const other = format.isOfOperations ? value(cost) : (format.perOperation(each[id]) ?? '');
    return cost === 0 ? undefined : [format.share(cost), ...(other === '' ? [] : [other])].join(' · ');
  };
  return inOrder(format, costs, operations).map(({ id, text }, place) => (
    <td key={place} class={place < 2 ? '' : secondary} title={place < 2 ? title(id) : undefined}>
      {text}
    </td>
  ));
}

/** The largest |cum|. */
export function hottestOf(costs: readonly Cost[]): number {
  return costs.reduce((most, { cum }) => Math.max(most, Math.abs(cum)), 0);
}

/** A place in the source that opens in the editor; plain text where it cannot be opened. */
export function PlaceLink(props: { text: string | number; label: string; onOpen: (() => void) | null }) {
  const { text, label, onOpen } = props;
  if (onOpen === null) return <>{text}</>;
  return (
    <LinkButton title={l10n.t('Open in the editor')} aria-label={label} onClick={onOpen}>
      {text}
    </LinkButton>
  );
}

/** A row in place of rows without a cost. A click shows them. */
export function Fold(props: { columns: number; text: string; label: string; onUnfold: () => void }) {
  return (
    <tr class="fold">
      <td colSpan={props.columns}>
        <LinkButton aria-label={`${props.text}, ${props.label}`} onClick={props.onUnfold}>
          {props.text}
        </LinkButton>
      </td>
    </tr>
  );
}
