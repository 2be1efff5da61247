/** The problems of benchmarks at a commit, in sentences that name the commit. */
import { fail, type Problem, sentence } from '../../result.ts';
import type { ResolvedRef } from '../git/repository.ts';
import type { Timed } from '../time/timing.ts';

/** Why the commit could not be built, from the problem of a build. */
export function buildProblemAt(problem: Problem, { title }: ResolvedRef): Problem {
  switch (problem.code) {
    case 'cancelled':
    case 'cannot-start':
      return problem;
    case 'build-failed':
      return {
        ...problem,
        code: 'ref-build-failed',
        template: 'The benchmark does not build at {0}: {1}',
        args: [title, ...problem.args],
      };
    case 'no-test-files':
      return fail(
        'no-benchmark-at-ref',
        'The package has no tests at {0}, so there is nothing to compare with.',
        [title],
      ).problem;
    default:
      return { ...atRef(problem, title), code: 'ref-build-failed' };
  }
}

/** Why the commit, or an older run, has no measurements of a selection, or not all. Empty if nothing is missing. */
export function missingAt(
  { results, problem }: Timed,
  name: string,
  { title }: Pick<ResolvedRef, 'title'>,
): Problem[] {
  if (problem?.code === 'matched-nothing') {
    const template = 'There is no {0} at {1}, so there is nothing to compare it with.';
    return [fail('no-benchmark-at-ref', template, [name, title]).problem];
  }
  const found = results.flatMap((result) => result.problems);
  return (found.length > 0 || problem === null ? found : [problem]).map((each) => atRef(each, title));
}

function atRef(problem: Problem, title: string): Problem {
  return { ...problem, template: 'At {0}: {1}', args: [title, sentence(problem)] };
}
