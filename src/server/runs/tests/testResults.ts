import path from 'node:path';
import type { Problem } from '../../../base/result.ts';
import type { TopLevelTest } from '../../../go/tests/testEvents.ts';
import type { TestPosition } from '../../../go/tests/testPositions.ts';
import type { TestedPackage } from '../../../go/tests/testRequest.ts';
import type { ActiveCost } from '../../../protocol.ts';

/** A cost of a test, and of everything in its run. */
export interface TestCost {
  readonly value: number;
  readonly total: number;
}

export interface SampledTestCost extends TestCost {
  /** What one sample stands for. */
  readonly period: number;
}

/** What the last run has said of a test. `seconds` is the wall time of all its runs. */
export interface TestResult
  extends Omit<TopLevelTest, 'subtests'>,
    Pick<TestedPackage, 'directory' | 'importPath'> {
  /** Nanoseconds; `null` if there is no profile of this kind. */
  readonly cpu: SampledTestCost | null;
  /** Bytes; `null` if there is no profile of this kind. */
  readonly memory: TestCost | null;
  /** What the machine has seen of the process, in which all tests of its package ran; empty if that is not known. */
  readonly seen: string;
  /** `null` if its source was not found. */
  readonly place: TestPosition | null;
}

export interface TestsRun {
  readonly runId: string;
  /** For the user: a test's name, or what was run. */
  readonly title: string;
  /** When it began, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** Those that cost most first. */
  readonly results: readonly TestResult[];
  /** What the lines show of it first; `null` if it has no profile, or no longer. */
  readonly cost: ActiveCost | null;
}

/** The newest result of a test. */
export interface KnownTest {
  readonly run: TestsRun;
  readonly result: TestResult;
  /** That of the run before, if both have run the test alone, or both with others. */
  readonly before: TestResult | null;
}

export function isAlone({ results }: TestsRun): boolean {
  return results.length === 1;
}

/** What is known of tests since the server's start. */
export class TestResults {
  readonly #latest = new Map<string, KnownTest>();
  readonly #failures = new Map<string, Problem>();
  #last: TestsRun | null = null;

  put(run: TestsRun): void {
    this.#last = run;
    for (const result of run.results) {
      const key = keyOf(result.directory, result.name);
      const known = this.#latest.get(key);
      const isAlike = known !== undefined && isAlone(known.run) === isAlone(run);
      this.#latest.set(key, { run, result, before: isAlike ? known.result : null });
      this.#failures.delete(key);
    }
  }

  /** Why the last run of a test has given nothing; `null` forgets it. */
  putFailure(directory: string, name: string, problem: Problem | null): void {
    if (problem === null) this.#failures.delete(keyOf(directory, name));
    else this.#failures.set(keyOf(directory, name), problem);
  }

  failure(directory: string, name: string): Problem | null {
    return this.#failures.get(keyOf(directory, name)) ?? null;
  }

  get(directory: string, name: string): KnownTest | null {
    return this.#latest.get(keyOf(directory, name)) ?? null;
  }

  /** The run that ended last; `null` before the first. */
  get last(): TestsRun | null {
    return this.#last;
  }

  /** The profiles of a run are gone: its results stay, without them. */
  forgetProfiles(runId: string): void {
    for (const [key, known] of this.#latest) {
      const { run } = known;
      if (run.runId === runId) this.#latest.set(key, { ...known, run: { ...run, cost: null } });
    }
    if (this.#last?.runId === runId) this.#last = { ...this.#last, cost: null };
  }
}

function keyOf(directory: string, name: string): string {
  return `${path.normalize(directory)}\n${name}`;
}
