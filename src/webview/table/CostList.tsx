import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

/** A row of a list of costs. */
export interface CostListRow {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly cost: string;
  readonly share: string;
}

/** A short table of names with their costs and shares. */
export function CostList(props: {
  caption: ComponentChildren;
  /** Heading of the names. */
  heading: string;
  rows: readonly CostListRow[];
  /** Is said where there is no row. */
  none?: string;
}) {
  const { caption, heading, rows, none } = props;
  return (
    <table class="cost-list">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{l10n.t('Cost')}</th>
          <th scope="col">{l10n.t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cost, share }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{cost}</td>
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
