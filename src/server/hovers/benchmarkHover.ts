/** The hover of a benchmark's name: what its lenses say in a few words, in full. */

import * as l10n from '@vscode/l10n';
import { escapeMarkdown, type Markdown, shortened } from '../../base/escape.ts';
import { sentence } from '../../base/result.ts';
import { deltaText, rangeText } from '../../bench/benchstat/comparisonText.ts';
import type { SampleSummary } from '../../bench/statistics/sampleSummary.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import {
  isFromOrToZero,
  isUnsure,
  unitName,
  valueBefore,
  valueNow,
} from '../../bench/verdicts/changeWords.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import { partialText } from '../../go/results/partialText.ts';
import { slotsText } from '../../go/results/slotsText.ts';
import { timedText, timesTable } from '../../go/results/timesText.ts';
import { type BenchmarkAddress, clientCall, serverCall } from '../../protocol.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { has, type LensOptions } from '../lenses/lensCommands.ts';
import { directoryOf, type LensSources, lensState } from '../lenses/lensState.ts';
import { briefWarning } from '../results/briefText.ts';
import { changeNotes, comparedSentence, coresSentence } from '../results/changeSentences.ts';
import { changeMark, comparedBy, shortText, testDetail, unsureText } from '../results/changeText.ts';
import type { ComparedResult, Fact, MeasuredBenchmark } from '../results/comparedResult.ts';
import { familyText } from '../results/familyText.ts';
import { asksForWaits, attributeTexts, doubtsOf, waitedText } from '../results/remarks.ts';
import { bold, code, commandLink, line, markdownTable, paragraphs, said } from './hoverMarkdown.ts';
import { waitsLink } from './runLonger.ts';

/**
 * As Markdown: every metric now and, if there is something to compare with, before, with its interval, change and test, as
 * benchstat prints them; or a table of the sub-benchmarks. `null` if nothing has been measured.
 */
export function benchmarkHover(
  document: DocumentText,
  benchmark: string,
  sources: LensSources,
  options: LensOptions,
): Markdown | null {
  const target: BenchmarkAddress = { uri: document.uri, benchmark };
  const state = lensState(sources, directoryOf(document), benchmark);
  const settled = state.kind === 'running' ? state.soFar : state;
  switch (settled?.kind) {
    case 'measured':
      return paragraphs([measuredText(target, settled.measured, options), links(target, options)]);
    case 'parent':
      return paragraphs([
        subsText(target, settled.subs),
        turnsLink(target, settled.subs, options),
        links(target, options),
      ]);
    default:
      return null;
  }
}

function measuredText(target: BenchmarkAddress, measured: MeasuredBenchmark, options: LensOptions): Markdown {
  const { compared } = measured;
  const { result, before, newsFirst: facts } = compared;
  const isCompared = before !== undefined && compared.changes.length > 0;
  const table = isCompared
    ? markdownTable(['', l10n.t('before'), l10n.t('now'), l10n.t('change'), ''], facts.map(row))
    : markdownTable(
        ['', l10n.t('now')],
        facts.map(({ unit, text }) => [unit, withoutUnit(text, unit)]),
      );
  const sentence = isCompared ? [escapeMarkdown(comparedSentence(compared, before))] : [];
  // What it lacks, and that it waited, is said by `runNotesHover`, with what can be done.
  const doubts = doubtsOf(measured).filter(({ code }) => code !== 'partial' && code !== 'waited');
  return paragraphs([
    line([bold(result.name), ...sentence], ' · '),
    table,
    ...operationTimes(compared),
    ...(result.slots === undefined ? [] : [said('Processor: {0}', escapeMarkdown(slotsText(result.slots)))]),
    memoryOf(compared),
    ...coresSentence(compared.measurements).map(escapeMarkdown),
    ...changeNotes(compared).map(escapeMarkdown),
    // A hover that is high shows its end only if it is scrolled.
    turnsLink(target, [measured], options),
    doubts.length === 0 ? null : escapeMarkdown(doubts.map(({ text }) => text).join(' ')),
    attributesText(result, options),
  ]);
}

