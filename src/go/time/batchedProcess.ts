/** A test binary that waits for orders and answers: see batchTesting.ts. While another one works, it is stopped. */
import { answerMark } from '../build/batchTesting.ts';
import { type ThreadTimes, threadTimes, useOf } from '../machine/coreUse.ts';
import type { RunningProcess } from '../toolchain/process.ts';
import type { PassLimit } from './passLimit.ts';

/** A benchmark that can be given batches. */
export interface ReadyBenchmark {
  readonly name: string;
  readonly procs: number;
}

/** What a batch has taken; times in nanoseconds. */
export interface Batch {
  readonly operations: number;
  readonly nanoseconds: number;
  /** CPU time of the process meanwhile; 0 if the system does not say. */
  readonly cpu: number;
  /** With all that is not timed. */
  readonly whole: number;
  readonly allocs: number;
  readonly bytes: number;
  /** How often garbage has been collected. */
  readonly collections: number;
}

/** A batch before which garbage was collected. Bytes and nanoseconds; 0 for what the system does not say. */
export interface ObservedBatch extends Batch {
  /** While the timer was on, as are the pauses. */
  readonly collected: number;
  /** For how long the collector has stopped the program. */
  readonly pauses: number;
  readonly heapGoal: number;
  readonly stacks: number;
  /** The most that the process had, until now. */
  readonly peak: number;
}

type Answer = ({ readonly is: 'ready' } & ReadyBenchmark) | ({ readonly is: 'ran' } & ObservedBatch);

/** A benchmark may print the mark, too. */
const longestAnswer = 4096;
/** Shares of a core. The runtime itself looks for work for a moment. */
const restless = 0.2;
const mostLooks = 2;

interface Rest {
  readonly since: number;
  readonly threads: ReadonlyMap<string, ThreadTimes>;
}

export class BatchedProcess {
  #process: RunningProcess | null = null;
  #pid: number | null = null;
  #limit: PassLimit | null = null;
  #isOver = false;
  #isStopped = false;
  #isRestless = false;
  #looks = mostLooks;
  #rest: Rest | null = null;
  #unread = '';
  readonly #answers: Answer[] = [];
  #waiting: (() => void) | null = null;

  started(process: RunningProcess, pid: number | null, limit: PassLimit): void {
    this.#process = process;
    this.#pid = pid;
    this.#limit = limit;
  }

  ended(): void {
    this.#isOver = true;
    this.#waiting?.();
  }

  /** Whether it has answered at all. */
  hasAnswered = false;

  /** What was printed, without the answers. */
  withoutAnswers(text: string): string {
    let shown = '';
    let rest = this.#unread + text;
    for (;;) {
      const from = rest.indexOf(answerMark);
      const to = from === -1 ? -1 : rest.indexOf(answerMark, from + 1);
      if (from === -1 || (to === -1 && rest.length - from > longestAnswer)) {
        this.#unread = '';
        return shown + rest;
      }
      shown += rest.slice(0, from);
      if (to === -1) {
        this.#unread = rest.slice(from);
        return shown;
      }
      const answer = readAnswer(rest.slice(from + 1, to));
      if (answer !== null) this.#take(answer);
      // A mark that a benchmark has printed: the next one may begin an answer.
      else shown += rest.slice(from, to);
      rest = rest.slice(answer === null ? to : to + 1);
    }
  }

  /** The next benchmark; `null` if there is none any more. The one before it must have been left. */
  async ready(): Promise<ReadyBenchmark | null> {
    for (;;) {
      const answer = await this.#next();
      if (answer === null || answer.is === 'ready') return answer;
    }
  }

  /** Runs a batch; `null` if the benchmark has failed. @param counts whether it is a part of the result */
  async run(operations: number, counts = true): Promise<Batch | null> {
    return this.#run(`${counts ? operations : -operations}`);
  }

  /** The same after a collection, with what the machine sees of its memory. */
  async observe(operations: number): Promise<ObservedBatch | null> {
    return this.#run(`${operations} memory`);
  }

  async #run(order: string): Promise<ObservedBatch | null> {
    this.#order(order);
    const answer = await this.#next();
    if (answer?.is === 'ran') {
      this.#pause(answer);
      return answer;
    }
    if (answer !== null) this.#answers.unshift(answer);
    return null;
  }

  /** Ends the benchmark that is ready. */
  leave(): void {
    this.#order('0');
  }

  /** It goes on, whatever it does. */
  resume(): void {
    if (this.#isStopped) this.#process?.send('SIGCONT');
    this.#isStopped = false;
  }

  #lookAtRest({ since, threads }: Rest): void {
    const pid = this.#pid;
    if (pid === null) return;
    const nanoseconds = 1e6 * (performance.now() - since);
    this.#isRestless = useOf(threads, threadTimes(pid), nanoseconds).running > restless;
  }

  #order(order: string): void {
    if (this.#rest !== null) this.#lookAtRest(this.#rest);
    this.#rest = null;
    this.resume();
    this.#limit?.restart();
    this.#process?.write(`${order}\n`);
  }

  /**
   * It has nothing to do now. But a collection of garbage goes on behind a batch, and so may goroutines of the benchmark's: that
   * would disturb the other version, so it is stopped.
   */
  #pause({ collections }: Batch): void {
    // Another process may take longer than its limit.
    this.#limit?.pause();
    if (collections > 0 || this.#isRestless) {
      this.#process?.send('SIGSTOP');
      this.#isStopped = true;
    } else if (this.#looks > 0 && this.#pid !== null) {
      this.#looks--;
      this.#rest = { since: performance.now(), threads: threadTimes(this.#pid) };
    }
  }

  #take(answer: Answer): void {
    this.hasAnswered = true;
    this.#answers.push(answer);
    this.#waiting?.();
  }

  async #next(): Promise<Answer | null> {
    if (this.#answers.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      this.#waiting = null;
    }
    return this.#answers.shift() ?? null;
  }
}

function readAnswer(text: string): Answer | null {
  const ready = /^ready (\d+) (.+)$/s.exec(text);
  if (ready !== null) return { is: 'ready', procs: Number(ready[1]), name: ready[2] ?? '' };
  const ran = /^ran (\d+(?: \d+){6}(?: \d+){0,5})$/.exec(text)?.[1]?.split(' ').map(Number);
  if (ran === undefined) return null;
  const [operations = 0, nanoseconds = 0, cpu = 0, whole = 0, allocs = 0, bytes = 0, collections = 0] = ran;
  const [collected = 0, pauses = 0, heapGoal = 0, stacks = 0, peak = 0] = ran.slice(7);
  const batch = { operations, nanoseconds, cpu, whole, allocs, bytes, collections };
  return { is: 'ran', ...batch, collected, pauses, heapGoal, stacks, peak };
}
