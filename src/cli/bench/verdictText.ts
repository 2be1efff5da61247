/** The verdicts of `bench --against` in words. */
import * as l10n from '@vscode/l10n';
import { escapeForgeMarkdown } from '../../base/escape.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import {
  changeSize,
  doubtTexts,
  sharePercent,
  timeBeside,
  unitName,
} from '../../bench/verdicts/changeWords.ts';
import type { GateOptions, GateOutcome, GateVerdict, UnitVerdict } from '../../bench/verdicts/gate.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { findableChange, neededToFind, worthFinding } from '../../bench/verdicts/power.ts';
import { aligned } from '../terminal/aligned.ts';

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
        'It looked worse ({0}), but not when measured again in fresh turns{1}.',
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
        'It differs by ±{0} between layouts: not your edit.',
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

/** In this order, and only these are worth a line of their own. */
const listed: readonly GateVerdict[] = ['changed', 'unsure'];

function isListed({ verdict, reason }: UnitVerdict): boolean {
  return listed.includes(verdict) || reason.what === 'family' || reason.what === 'layout';
}

/** What is worth a line, the surest first. */
export function listedVerdicts<T extends UnitVerdict>(verdicts: readonly T[]): T[] {
  // What is counted is certain, and comes first.
  const order = ({ verdict, reason }: UnitVerdict) =>
    reason.what === 'counted' ? 0 : listed.indexOf(verdict) + 1 || listed.length + 1;
  return verdicts.filter(isListed).sort((a, b) => order(a) - order(b));
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

function rowsOf(verdicts: readonly NamedVerdict[], outcome: GateOutcome): string[][] {
  return listedVerdicts(verdicts).map((each) => verdictRow(each, outcome));
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

/** `Verdicts: 1 changed, 2 unsure, 150 same.`, and what is needed where there are too few runs. */
function summary(
  verdicts: readonly NamedVerdict[],
  outcome: GateOutcome,
  options: Pick<GateOptions, 'threshold'>,
): string[] {
  const counts = new Map<GateVerdict, number>();
  for (const verdict of [...listed, 'same', 'same code', 'too few runs'] as const) counts.set(verdict, 0);
  for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const counted = [...counts].filter(([, count]) => count > 0);
  const texts = counted.map(([verdict, count]) => `${count} ${verdictWord(verdict)}`);
  const few = verdicts.find(({ verdict }) => verdict === 'too few runs');
  return [
    l10n.t('Verdicts over all benchmarks and metrics together: {0}.', texts.join(', ')),
    ...(few === undefined ? [] : [whyText(few, outcome)]),
    ...limits(verdicts, options),
  ];
}

/** So many benchmarks are named. */
const mostNamed = 3;

/** Which changes of time would not have been found, if they are larger than what is to fail, and what would find it. */
export function limits(
  verdicts: readonly NamedVerdict[],
  { threshold }: Pick<GateOptions, 'threshold'>,
): string[] {
  const share = Math.max(threshold, worthFinding);
  const found = verdicts.flatMap((each) => {
    const { change, name, verdict } = each;
    const smallest = change.unit === 'ns/op' && verdict === 'same' ? findableChange(change) : null;
    return smallest === null || smallest <= share ? [] : [{ change, name, smallest }];
  });
  const [first] = found.sort((a, b) => b.smallest - a.smallest);
  if (first === undefined) return [];
  const named = found.slice(0, mostNamed).map(({ name, smallest }) => `${name} ${sharePercent(smallest)}`);
  const others = found.length - named.length;
  const list = others > 0 ? l10n.t('{0} and {1} more', named.join(', '), others) : named.join(', ');
  const needed = neededToFind(first.change, share);
  const option = first.change.layouts === undefined ? `--count=${needed}` : `--layouts=${needed}`;
  return [
    l10n.t('Changes of the time below these would not be found here: {0}.', list),
    ...(needed === null || needed > mostAsked
      ? [
          l10n.t(
            'Nothing that can be asked for would find {0}: it needs a calmer machine.',
            sharePercent(share),
          ),
        ]
      : [l10n.t('{0} would find {1}.', option, sharePercent(share))]),
  ];
}

/** With more layouts or measurements than these a comparison takes hours. */
const mostAsked = 100;

/** For a terminal. Empty if nothing could be compared. */
export function verdictsText(
  verdicts: readonly NamedVerdict[],
  outcome: GateOutcome,
  options: Pick<GateOptions, 'threshold'>,
): string {
  if (verdicts.length === 0) return '';
  const rows = rowsOf(verdicts, outcome);
  return [
    summary(verdicts, outcome, options).join(' '),
    ...aligned(rows, 'lllll').map((row) => `  ${row}`),
    '',
  ].join('\n');
}

/** For a pull request. Empty if nothing could be compared. */
export function verdictsMarkdown(
  verdicts: readonly NamedVerdict[],
  outcome: GateOutcome,
  options: Pick<GateOptions, 'threshold'>,
): string {
  if (verdicts.length === 0) return '';
  const rows = rowsOf(verdicts, outcome).map(
    ([verdict = '', ...cells]) => `| **${verdict}** | ${cells.map(escapeForgeMarkdown).join(' | ')} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| | | | | |\n|:--|:--|:--|--:|:--|\n${rows.join('')}`;
  return `${escapeForgeMarkdown(summary(verdicts, outcome, options).join(' '))}\n${table}`;
}