/** Shown, and no verdict: a machine sees other memory in each process. */
function memoryOf({ result, before }: ComparedResult): Markdown | null {
  const text = memoryText(result.memory, before?.result.memory);
  return text === '' ? null : said('Memory: {0}', escapeMarkdown(text));
}

/** How long single operations took now and, if that is known, before. */
function operationTimes({ result: { times }, before }: ComparedResult): Markdown[] {
  if (times === undefined) return [];
  if ('missing' in times) return [escapeMarkdown(sentence(times.missing))];
  const older = before?.result.times;
  const isKnown = older !== undefined && !('missing' in older);
  const { heads, rows } = timesTable([
    ...(isKnown ? [{ name: l10n.t('before'), times: older }] : []),
    { name: l10n.t('now'), times },
  ]);
  return [markdownTable(heads, rows), escapeMarkdown(timedText(times))];
}

/** A hover is narrow. The Profiles view has all. */
const mostAttributes = 8;
const longestAttribute = 100;

/** What the benchmark says of itself, and a link to the files that it has left; `null` without both. */
function attributesText(result: BenchmarkResult, options: LensOptions): Markdown | null {
  const all = attributeTexts(result);
  const shown = all.slice(0, mostAttributes).map((text) => code(shortened(text, longestAttribute)));
  if (all.length > shown.length) shown.push(said('and {0} more', all.length - shown.length));
  if (result.artifacts !== undefined && has(options, 'benchmarkMenu')) {
    const { runId } = result;
    shown.push(commandLink(said('Open artifacts'), serverCall('openArtifacts', { runId })));
  }
  return shown.length === 0 ? null : line(shown, ' · ');
}

/** `ns/op | 22.6µs ± 2% | 5.4µs ± 1% | −76.11% | p<0.001 n=10`. */
function row({ unit, text, change }: Fact): string[] {
  if (change === undefined) return [unit, '', withoutUnit(text, unit), '', ''];
  const { base, now, baseValues, values, verdict, count } = change;
  const isCount = count !== undefined;
  return [
    unitName(change),
    isCount ? withoutUnit(valueBefore(change), unit) : valueText(unit, base, baseValues),
    isCount ? withoutUnit(valueNow(change), unit) : valueText(unit, now, values),
    sizeText(change),
    // What would find a difference stands below. A p-value would speak for a change that nothing else speaks for.
    verdict === 'same' ? '' : verdict === 'noise' ? comparedBy(change) : testDetail(change),
  ];
}

/** A median with its interval. A value that was the same in all measurements needs none. */
function valueText(unit: string, summary: SampleSummary, values: readonly number[]): string {
  const shown = withoutUnit(formatMetric(summary.center, unit), unit);
  if (values[0] === values.at(-1)) return shown;
  // With five layouts, the interval from the smallest to the largest covers the median in 94 of 100 cases.
  const isFew = values.length === 5 && !Number.isFinite(summary.low);
  const range = isFew ? { ...summary, low: values[0]!, high: values.at(-1)! } : summary;
  const text = rangeText(range);
  // Of 0 there is no share.
  if (text === '?') return l10n.t('{0}, up to {1}', shown, withoutUnit(formatMetric(range.high, unit), unit));
  return `${shown} ± ${text}`;
}

/** The row's or column's heading has the unit. What is left of `480 B/op` is `480 B`, beside which `7 kB` can stand. */
function withoutUnit(text: string, unit: string): string {
  const own = ` ${unit}`;
  return unit !== 'B/op' && text.includes(own) ? text.replace(own, '') : text.replace('/op', '');
}

