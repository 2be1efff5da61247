/** What `bench --bisect` has found, as JSON. */
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { witnessOf } from '../../bench/verdicts/counted.ts';
import { alsoChanged, certainty, type FinishedBisect, surroundingsIn } from '../../go/bisect/bisectReport.ts';
import { translated } from '../terminal/output.ts';
import { numbersOf } from './gate.ts';

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
    date: commit?.date ?? null,
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
