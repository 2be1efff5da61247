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
  if (buckets === null)
    return (cost) => ({ operations: cost, setup: nothing(cost), background: nothing(cost) });
  const operations = buckets.lines('operations', file, sampleType);
  const setup = buckets.lines('setup', file, sampleType);
  const background = buckets.lines('background', file, sampleType);
  return (cost) => ({
    operations: operations.get(cost.line) ?? nothing(cost),
    setup: setup.get(cost.line) ?? nothing(cost),
    background: background.get(cost.line) ?? nothing(cost),
  });
}

function nothing({ line }: LineCost): LineCost {
  return { line, flat: 0, cum: 0 };
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
  const { setup, background } = byCause;
  const parts = [
    { cost: setup, name: l10n.t('setup') },
    { cost: background, name: l10n.t('background') },
  ].filter(({ cost }) => !isZero(cost.cum));
  if (parts.length === 0) return null;
  const text = cuttable(
    parts.flatMap(({ cost, name }, i) => [
      `${i === 0 ? '' : '· '}${totalWithUnit(session, sampleType, cost.cum)}`,
      name,
    ]),
  );
  const isSetup = Math.abs(Number(setup.cum)) >= Math.abs(Number(background.cum));
  return {
    text,
    mark: isSetup
      ? l10n.t({ message: 'set', comment: ['Three characters at most: short for setup'] })
      : l10n.t({ message: 'bg', comment: ['Three characters at most: short for background'] }),
  };
}

/**
 * For the hover of a line whose cost was not caused by operations alone: how cum is split,
 * `operations 1.2ms (12ns/op) · setup 12ms`, and what setup means. `null` for other lines.
 */
export function splitText(session: Session, sampleType: number, byCause: CostByCause): string | null {
  const outside = outsideParts(session, sampleType, byCause);
  if (outside.length === 0) return null;
  const { cum } = byCause.operations;
  const parts = isZero(cum)
    ? outside
    : [
        l10n.t(
          'operations {0} ({1})',
          totalWithUnit(session, sampleType, cum),
          costLabel(session, sampleType, cum),
        ),
        ...outside,
      ];
  return [l10n.t('Of cum: {0}.', parts.join(' · ')), ...meanings(byCause)].join(' ');
}

function meanings({ setup, background }: CostByCause): string[] {
  const sentences: string[] = [];
  if (!isZero(setup.cum)) sentences.push(l10n.t('Setup is what the benchmark does outside its timed loop.'));
  if (!isZero(background.cum)) {
    sentences.push(l10n.t('Background is the garbage collector and the scheduler at work.'));
  }
  return sentences;
}

function outsideParts(session: Session, sampleType: number, { setup, background }: CostByCause): string[] {
  const parts: string[] = [];
  if (!isZero(setup.cum)) parts.push(l10n.t('setup {0}', totalWithUnit(session, sampleType, setup.cum)));
  if (!isZero(background.cum)) {
    parts.push(l10n.t('background {0}', totalWithUnit(session, sampleType, background.cum)));
  }
  return parts;
}
