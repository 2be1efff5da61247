/** What fails `bench --against` and its like: the options, the sentence, and each verdict as JSON. */
import { ok, type Problem, type Result } from '../../base/result.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { usualAlpha } from '../../bench/verdicts/change.ts';
import { unitName } from '../../bench/verdicts/changeWords.ts';
import { witnessOf } from '../../bench/verdicts/counted.ts';
import type { GateOptions, GateOutcome } from '../../bench/verdicts/gate.ts';
import { findableChange } from '../../bench/verdicts/power.ts';
import { regressionProblem } from '../../bench/verdicts/regressions.ts';
import { type NamedVerdict, roundsText, verdictWord, whyText } from '../../go/results/verdictWhy.ts';
import { commaList, number, usually, value, whole, wrong } from '../terminal/options.ts';
import { translated } from '../terminal/output.ts';
import { listedVerdicts } from './verdictText.ts';

/** Verdicts that may fail the command, by the names that the user gives. */
const failing = { changed: 'changed', unsure: 'unsure', 'too-few': 'too few runs' } as const;

export type FailOn = keyof typeof failing;
const failOn = Object.keys(failing) as readonly FailOn[];

const mostRounds = 10;

export const gateOptions = {
  threshold: usually(
    '5%',
    value(readPercent, 'N%', 'the exit status is 1 if a result is significantly worse by more'),
  ),
  alpha: usually(usualAlpha, number('A', 'the probability of any wrong verdict among all results')),
  confirm: usually(
    1,
    whole(
      'N',
      'what looks worse is measured again N times, and fails only if it is worse',
      'each time; 0 does not measure again',
    ),
  ),
  'fail-on': usually(
    'changed',
    value(
      readFailOn,
      'LIST',
      'which verdicts make the exit status 1: changed (for the worse, beyond the',
      'threshold), unsure, too-few',
    ),
  ),
};

/** Problem: `wrong-arguments`. */
export function checkGate({
  alpha,
  confirm,
}: Pick<GateOptions, 'alpha'> & { readonly confirm: number }): Result<null> {
  if (!(alpha > 0 && alpha < 1)) return wrong('--alpha={0} is not between 0 and 1.', alpha);
  return confirm > mostRounds ? wrong('--confirm={0} is more than {1}.', confirm, mostRounds) : ok(null);
}

function readFailOn(text: string): Result<readonly FailOn[]> {
  const names = commaList(text);
  const known = failOn.filter((each) => names.includes(each));
  if (known.length > 0 && known.length === names.length) return ok(known);
  return wrong('--fail-on={0} is no list of: {1}.', text === '' ? '""' : text, failOn.join(', '));
}

/** `5%` or `5` as 0.05. */
function readPercent(text: string): Result<number> {
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim());
  return match === null
    ? wrong('--threshold={0} is not a percentage such as 5%.', text)
    : ok(Number(match[1]) / 100);
}

/** What became worse, one sentence each, the surest first. @param base what it was compared with */
export function regressionsOf(verdicts: readonly NamedVerdict[], base: string): Problem[] {
  return listedVerdicts(verdicts)
    .filter(({ isFailure }) => isFailure)
    .map(({ change, name, better, rounds }) => {
      const problem = regressionProblem(change, name, base, better);
      if (rounds.length === 0) return problem;
      const template = '{0} Measured again in fresh turns: {1}.';
      return { code: problem.code, template, args: [translated(problem), roundsText(rounds)] };
    });
}

/** The failure of the command in one sentence: what became worse, or else what else is to fail; `null` if nothing is. */
export function gateFailure(
  verdicts: readonly NamedVerdict[],
  outcome: GateOutcome,
  base: string,
  asked: readonly FailOn[],
): Problem | null {
  const regression = asked.includes('changed') ? regressionFailure(regressionsOf(verdicts, base)) : null;
  if (regression !== null) return regression;
  const found = uncertain(verdicts, asked);
  const [first] = found;
  if (first === undefined) return null;
  const args = [
    first.name,
    unitName(first.change),
    verdictWord(first.verdict),
    whyText(first, outcome),
    found.length - 1,
  ];
  const template = found.length === 1 ? '{0}, {1}: {2}. {3}' : '{0}, {1}: {2}. {3} So are {4} more.';
  return { code: 'not-certain', template, args };
}

/** The verdicts that are to fail though nothing is known to be worse. */
export function uncertain<T extends NamedVerdict>(verdicts: readonly T[], asked: readonly FailOn[]): T[] {
  const words = asked.filter((each) => each !== 'changed').map((each) => failing[each]);
  return verdicts.filter(({ verdict }) => words.some((word) => word === verdict));
}

function regressionFailure([problem, ...others]: readonly Problem[]): Problem | null {
  if (problem === undefined) return null;
  if (others.length === 0) return problem;
  const template =
    others.length === 1
      ? '{0} There is one more regression; the comparison has it.'
      : '{0} There are {1} more regressions; the comparison has them.';
  return { code: problem.code, template, args: [translated(problem), others.length] };
}

/** A verdict in a JSON document. */
export function verdictJson(each: NamedVerdict, outcome: GateOutcome) {
  const { change, rounds, verdict } = each;
  return {
    verdict,
    witness: witnessOf(change),
    ...numbersOf(change),
    findable: findableChange(change),
    ...(change.isCoreTime === true ? { by: 'cpu-time' } : {}),
    ...(change.hasEvenSwitches === true ? { switches: 'even' } : {}),
    why: whyText(each, outcome),
    ...(rounds.length === 0 ? {} : { again: rounds.map(numbersOf) }),
  };
}

/**
 * `n` is the number of measurements of each, or of layouts; the smaller one if they differ. With one measurement, benchstat's
 * p can exceed 1.
 */
export function numbersOf({ base, now, comparison }: NamedVerdict['change']) {
  const { p, baseSize, size } = comparison;
  return { ratio: ratioOf(base.center, now.center), p: Math.min(1, p), n: Math.min(baseSize, size) };
}
