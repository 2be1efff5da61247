/** What a search for a commit has found, in words: the command line and the editor say the same. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { fail, type Problem, sentence } from '../../base/result.ts';
import { bothValues, changeSize, sharePercent, unitName } from '../../bench/verdicts/changeWords.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { RangeCommit } from '../git/commitRange.ts';
import { type Growth, grownLines } from '../results/grownLines.ts';
import { growthRows } from '../results/growthRows.ts';
import { type SurroundingsChange, surroundingsChanges, surroundingsText } from '../results/surroundings.ts';
import { type RunProfiles, TimedProfiles } from '../results/timedProfiles.ts';
import { verdictRow, whyText } from '../results/verdictWhy.ts';
import { locateFile, type SourceRoots } from '../sources/sourcePaths.ts';
import { inModules } from '../sources/sourceRoots.ts';
import type { Bisected, BisectStep, FoundCommit } from './bisect.ts';

export interface FinishedBisect extends Bisected {
  /** The lines that the change of the commit comes from; `null` if they are not known. */
  readonly growth: Growth | null;
}

/** So many commits are listed. JSON has all. */
const mostListed = 10;

/**
 * With the lines that the change comes from.
 *
 * @param decoded the profiles of the search, by path
 */
export async function withLines(
  bisected: Bisected,
  decoded: ReadonlyMap<string, Profile>,
  roots: SourceRoots,
): Promise<FinishedBisect> {
  const { found } = bisected;
  const from = (sources: ReadonlyMap<string, string> | undefined) =>
    new TimedProfiles(roots, decoded, (file) => sources?.get(file) ?? null);
  const profiles = { now: from(found?.sources), base: from(found?.olderSources) };
  return { ...bisected, growth: await linesOf(found, profiles, roots) };
}

async function linesOf(
  found: FoundCommit | null,
  profiles: RunProfiles,
  roots: SourceRoots,
): Promise<Growth | null> {
  if (found?.verdict?.verdict !== 'changed') return null;
  const { result, older, verdict } = found;
  const { base, now, unit } = verdict.change;
  const pair = { name: result.name, profiles: result.profiles, older: older.profiles };
  const isOwnFile = (file: string) => inModules(roots)(locateFile(file, roots) ?? file);
  return grownLines(pair, unit, now.center < base.center, profiles, isOwnFile);
}

/** Why there is no answer, or none to rely on; `null` if there is one. */
export function bisectFailure({ left, found, isStopped, question }: FinishedBisect): Problem | null {
  const [only] = left;
  if (left.length > 1 || only === undefined) {
    const names = [only, left.at(-1)].map((each) => shortHash(each?.hash ?? ''));
    const template = isStopped
      ? 'Stopped: the change came with one of {0} commits, the first of them {1}, the last {2}.'
      : 'The change came with one of {0} commits, from {1} to {2}: those between could not be tried. The report says why.';
    return fail('several-commits', template, [left.length, ...names]).problem;
  }
  if (isStopped) {
    const template = 'Stopped: the change came with {0}, which was not yet compared with its parent.';
    return fail('not-compared', template, [shortHash(only.hash)]).problem;
  }
  const args = [shortHash(only.hash), question.change.unit];
  if (found === null) {
    const template =
      'The change came with {0}, but its parent cannot be measured, so its part of the change is not known.';
    return fail('not-compared', template, args).problem;
  }
  if (found.verdict?.verdict === 'changed') return null;
  const template =
    'The search ends at {0}, but beside its parent no change of {1} was found there: there may be several smaller changes. More measurements (--count=N) tell.';
  return fail('not-borne-out', template, args).problem;
}

/** The answer in short, where `bisectFailure` has nothing to say: the commit, the change, and why that is one. */
export function answerText({ found, left, question }: FinishedBisect): string {
  const [only] = left;
  if (only === undefined || found?.verdict == null) return '';
  const { change } = found.verdict;
  return l10n.t(
    'The change of {0} came with {1}: {2} ({3}). {4}',
    question.name,
    commitText(only),
    bothValues(change),
    changeSize(change, '-'),
    whyText(found.verdict, found.outcome),
  );
}

