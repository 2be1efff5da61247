import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { NameSet } from '../../../analysis/names/nameSet.ts';
import type { CallRow } from '../../engine/questions.ts';
import { CostList } from '../../table/CostList.tsx';
import type { ValueFormat } from '../../view/format.ts';
import { Name, shownName } from '../../view/Name.tsx';

/** The most rows. Further ones cost next to nothing, and the graphs have them. */
const mostRows = 200;

/** The callers or the callees of a function, largest first. A name leads to that function. */
export function CallTable(props: {
  heading: string;
  rows: readonly CallRow[];
  /** The function's cum, which shares are of. */
  whole: number;
  /** The function's flat as a row of its own; 0 for none. */
  flat: number;
  format: ValueFormat;
  onChoose: (functionName: string) => void;
}) {
  const { heading, rows, whole, flat, format, onChoose } = props;
  const names = useMemo(() => new NameSet(rows.map(({ name }) => name)), [rows]);
  const costs = (value: number) => ({ cost: format.value(value), share: format.shareOf(value, whole) });
  const own = { key: '', name: l10n.t('itself'), ...costs(flat) };
  const calls = rows.slice(0, mostRows).map(({ name, inline, value }) => ({
    key: name,
    name: (
      <span class="call-name">
        <button
          type="button"
          class="link"
          title={name.slice(0, 1000)}
          aria-label={shownName(name, names.short(name))}
          onClick={() => onChoose(name)}
        >
          <Name name={name} short={names.short(name)} />
        </button>
        {inline && <span class="badge">{l10n.t('inlined')}</span>}
      </span>
    ),
    ...costs(value),
  }));
  return (
    <CostList
      caption={heading}
      heading={l10n.t('Function')}
      rows={flat === 0 ? calls : [own, ...calls]}
      none={l10n.t('none')}
    />
  );
}
