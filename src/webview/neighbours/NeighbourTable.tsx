import * as l10n from '@vscode/l10n';
import type { NeighbourRow } from '../engine/questions.ts';
import { briefName, type ValueFormat } from '../view/format.ts';

/** Most rows: what is beyond them costs next to nothing and is in the graph. */
const mostRows = 200;

/** The callers or the callees of a function, largest first; a name goes on to that function. */
export function NeighbourTable(props: {
  heading: string;
  rows: readonly NeighbourRow[];
  /** What shares are of: the function's own cum. */
  whole: number;
  /** The function's flat, as a row of its own, where that belongs to the picture. */
  flat?: number;
  format: ValueFormat;
  onChoose: (functionName: string) => void;
}) {
  const { heading, rows, whole, flat, format, onChoose } = props;
  return (
    <table class="neighbour-table">
      <caption>{heading}</caption>
      <thead>
        <tr>
          <th scope="col">{l10n.t('Function')}</th>
          <th scope="col">{l10n.t('Cost')}</th>
          <th scope="col">{l10n.t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {flat !== undefined && flat !== 0 && (
          <tr>
            <td>{l10n.t('itself')}</td>
            <td>{format.value(flat)}</td>
            <td>{format.shareOf(flat, whole)}</td>
          </tr>
        )}
        {rows.slice(0, mostRows).map((row) => (
          <tr key={row.name}>
            <td>
              <button
                type="button"
                class="link"
                title={row.name.slice(0, 1000)}
                onClick={() => onChoose(row.name)}
              >
                {briefName(row.name)}
              </button>
              {row.inline && <span class="badge">{l10n.t('inlined')}</span>}
            </td>
            <td>{format.value(row.value)}</td>
            <td>{format.shareOf(row.value, whole)}</td>
          </tr>
        ))}
        {rows.length === 0 && (flat === undefined || flat === 0) && (
          <tr>
            <td colSpan={3}>{l10n.t('nobody')}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
