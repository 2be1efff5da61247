/** What `go tool test2json` says of a run of tests (`go doc test2json`): one JSON document a line. */
import { number, object, parsedJson, text } from '../../base/outsideValues.ts';
import { loggedReason } from '../../bench/benchfmt/loggedReason.ts';
import { BoundedText } from '../toolchain/boundedText.ts';

export type TestOutcome = 'pass' | 'fail' | 'skip' | 'unfinished';

/** A subtest, a fuzz seed, or a test by itself. */
export interface TestRun {
  /** The full name: `TestX`, `TestX/sub`. */
  readonly name: string;
  /** `unfinished` if the process ended before it did. Of several runs, the worst. */
  readonly outcome: TestOutcome;
  /** Wall time of all its runs, without the time in which a parallel test waited. With its subtests, unless they are parallel. */
  readonly seconds: number;
  readonly runs: number;
}

/** A test, an example or a fuzz target. */
export interface TopLevelTest extends TestRun {
  /** In the order in which they began. Of very many only the first. */
  readonly subtests: readonly TestRun[];
  /** The first line that it has logged, if it has failed: `want 3, got 4`. Missing if there is none. */
  readonly reason?: string;
}

interface OpenRun {
  readonly name: string;
  outcome: TestOutcome;
  seconds: number;
  runs: number;
  /** When the present run began, in milliseconds; `null` if it does not run now. */
  since: number | null;
  wasPaused: boolean;
  /** Package testing has said how the present run ended. */
  isSaid: boolean;
}

interface OpenTest extends OpenRun {
  readonly subtests: Map<string, OpenRun>;
  log: string;
}

const event = object({ Action: text }, { Time: text, Test: text, Elapsed: number, Output: text });

/** A test can print lines of any length. What is longer is no event that says how a test ended. */
const longestLine = 1024 * 1024;
const mostSubtests = 10_000;
const mostTests = 100_000;
const keptLog = 4096;
const keptOutput = 128 * 1024;
/** `testing` prints seconds with two decimals. */
const precision = 0.01;

export class TestEvents {
  readonly #tests = new Map<string, OpenTest>();
  readonly #output = new BoundedText(keptOutput);
  #line = '';
  #isTooLong = false;
  onStart: (name: string) => void = () => undefined;

  /** Takes a piece of standard output. */
  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      this.#extend(piece.slice(from, end));
      if (!this.#isTooLong) this.#take(this.#line);
      this.#line = '';
      this.#isTooLong = false;
      from = end + 1;
    }
    this.#extend(piece.slice(from));
  }

  #extend(part: string): void {
    this.#isTooLong ||= this.#line.length + part.length > longestLine;
    this.#line = this.#isTooLong ? '' : this.#line + part;
  }

  /** The tests that ran, in the order in which they began. */
  get tests(): TopLevelTest[] {
    return [...this.#tests.values()].map((test) => {
      const reason = test.outcome === 'fail' ? loggedReason(test.log) : undefined;
      const subtests = [...test.subtests.values()].map(runOf);
      return { ...runOf(test), subtests, ...(reason === undefined ? {} : { reason }) };
    });
  }

  /** What the tests printed: the beginning and the end of it. */
  get output(): string {
    return this.#output.toString();
  }

  #take(line: string): void {
    const read = event(parsedJson(line));
    // Not an event: the go command itself says something.
    if (read === undefined) {
      if (line !== '') this.#output.push(`${line}\n`);
      return;
    }
    const { Action: action, Test: name, Output: output } = read;
    if (output !== undefined) this.#print(name, output);
    if (name === undefined) return;
    const run = this.#runOf(name);
    if (run === undefined) return;
    const time = Date.parse(read.Time ?? '');
    if (action === 'run') {
      if (run.runs++ === 0 && !name.includes('/')) this.onStart(name);
      run.since = time;
      run.wasPaused = false;
      run.isSaid = false;
    } else if (action === 'pause') run.wasPaused = true;
    else if (action === 'output') run.isSaid ||= isEnd(output ?? '', name);
    // test2json lets the running test fail if the process ends without a word.
    else if (run.isSaid && (action === 'pass' || action === 'fail' || action === 'skip')) {
      end(run, action, time, read.Elapsed ?? 0);
    }
  }

  #print(name: string | undefined, output: string): void {
    this.#output.push(output);
    const test = name === undefined ? undefined : this.#tests.get(topLevel(name));
    if (test !== undefined && test.log.length < keptLog) test.log += output;
  }

  #runOf(name: string): OpenRun | undefined {
    const top = topLevel(name);
    let test = this.#tests.get(top);
    if (test === undefined) {
      if (this.#tests.size >= mostTests) return undefined;
      test = { ...opened(top), subtests: new Map(), log: '' };
      this.#tests.set(top, test);
    }
    if (top === name) return test;
    let sub = test.subtests.get(name);
    if (sub === undefined && test.subtests.size < mostSubtests) {
      sub = opened(name);
      test.subtests.set(name, sub);
    }
    return sub;
  }
}

function opened(name: string): OpenRun {
  return { name, outcome: 'unfinished', seconds: 0, runs: 0, since: null, wasPaused: false, isSaid: false };
}

/** Whether a line is `--- PASS: TestX (0.00s)`. */
function isEnd(line: string, name: string): boolean {
  return /^ *--- (?:PASS|FAIL|SKIP): (\S+) \(/.exec(line)?.[1] === name;
}

/** A failure stays one, whatever later runs say. */
function end(run: OpenRun, outcome: 'pass' | 'fail' | 'skip', time: number, elapsed: number): void {
  if (run.outcome !== 'fail') run.outcome = outcome;
  // The times of the events are more exact, but they also count what `testing` does not: waiting for parallel subtests.
  const between = run.since === null ? Number.NaN : (time - run.since) / 1000;
  const isSame = !run.wasPaused && between >= 0 && Math.abs(between - elapsed) < precision;
  run.seconds += isSame ? between : elapsed;
  run.since = null;
}

function runOf({ name, outcome, seconds, runs, since }: OpenRun): TestRun {
  return { name, outcome: since === null || outcome === 'fail' ? outcome : 'unfinished', seconds, runs };
}

/** The function of a test: `TestX` of `TestX/sub`. */
function topLevel(name: string): string {
  return name.split('/', 1)[0]!;
}
