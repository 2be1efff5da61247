/** The verdicts of `bench --against` in words. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { escapeForgeMarkdown } from '../../base/escape.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import type { GateOptions, GateOutcome, GateVerdict, UnitVerdict } from '../../bench/verdicts/gate.ts';
import { findableChange, neededToFind, worthFinding } from '../../bench/verdicts/power.ts';
import { type NamedVerdict, verdictRow, verdictWord, whyText } from '../../go/results/verdictWhy.ts';

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

function rowsOf(verdicts: readonly NamedVerdict[], outcome: GateOutcome): string[][] {
  return listedVerdicts(verdicts).map((each) => verdictRow(each, outcome));
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
