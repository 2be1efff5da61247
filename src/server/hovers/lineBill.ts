/** For hovers: what the cost of a line of the user's own code is made of. */
import * as l10n from '@vscode/l10n';
import { fewSamples, shareLabel } from '../../analysis/values/operationCost.ts';
import { add, isZero, type Value } from '../../analysis/values/value.ts';
import { type BillCause, causeLabel } from '../../base/causeLabels.ts';
import type { Markdown } from '../../base/escape.ts';
import { costLabel, totalLabel } from '../costs/costText.ts';
import { sampledValue } from '../costs/sampledCost.ts';
import { type HoverCost, sampleTypeOf } from './hoverCost.ts';
import { markdownTable } from './hoverMarkdown.ts';

/** A hover is short: smaller causes are in one row. */
const mostCauses = 4;
/** Of cum. */
const leastShare = 0.01;

interface Row {
  readonly label: string;
  readonly value: Value;
}

/**
 * A table whose rows add up to the line's cum: its own work, causes, deeper lines of the user's own. `null` where it would say no
 * more than flat and cum do, and where the line has too few samples to be split.
 */
export function billTable(shown: HoverCost): Markdown | null {
  const { session, sampleType, cost } = shown;
  const { operations } = cost.byCause;
  const hasOperations = !isZero(operations.cum);
  const { cum } = hasOperations ? operations : cost.cost;
  const sampled = sampledValue(session, sampleType, cum);
  if (session.base !== undefined || (sampled !== null && sampled.samples < fewSamples)) return null;
  const lines = hasOperations ? session.operationLines : session.lines;
  const { items, owned } = lines.bill(cost.file, cost.cost.line, sampleType);
  const share = (value: Value) => Number(value) / Number(cum);
  const isWorthy = ({ value }: { readonly value: Value }) => share(value) >= leastShare;
  const ownFirst = [...items].sort(
    (a, b) => Number(b.cause.cause === 'own') - Number(a.cause.cause === 'own'),
  );
  const rows = [
    ...ownFirst.map(({ cause, value }): Row => ({ label: labelOf(cause, shown), value })),
    { label: l10n.t('deeper in your code'), value: add(cum, -owned) },
  ];
  const isSaid = items.some((item) => item.cause.cause !== 'own' && isWorthy(item));
  if (!isSaid || rows.filter(isWorthy).length < 2) return null;
  const label = hasOperations ? costLabel : totalLabel;
  return markdownTable(
    [l10n.t('cause'), '', l10n.t('of cum')],
    folded(rows, isWorthy).map((row) => [
      row.label,
      label(session, sampleType, row.value),
      shareLabel(share(row.value)),
    ]),
  );
}

/** Small rows, and those that are too many, in one row before the last. */
function folded(rows: readonly Row[], isWorthy: (row: Row) => boolean): Row[] {
  const last = rows.at(-1)!;
  const causes = rows.slice(0, -1);
  const shown = causes.filter(isWorthy).slice(0, mostCauses);
  const others = causes.filter((row) => !shown.includes(row));
  const left: Row = {
    label: others.length === 1 ? others[0]!.label : l10n.t('{0} more', others.length),
    value: others.reduce<Value>((sum, { value }) => add(sum, value), 0),
  };
  return [...shown, left, last].filter(({ value }) => !isZero(value));
}

/** Memory profiles have no frames of the runtime: what is left is what the line itself allocates. */
function labelOf(cause: BillCause, shown: HoverCost): string {
  const isMemory = /^(?:alloc|inuse)_/.test(sampleTypeOf(shown).type);
  return cause.cause === 'own' && isMemory ? l10n.t('allocated here') : causeLabel(cause);
}
