/** Why a verdict of the gate is what it is, in words. */
import * as l10n from '@vscode/l10n';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import {
  changeSize,
  doubtTexts,
  sharePercent,
  timeBeside,
  unitName,
} from '../../bench/verdicts/changeWords.ts';
import type { GateOutcome, GateVerdict, UnitVerdict } from '../../bench/verdicts/gate.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';

/** A verdict, and the benchmark's name for the reader. */
export interface NamedVerdict extends UnitVerdict {
  readonly name: string;
}

/** Why the verdict is what it is, in one sentence. */
export function whyText({ reason, change, rounds }: UnitVerdict, outcome: GateOutcome): string {
  const { comparisons } = outcome;
  const test = howCompared(change);
  switch (reason.what) {
    case 'equal':
      return l10n.t('All measurements are equal.');
    case 'counted':
      return change.count === undefined ? l10n.t('It is counted exactly.') : workWhy(change, outcome);
    case 'spread':
      return l10n.t(
        'The counts differ by less than {0}, as counts of one version may.',
        sharePercent(change.count?.limit ?? 0),
      );
    case 'same-code':
      return l10n.t('Both ran the same machine code.');
    case 'noise':
      return l10n.t('No difference was found ({0}).', test);
    case 'drift':
      return l10n.t('Two runs of the same code have differed by as much ({0}).', test);
    case 'doubt':
      return l10n.t('It cannot be told from the machine: {0} ({1}).', doubtOf(reason.doubt), test);
    case 'unconfirmed':
      return l10n.t(
        'It looked different ({0}), but not when measured again in fresh turns{1}.',
        test,
        again(rounds),
      );
    case 'family':
      return l10n.t(
        'Among {0} comparisons such a difference may be chance, though it looks significant by itself ({1}).',
        reason.comparisons,
        test,
      );
    case 'few':
      return l10n.t(
        'Among {0} comparisons it takes {1} of each to find a difference ({2}).',
        comparisons,
        ...(change.layouts === undefined
          ? [l10n.t('{0} measurements', reason.needed), `--count=${reason.needed}`]
          : [l10n.t('{0} layouts', reason.needed), `--layouts=${reason.needed}`]),
      );
    case 'layout':
      return l10n.t(
        'It differs by ±{0} between layouts: perhaps not your edit.',
        sharePercent(change.layouts?.spread ?? 0),
      );
    case 'significant':
      return rounds.length === 0
        ? l10n.t('Significant among {0} comparisons ({1}).', comparisons, test)
        : l10n.t('Significant ({0}), also when measured again in fresh turns{1}.', test, again(rounds));
  }
}

/** `Work, which is counted; time within ±6%.` */
function workWhy(work: MetricChange, { verdicts }: GateOutcome): string {
  const units = verdicts.find((all) => all.some(({ change }) => change === work)) ?? [];
  const time = units.find(({ change }) => change.unit === 'ns/op')?.change;
  const beside = timeBeside(time, l10n.t);
  return beside === '' ? l10n.t('Work, which is counted.') : l10n.t('Work, which is counted; {0}.', beside);
}

function doubtOf(doubt: MetricChange['doubt']): string {
  return doubt === null ? '' : l10n.t(doubtTexts[doubt]);
}

/** `: +19% (p<0.001 n=10)`; empty if the benchmark failed in the fresh round. */
function again(rounds: readonly MetricChange[]): string {
  return rounds.length === 0 ? '' : `: ${roundsText(rounds)}`;
}

/** What fresh rounds have measured: `+19% (p<0.001 n=10), +21% (p<0.001 n=10)`. */
export function roundsText(rounds: readonly MetricChange[]): string {
  return rounds.map((round) => `${changeSize(round, '-')} (${howCompared(round)})`).join(', ');
}

export function verdictRow(each: NamedVerdict, outcome: GateOutcome): string[] {
  return [
    verdictWord(each.verdict),
    each.name,
    unitName(each.change),
    changeSize(each.change, '-'),
    whyText(each, outcome),
  ];
}

export function verdictWord(verdict: GateVerdict): string {
  switch (verdict) {
    case 'changed':
      return l10n.t('changed');
    case 'same':
      return l10n.t('same');
    case 'same code':
      return l10n.t('same code');
    case 'unsure':
      return l10n.t('unsure');
    case 'too few runs':
      return l10n.t('too few runs');
  }
}
