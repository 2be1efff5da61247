/** What lenses say in a word, in sentences: for their tooltips, for hovers and for menus. */
import * as l10n from '@vscode/l10n';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure, sharePercent, valueText } from '../../bench/verdicts/changeWords.ts';
import { coreTimes } from '../../bench/verdicts/coreTime.ts';
import { findableChange, isTooNoisy, neededToFind, worthFinding } from '../../bench/verdicts/power.ts';
import { formatMetric, summarize } from '../../bench/verdicts/summary.ts';
import { localSentence } from '../client/messages.ts';
import { timeText } from '../sessions/runTime.ts';
import { changeLine, neededText } from './changeText.ts';
import type { ComparedResult, KnownResult, MeasuredBenchmark } from './comparedResult.ts';
import { doubtsOf } from './remarks.ts';

/** All that is to be said about a result, line by line: the numbers first, then what makes them doubtful. */
export function resultSentences(measured: MeasuredBenchmark): string[] {
  const { compared } = measured;
  const { before, pair } = compared;
  const numbers =
    before === undefined || pair === null
      ? [compared.line]
      : [changeLine(pair), comparedSentence(compared, before)];
  const cores = coresSentence(compared.measurements);
  return [...numbers, ...cores, ...changeNotes(compared), ...doubtsOf(measured).map(({ text }) => text)];
}

/** What lines show may well be so much more than passes, before it looks like a mistake. */
const noticeable = 1.1;

/** Why the costs of lines are more than the benchmark takes: it runs on several cores. Empty where they are not. */
export function coresSentence(measurements: readonly Measurement[]): string[] {
  const [passed, used] = [measurements, coreTimes(measurements)].map(
    (all) => summarize(all, 'ns/op')?.median,
  );
  if (passed === undefined || used === undefined || used < noticeable * passed) return [];
  return [
    l10n.t(
      'It ran on several cores at once and took {0}, while {1} passed. Lines show the time of all cores.',
      valueText({ unit: 'ns/op', isCoreTime: true }, used),
      formatMetric(passed, 'ns/op'),
    ),
  ];
}

/** What the result is compared with, and if both were measured again for that, when. */
export function comparedSentence({ again }: ComparedResult, base: KnownResult): string {
  const title = runTitle(base);
  return again === undefined
    ? l10n.t('Compared with the run of {0}.', title)
    : l10n.t('Measured again in turns with the run of {0}, at {1}.', title, timeText(again.takenAt));
}

/** Why differences are no changes, each reason once. Those of other units than the time begin with the unit. */
export function changeNotes(compared: ComparedResult): string[] {
  const {
    changes: [time, ...others],
    drift,
    alsoChanged,
  } = compared;
  const note = changeNote(time, drift);
  const unsure = others.flatMap((change): string[] => {
    const sentence = isUnsure(change) ? changeNote(change, drift) : null;
    return sentence === null || sentence === note ? [] : [`${change.unit}: ${sentence}`];
  });
  return [
    ...(alsoChanged === '' ? [] : [l10n.t('Also changed: {0}.', alsoChanged)]),
    ...coreTimeSentence(time),
    ...(note === null ? [] : [note]),
    ...workSentences(time, others),
    ...compared.simulatedRemarks.map(localSentence),
    ...unsure,
  ];
}

/** What less or more work says of the time, where the time does not say the same. */
function workSentences(time: MetricChange | undefined, others: readonly MetricChange[]): string[] {
  const work = others.find(({ count, verdict }) => count !== undefined && verdict === 'changed');
  if (work === undefined || time === undefined) return [];
  const isLess = work.now.center < work.base.center;
  if (time.verdict !== 'changed') {
    return [
      isLess
        ? l10n.t(
            'The code does less, which is counted. It need not be faster: cache misses, branches and instructions that wait for each other take time, too.',
          )
        : l10n.t(
            'The code does more, which is counted. It need not be slower: the processor does several instructions at once.',
          ),
    ];
  }
  if (time.now.center < time.base.center === isLess) return [];
  return [
    isLess
      ? l10n.t(
          'The code does less, and takes longer: its instructions wait more, for memory, for branches or for each other.',
        )
      : l10n.t(
          'The code does more, and takes less time: its instructions wait less, for memory, for branches or for each other.',
        ),
  ];
}