/** How much of the answer is left to chance. */
export function certainty({ measured, level, errorRate }: Bisected): string {
  if (measured === 0) {
    return l10n.t('Every answer was counted, or both had the same machine code: nothing was left to chance.');
  }
  const [all, each] = [sharePercent(errorRate), sharePercent(level)];
  return l10n.t(
    'Chance misleads at most {0} of such searches: {1} answers were measured, each wrong in at most {2}.',
    all,
    measured,
    each,
  );
}

/** @param benchmark what it is called: the editor leaves out GOMAXPROCS */
export function bisectText(
  finished: FinishedBisect,
  { verbose, benchmark }: { readonly verbose: boolean; readonly benchmark: string },
): string {
  const { range, question, left, found, growth, steps, remarks } = finished;
  const { change } = question;
  const head = l10n.t(
    '{0}, {1}: {2} ({3}) from {4} to {5}, {6} commits',
    benchmark,
    unitName(change),
    bothValues(change),
    changeSize(change, '-'),
    range.good.title,
    range.bad.title,
    range.commits.length,
  );
  const verdict = found?.verdict ?? null;
  return [
    `${head}\n`,
    ...answerLines(left),
    ...(found === null || verdict === null
      ? []
      : [aligned([verdictRow({ ...verdict, name: benchmark }, found.outcome)], 'lllll').join('')]),
    ...(growth === null ? [] : growthRows(growth)),
    '',
    triedText(steps, range.commits.length),
    ...(verbose ? aligned(steps.map(stepRow), 'llll').map((row) => `  ${row}`) : skippedLines(steps)),
    certainty(finished),
    ...[...remarks.map((each) => visibleLine(sentence(each))), ...alsoChanged(found)].map(
      (text) => `! ${text}`,
    ),
    '',
  ]
    .map((line) => `${line}\n`)
    .join('')
    .replace(/\n+$/, '\n');
}

function answerLines(left: readonly RangeCommit[]): string[] {
  const [only] = left;
  if (left.length === 1 && only !== undefined)
    return [l10n.t('The change came with {0}', commitText(only)), ''];
  const shown = left.slice(0, mostListed).map((each) => `  ${commitText(each)}`);
  const others = left.length - shown.length;
  return [
    l10n.t('The change came with one of these {0} commits:', left.length),
    ...shown,
    ...(others > 0 ? [l10n.t('  and {0} more', others)] : []),
    '',
  ];
}

export function surroundingsIn(found: FoundCommit | null): SurroundingsChange[] {
  return found === null ? [] : surroundingsChanges(found.older, found.result);
}

/** What may be the cause in place of the code. */
export function alsoChanged(found: FoundCommit | null): string[] {
  const changes = surroundingsIn(found);
  return changes.length === 0 ? [] : [l10n.t('Also changed: {0}.', surroundingsText(changes))];
}

function commitText({ hash, subject, date }: RangeCommit): string {
  return visibleLine(`${shortHash(hash)} ${subject} (${date})`);
}

function triedText(steps: readonly BisectStep[], of: number): string {
  const count = (wanted: BisectStep['verdict']) => steps.filter(({ verdict }) => verdict === wanted).length;
  return l10n.t(
    'Tried {0} of {1} commits: {2} good, {3} bad, {4} skipped.',
    steps.length,
    of,
    count('good'),
    count('bad'),
    count('skip'),
  );
}

function skippedLines(steps: readonly BisectStep[]): string[] {
  const skipped = steps.filter(({ verdict }) => verdict === 'skip');
  const shown = skipped.slice(0, mostListed);
  return aligned(shown.map(stepRow), 'llll').map((row) => `  ${row}`);
}

/** `1a2b3c4  good  by allocations  Subject`. */
function stepRow({ commit, verdict, witness, p, why }: BisectStep): string[] {
  const by = p === null ? (witness ?? '') : `${witness} (p=${p.toFixed(3)})`;
  const reason = why === null ? l10n.t('by {0}', by) : visibleLine(sentence(why));
  return [shortHash(commit.hash), verdict, reason, visibleLine(commit.subject)];
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}