function sizeText(change: MetricChange): string {
  const { base, now, comparison, verdict } = change;
  if (verdict !== 'changed') return changeMark(change);
  if (isFromOrToZero(change)) return now.center === 0 ? l10n.t('to 0') : l10n.t('from 0');
  // A change of counted values is certain with fewer measurements than the test needs to find it significant.
  return deltaText({ ...comparison, significant: true }, base.center, now.center).replace('-', '−');
}

/** A hover can be scrolled, but nobody reads a longer table in it. */
const mostRows = 60;

/** The sub-benchmarks in a table, in the order of the source. Units that none of them has are left out. */
function subsText({ benchmark }: BenchmarkAddress, subs: readonly MeasuredBenchmark[]): Markdown {
  const prefix = `${benchmark ?? ''}/`;
  const count = subs.length === 1 ? said('1 sub-benchmark') : said('{0} sub-benchmarks', subs.length);
  const units = ['ns/op', 'B/op', 'allocs/op'].filter((unit) =>
    subs.some(({ compared }) => compared.facts.some((fact) => fact.unit === unit)),
  );
  const isCompared = subs.some(({ compared }) => compared.before !== undefined);
  const isDoubted = subs.some((sub) => briefWarning(sub) !== '');
  const heads = ['', ...units, ...(isCompared ? [l10n.t('change')] : []), ...(isDoubted ? [''] : [])];
  const rows = subs
    .slice(0, mostRows)
    .map((sub) => [
      sub.compared.result.name.replace(prefix, ''),
      ...units.map((unit) => subValue(sub.compared, unit)),
      ...(isCompared ? [subChange(sub.compared)] : []),
      ...(isDoubted ? [briefWarning(sub)] : []),
    ]);
  const left = subs.length - rows.length;
  return paragraphs([
    line([bold(benchmark ?? ''), count, escapeMarkdown(familyText(subs))], ' · '),
    markdownTable(heads, rows),
    left === 0 ? null : said('And {0} more, which the table of all results has.', left),
  ]);
}

function subValue({ facts }: ComparedResult, unit: string): string {
  const fact = facts.find((each) => each.unit === unit);
  if (fact === undefined) return '';
  return withoutUnit(unit === 'ns/op' ? fact.text : shortText(fact), unit);
}

function subChange({ changes: [time] }: ComparedResult): string {
  if (time === undefined) return '';
  return isUnsure(time) ? unsureText(time) : changeMark(time);
}

/** What leads to the rest. A client without our commands gets nothing here, because it runs no links. */
function links(target: BenchmarkAddress, options: LensOptions): Markdown | null {
  const found: Markdown[] = [];
  if (has(options, 'benchmarkMenu'))
    found.push(commandLink(said('What can be done'), clientCall('benchmarkMenu', target)));
  if (has(options, 'showResults'))
    found.push(commandLink(said('All results'), clientCall('showResults', target)));
  return found.length === 0 ? null : line(found, ' · ');
}

/** One click that settles what is unsure; `null` where nothing is. */
function turnsLink(
  target: BenchmarkAddress,
  all: readonly MeasuredBenchmark[],
  options: LensOptions,
): Markdown | null {
  return has(options, 'benchmarkMenu') && all.some(({ compared }) => compared.asksForTurns !== null)
    ? commandLink(said('Measure in turns'), serverCall('measureInTurns', target))
    : null;
}

/**
 * What the newest run of a benchmark lacks because it was cancelled, and that it waited, with a link that profiles what it
 * waits for. `null` if there is nothing of this to say.
 *
 * @param links whether the client can run commands from links
 */
export function runNotesHover(result: BenchmarkResult, links: boolean): Markdown | null {
  const waited = waitedText(result);
  const link = links && asksForWaits(result) ? [waitsLink(result)] : [];
  const notes = [
    ...partialText(result).map(escapeMarkdown),
    ...(waited === null ? [] : [line([escapeMarkdown(waited), ...link])]),
  ];
  return notes.length === 0 ? null : paragraphs(notes);
}
