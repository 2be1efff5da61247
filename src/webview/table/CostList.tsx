import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

export interface CostListRow {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly cost: string;
  /** The cost in another form, as a tooltip. */
  readonly title?: string | undefined;
  readonly share: string;
  /** The samples do not bear this difference. */
  readonly isUncertain?: boolean;
}

/** A short table of names with their costs and shares. */
export function CostList(props: {
  caption: ComponentChildren;
  /** Heading of the names. */
  heading: string;
  costHeading?: string | undefined;
  rows: readonly CostListRow[];
  /** Is said where there is no row. */
  none?: string;
}) {
  const { caption, heading, costHeading = l10n.t('Cost'), rows, none } = props;
  return (
    <table class="cost-list">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{costHeading}</th>
          <th scope="col">{l10n.t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cost, title, share, isUncertain }) => (
          <tr key={key} class={isUncertain === true ? 'muted' : ''}>
            <td>{name}</td>
            <td title={title}>{cost}</td>
            <td>{share}</td>
          </tr>
        ))}
        {rows.length === 0 && none !== undefined && (
          <tr>
            <td colSpan={3}>{none}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
