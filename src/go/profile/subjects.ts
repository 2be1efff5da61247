/**
 * Which benchmark runs alone. Go selects by the elements of a name between slashes, so that with `BenchmarkX/a/b` the first call of
 * `BenchmarkX/a` runs as well, and a `b.Loop` does all of its operations there. Where that is a benchmark of its own, whose costs
 * would be in the profiles of the other, the other runs in a separate build.
 */
import * as l10n from '@vscode/l10n';
import { lazily } from '../../base/lazily.ts';
import { largest } from '../../base/lists.ts';
import { clause, ok, type Problem, type Result } from '../../base/result.ts';
import { type BenchmarkSelection, passesOfOne, selectionText } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { buildSeparate, leavingOutEnvironment } from '../build/separateBuild.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { measureAlone, type Subject } from './alone.ts';

/** The benchmarks of one build that are to be run alone, after all of them were timed. */
export class Subjects {
  readonly #names: ReadonlySet<string>;
  /** Whether names that were not timed are those of benchmarks. */
  readonly #probed = new Map<string, boolean>();
  readonly #separate: () => Promise<Result<Build>>;
  /** With this many elements, a name that begins another's was selected for the timing, too. */
  readonly #timedFrom: number;

  /**
   * @param timed all results of the build
   * @param selections what was timed
   */
  constructor(
    private readonly build: Build,
    timed: readonly BenchmarkResult[],
    selections: readonly BenchmarkSelection[],
  ) {
    this.#names = new Set(timed.map(({ name }) => name));
    this.#timedFrom = largest(selections.map((each) => selectionText(each).split('/').length));
    this.#separate = lazily(() => {
      build.steps.add(1);
      build.steps.build(l10n.t('Building again, so that each benchmark runs without others'));
      return buildSeparate(build);
    });
  }

  /** Whether their instructions are to be counted. */
  get counts(): boolean {
    return this.build.instructions !== undefined;
  }

  /** Problem: `cancelled`. */
  async of(result: BenchmarkResult): Promise<Result<Subject>> {
    const { build } = this;
    const also: string[] = [];
    const isTimedOnly = passesOfOne(build.request) === 0;
    for (const name of isTimedOnly ? [] : beginnings(result.name)) {
      const isBenchmark = await this.#isBenchmark(name, result);
      if (!isBenchmark.ok) return isBenchmark;
      if (isBenchmark.value) also.push(name);
    }
    const others = [...this.#names];
    if (also.length === 0) return ok({ build, result, others, mixed: null });
    const separate = await this.#separate();
    if (separate.ok) {
      const env = { ...separate.value.env, ...leavingOutEnvironment(also) };
      return ok({ build: { ...separate.value, env }, result, others, mixed: null });
    }
    if (separate.problem.code === 'cancelled') return separate;
    return ok({ build, result, others, mixed: mixedProblem(result, also[0]!, separate.problem) });
  }

  async #isBenchmark(name: string, result: BenchmarkResult): Promise<Result<boolean>> {
    if (this.#names.has(name)) return ok(true);
    if (name.split('/').length >= this.#timedFrom) return ok(false);
    const known = this.#probed.get(name);
    if (known !== undefined) return ok(known);
    // Benchmarks whose names go on are left out, so that one that only has such benchmarks measures nothing.
    const subject = { build: this.build, result: { ...result, name }, others: [`${name}/`], mixed: null };
    const once = await measureAlone(subject, 1, [], {});
    if (!once.ok && once.problem.code === 'cancelled') return once;
    const isBenchmark = once.ok && once.value !== undefined;
    this.#probed.set(name, isBenchmark);
    return ok(isBenchmark);
  }
}

/** Names of a benchmark have a few elements. */
const mostElements = 100;

/** `X/a` and `X/a/b` of `X/a/b/c`. `X` itself has sub-benchmarks, so that it is not measured. */
export function beginnings(name: string): string[] {
  const elements = name.split('/', mostElements);
  return elements.flatMap((_, i) => (i < 2 ? [] : elements.slice(0, i).join('/')));
}

function mixedProblem({ name }: BenchmarkResult, also: string, why: Problem): Problem {
  return {
    code: 'mixed-profile',
    template:
      'The profiles of {0} also have what {1} costs, so nothing is counted per operation: Go runs the first call of one for the other, because of the slash between their names, and there is no build without that: {2}. Give b.Run names without slashes.',
    args: [name, also, clause(why)],
    ...(why.details === undefined ? {} : { details: why.details }),
  };
}
