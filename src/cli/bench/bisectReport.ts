/** What `bench --bisect` has found, as text and as JSON. */
import * as l10n from '@vscode/l10n';
import { visibleLine } from '../../base/escape.ts';
import { fail, type Problem } from '../../base/result.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { bothValues, changeSize, sharePercent, unitName } from '../../bench/verdicts/changeWords.ts';
import { witnessOf } from '../../bench/verdicts/counted.ts';
import type { Bisected, BisectStep, FoundCommit } from '../../go/bisect/bisect.ts';
import type { RangeCommit } from '../../go/git/commitRange.ts';
import {
  type SurroundingsChange,
  surroundingsChanges,
  surroundingsText,
} from '../../go/results/surroundings.ts';
import { locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import { aligned } from '../terminal/aligned.ts';
import { translated } from '../terminal/output.ts';
import { fullName } from './benchComparison.ts';
import { ownFiles } from './benchOutput.ts';
import { numbersOf } from './gate.ts';
import { growthRows } from './gateText.ts';
import { type Growth, grownLines } from './grownLines.ts';
import type { RunProfiles } from './timedProfiles.ts';
import { verdictRow } from './verdictText.ts';

export interface FinishedBisect extends Bisected {
  /** The lines that the change of the commit comes from; `null` if they are not known. */
  readonly growth: Growth | null;
}

/** So many commits are listed. JSON has all. */
const mostListed = 10;

export async function linesOf(
  found: FoundCommit | null,
  profiles: RunProfiles,
  roots: SourceRoots,
): Promise<Growth | null> {
  if (found?.verdict?.verdict !== 'changed') return null;
  const { result, older, verdict } = found;
  const { base, now, unit } = verdict.change;
  const pair = { name: result.name, profiles: result.profiles, older: older.profiles };
  const isOwnFile = (file: string) => ownFiles(roots)(locateFile(file, roots) ?? file);
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

/** How much of the answer is left to chance. */
function certainty({ measured, level, errorRate }: Bisected): string {
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

export function bisectText(finished: FinishedBisect, { verbose }: { readonly verbose: boolean }): string {
  const { range, question, left, found, growth, steps, remarks } = finished;
  const { change } = question;
  const head = l10n.t(
    '{0}, {1}: {2} ({3}) from {4} to {5}, {6} commits',
    fullName(question),
    unitName(change),
    bothValues(change),
    changeSize(change, '-'),
    range.good.title,
    range.bad.title,
    range.commits.length,
  );
  const verdict = found?.verdict ?? null;
  const named = fullName(question);
  return [
    `${head}\n`,
    ...answerLines(left),
    ...(found === null || verdict === null
      ? []
      : [aligned([verdictRow({ ...verdict, name: named }, found.outcome)], 'lllll').join('')]),
    ...(growth === null ? [] : growthRows(growth)),
    '',
    triedText(steps, range.commits.length),
    ...(verbose ? aligned(steps.map(stepRow), 'llll').map((row) => `  ${row}`) : skippedLines(steps)),
    certainty(finished),
    ...[...remarks.map(translated), ...alsoChanged(found)].map((text) => `! ${text}`),
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

function surroundingsIn(found: FoundCommit | null): SurroundingsChange[] {
  return found === null ? [] : surroundingsChanges(found.older, found.result);
}

/** What may be the cause in place of the code. */
function alsoChanged(found: FoundCommit | null): string[] {
  const changes = surroundingsIn(found);
  return changes.length === 0 ? [] : [l10n.t('Also changed: {0}.', surroundingsText(changes))];
}

function commitText({ hash, subject }: RangeCommit): string {
  return visibleLine(`${shortHash(hash)} ${subject}`);
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
  const reason = why === null ? l10n.t('by {0}', by) : translated(why);
  return [shortHash(commit.hash), verdict, reason, visibleLine(commit.subject)];
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

export function bisectJson(finished: FinishedBisect): object {
  const { range, question, left, found, growth, steps, remarks } = finished;
  const [only] = left;
  const commit = left.length === 1 && only !== undefined ? only : null;
  const change = found?.verdict?.change ?? null;
  const { good, bad } = range;
  return {
    commit: commit?.hash ?? null,
    parent: commit?.parents[0] ?? null,
    subject: commit?.subject ?? null,
    package: question.package,
    name: question.name,
    procs: question.procs,
    unit: question.change.unit,
    ratio: change === null ? null : ratioOf(change.base.center, change.now.center),
    witness: witnessOf(change ?? question.change),
    verdict: found?.verdict?.verdict ?? null,
    ...(change === null ? {} : { p: numbersOf(change).p, n: numbersOf(change).n }),
    lines:
      growth === null
        ? []
        : growth.lines.map(({ file, line, functionName, text, growth: by }) => ({
            file,
            line,
            function: functionName,
            text,
            metric: growth.metric,
            growth: by,
          })),
    good: { commit: good.hash, title: good.title, value: question.change.base.center },
    bad: { commit: bad.hash, title: bad.title, value: question.change.now.center },
    commits: range.commits.length,
    steps: steps.map(({ commit: { hash, subject }, verdict, witness, p, why }) => ({
      commit: hash,
      subject,
      verdict,
      witness,
      ...(p === null ? {} : { p }),
      ...(why === null ? {} : { why: translated(why) }),
    })),
    candidates: left.map(({ hash, subject }) => ({ commit: hash, subject })),
    errorRate: finished.errorRate,
    certainty: certainty(finished),
    surroundings: surroundingsIn(found),
    remarks: [...remarks.map(translated), ...alsoChanged(found)],
  };
}