function coreTimeSentence(time: MetricChange | undefined): string[] {
  return time?.isCoreTime === true
    ? [
        l10n.t(
          'Other programs kept both waiting for a core, so the CPU time of an operation is compared, not the time that passed.',
        ),
      ]
    : [];
}

/** Why no change is shown, and what would show one; `null` where there is nothing to say. */
export function changeNote(time: MetricChange | undefined, drift: number): string | null {
  switch (time?.verdict) {
    case 'same-code':
      return l10n.t('Both runs ran the same machine code, so the difference comes from the machine.');
    case 'drift':
      return l10n.t(
        'The difference is no larger than one that the same code has shown from run to run: {0}.',
        sharePercent(drift),
      );
    case 'unsure':
      return doubtSentence(time);
    case 'layout':
      return l10n.t(
        'The linker alone makes differences of this size: it put the same code into {0} layouts, and they differ by ±{1}. If the edit has an effect, it is smaller; more layouts would show it.',
        time.layouts?.count ?? 0,
        sharePercent(time.layouts?.spread ?? 0),
      );
    case 'few':
      return l10n.t('So few measurements cannot tell a difference from chance. Four of each can.');
    case 'noise': {
      const more = neededText(time);
      const sentences = [
        ...limitSentences(time),
        ...(more === '' ? [] : [l10n.t('The difference seen is smaller: {0}.', more)]),
      ];
      return sentences.length === 0 ? null : sentences.join(' ');
    }
    default:
      return null;
  }
}

/** Which change this comparison could find, and over layouts what it takes to find one that is worth finding. */
function limitSentences(time: MetricChange): string[] {
  const difference = findableChange(time);
  if (difference === null) return [];
  const smallest = sharePercent(difference);
  if (time.layouts === undefined) {
    return [
      isTooNoisy(time)
        ? l10n.t('Too noisy: only changes above {0} would show.', smallest)
        : l10n.t('Changes above {0} would show.', smallest),
    ];
  }
  const needed = difference > worthFinding ? neededToFind(time, worthFinding) : null;
  return needed === null
    ? [l10n.t('A change below about {0} would not be found by so many layouts.', smallest)]
    : [
        l10n.t(
          'A change below about {0} would not be found by so many layouts; {1} would find {2}.',
          smallest,
          needed,
          sharePercent(worthFinding),
        ),
      ];
}

function doubtSentence({ doubt }: MetricChange): string | null {
  switch (doubt) {
    case 'processor':
      return l10n.t(
        'The two runs were on different processors, so their times say nothing of the code. What is counted can be compared.',
      );
    case 'busy':
      return l10n.t(
        'The two runs were not in turns, and the machine was busy during one of them, so the difference may come from the machine. Measured in turns, they can be compared.',
      );
    case 'small':
      return l10n.t(
        'Two runs that were not in turns often differ by this much without any change of the code. Measured in turns, they can be compared.',
      );
    case 'cpu':
      return l10n.t(
        'The CPU profiles do not show this difference, so it may come from the machine. Measured in turns, the runs can be compared.',
      );
    case 'layout':
      return l10n.t(
        'The two test binaries differ, but by no more than an edit elsewhere may make of it, which moves all code that follows. `pprof-lens bench --against=REF --layouts=12` tells them apart.',
      );
    case 'operations':
      return l10n.t(
        'The runs did different numbers of operations, and what is allocated once is shared by all of them, so the difference need not come from the code.',
      );
    default:
      return null;
  }
}

/** When a run was taken, and from what: `2026-03-01 14:05 (3f2a91c)`. */
function runTitle({ result }: KnownResult): string {
  const time = timeText(result.takenAt);
  return result.commit === undefined ? time : `${time} (${result.commit})`;
}
