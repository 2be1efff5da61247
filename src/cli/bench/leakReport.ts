/** What `test --leaks` and `bench --leaks` say of goroutines that were left behind. */
import * as l10n from '@vscode/l10n';
import { compilePattern } from '../../analysis/filters/pattern.ts';
import { visibleLine } from '../../base/escape.ts';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { GoroutineFrame } from '../../go/leaks/goroutineText.ts';
import type { LeakRequest } from '../../go/leaks/leakChecker.ts';
import { type Leak, type LeakedGoroutines, leaksOf } from '../../go/leaks/leaks.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { flag, text, usually } from '../terminal/options.ts';

/** @param when what is looked at, for the help */
export function leakOptions(...help: readonly string[]) {
  return {
    leaks: usually(false, flag(...help)),
    'leaks-ignore': text(
      'RE',
      'goroutines that are no leaks: those with such a function on their stack, or started',
      'by it; those of the standard library that stay by design never are',
    ),
  };
}

/** What is asked for; `undefined` for nothing. Problem: `bad-pattern`. */
export function readLeakOptions(options: {
  readonly leaks: boolean;
  readonly 'leaks-ignore'?: string;
}): Result<LeakRequest | undefined> {
  const { leaks, 'leaks-ignore': ignore = '' } = options;
  const pattern = compilePattern('--leaks-ignore', ignore);
  if (!pattern.ok) return pattern;
  return ok(leaks ? { ignore } : undefined);
}

/** What was found in a package. */
export interface PackageLeaks extends LeakedGoroutines {
  readonly package: string;
}

export type LeakReport = ReturnType<typeof leakReport>;

/** The most frequent first. `isCut` if there were so many that some are not listed. */
export function leakReport(packages: readonly PackageLeaks[], roots: SourceRoots) {
  const leaks: ReturnType<typeof leakRow>[] = [];
  for (const each of packages)
    append(
      leaks,
      leaksOf(each, roots).map((leak) => leakRow(leak, each.package)),
    );
  return { leaks: leaks.sort((a, b) => b.count - a.count), isCut: packages.some(({ isCut }) => isCut) };
}

/** An element of `leaks` in the JSON document. */
function leakRow(leak: Leak, name: string) {
  const { count, state, at, started, through, test, isUnreachable, isEarlier, operations, stack } = leak;
  return {
    package: name,
    /** Empty if it cannot be told. */
    test,
    count,
    state,
    file: at.file,
    line: at.line,
    function: at.function,
    startedBy:
      started === null
        ? ''
        : started.line === 0
          ? started.function
          : `${started.function} at ${place(started)}`,
    /** The same in parts. */
    started,
    through,
    unreachable: isUnreachable,
    beforeTests: isEarlier,
    /** How many operations of the benchmark had run. */
    ...(operations === 0 ? {} : { operations }),
    stack,
  };
}

/** A line for each place where goroutines stand, then a sentence. */
export function leakText({ leaks, isCut }: LeakReport): string {
  const lines = leaks.map((leak) => visibleLine(lineOf(leak)));
  if (leaks.length === 0) lines.push(l10n.t('No goroutine leaks.'));
  if (isCut) lines.push(l10n.t('There were more: only so many are listed.'));
  return `${lines.join('\n')}\n`;
}

/** `m.go:12: 3 goroutines leaked (chan receive), started at m.go:11 by example.com/m.start, in TestX/sub`. */
function lineOf(leak: LeakReport['leaks'][number]): string {
  const { count, state, started, through, test, unreachable, beforeTests, operations } = leak;
  const parts = [
    count === 1
      ? l10n.t('1 goroutine leaked ({0})', state)
      : l10n.t('{0} goroutines leaked ({1})', count, state),
    ...(started === null ? [] : [startText(started)]),
    ...(through === null ? [] : [l10n.t('through {0}', through.function)]),
    testText(test, beforeTests),
    ...(operations === undefined ? [] : [l10n.t('after {0} operations', operations)]),
    ...(unreachable ? [l10n.t('never to wake up again')] : []),
  ];
  return `${place(leak)}: ${parts.join(', ')}`;
}

function testText(test: string, isEarlier: boolean): string {
  if (test !== '') return l10n.t('in {0}', test);
  return isEarlier ? l10n.t('before the tests') : l10n.t('in one of the tests that ran at the same time');
}

function startText(started: GoroutineFrame): string {
  return started.line === 0
    ? l10n.t('started by {0}', started.function)
    : l10n.t('started at {0} by {1}', place(started), started.function);
}

function place({ file, line }: Pick<GoroutineFrame, 'file' | 'line'>): string {
  return `${file}:${line}`;
}

/** The failure, if there are leaks. */
export function leakProblem({ leaks }: LeakReport): Problem | null {
  const count = leaks.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  return count === 1
    ? fail('goroutines-leak', '1 goroutine leaked.').problem
    : fail('goroutines-leak', '{0} goroutines leaked.', [count]).problem;
}
