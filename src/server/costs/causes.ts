import * as l10n from '@vscode/l10n';
import type { LineCost } from '../../analysis/lines/lines.ts';
import { isZero } from '../../analysis/values/value.ts';
import type { Session } from '../sessions/session.ts';
import { costLabel, cuttable, totalWithUnit } from './costText.ts';

/** A line's cost, split by what caused it: the benchmark's operations, its setup, the runtime in the background. */
export interface CostByCause {
  /** The whole cost where the timed loop is not known. */
  readonly operations: LineCost;
  readonly setup: LineCost;
  readonly background: LineCost;
}

/** Answers a function that splits the cost of a line of this file. */
export function splitByCause(
  session: Session,
  file: number,
  sampleType: number,
): (cost: LineCost) => CostByCause {
  const { buckets } = session;
  const nothing = ({ line }: LineCost): LineCost => ({ line, flat: 0, cum: 0 });
  if (buckets === null)
    return (cost) => ({ operations: cost, setup: nothing(cost), background: nothing(cost) });
  const by = (cause: keyof CostByCause) => {
    const costs = buckets.lines(cause, file, sampleType);
    return (cost: LineCost) => costs.get(cost.line) ?? nothing(cost);
  };
  const [operations, setup, background] = [by('operations'), by('setup'), by('background')];
  return (cost) => ({ operations: operations(cost), setup: setup(cost), background: background(cost) });
}

/** The causes besides the operations that a line's cost has. */
function outsideCauses(session: Session, sampleType: number, { setup, background }: CostByCause) {
  return [
    {
      name: l10n.t('setup'),
      mark: l10n.t({ message: 'set', comment: ['As wide as three letters at most: short for setup'] }),
      before: (total: string) => l10n.t('setup {0}', total),
      meaning: l10n.t('Setup is what the benchmark does outside its timed loop.'),
      ...setup,
    },
    {
      name: l10n.t('background'),
      mark: l10n.t({ message: 'bg', comment: ['As wide as three letters at most: short for background'] }),
      before: (total: string) => l10n.t('background {0}', total),
      meaning: l10n.t('Background is the garbage collector and the scheduler at work.'),
      ...background,
    },
  ].flatMap((cause) => {
    return isZero(cause.cum) ? [] : [{ ...cause, total: totalWithUnit(session, sampleType, cause.cum) }];
  });
}

/** What stands beside a line whose cost operations did not cause. */
export interface OutsideCost {
  /** `12ms setup · 3ms background`, cut as that of other lines. */
  readonly text: string;
  /** A word of at most three characters for the larger of the two. */
  readonly mark: string;
}

/** `null` for lines whose cost operations caused, or that have none. */
export function outsideCost(session: Session, sampleType: number, byCause: CostByCause): OutsideCost | null {
  if (!isZero(byCause.operations.cum)) return null;
  const causes = outsideCauses(session, sampleType, byCause);
  const [first, second] = causes;
  if (first === undefined) return null;
  const text = cuttable(causes.flatMap(({ total, name }, i) => [`${i === 0 ? '' : '· '}${total}`, name]));
  const isSecond = second !== undefined && Math.abs(Number(second.cum)) > Math.abs(Number(first.cum));
  return { text, mark: isSecond ? second.mark : first.mark };
}

/**
 * For the hover of a line whose cost was not caused by operations alone: how cum is split,
 * `operations 1.2ms (12ns/op) · setup 12ms`, and what setup means. `null` for other lines.
 */
export function splitText(session: Session, sampleType: number, byCause: CostByCause): string | null {
  const causes = outsideCauses(session, sampleType, byCause);
  if (causes.length === 0) return null;
  const { cum } = byCause.operations;
  const parts = causes.map(({ before, total }) => before(total));
  if (!isZero(cum)) {
    const total = totalWithUnit(session, sampleType, cum);
    parts.unshift(l10n.t('operations {0} ({1})', total, costLabel(session, sampleType, cum)));
  }
  return [l10n.t('Of cum: {0}.', parts.join(' · ')), ...causes.map(({ meaning }) => meaning)].join(' ');
}
