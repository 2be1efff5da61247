/** A small client: connections that stay open, requests at a rate or one after the other. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { OperationTimes } from '../../bench/statistics/operationTimes.ts';
import { type LoadOutcome, withPercentiles } from './loadOutcome.ts';
import type { LoadPlan } from './loadPlan.ts';

/** A request that takes longer has failed. */
const longestRequestMs = 30_000;
/** How long the last requests may take after the end. */
const lastAnswersMs = 1000;
/** A request that is due waits at most so long for the timer. */
const tickMs = 2;

/** What is known of the requests that ended in one stretch of time. */
class Count {
  readonly latencies = new Latencies();
  readonly failures = new Map<string, number>();
  readonly #cpu = process.cpuUsage();
  completed = 0;
  unanswered = 0;

  /** @param from, to by the clock of `performance.now`, in milliseconds */
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}

  add(now: number, dueAt: number, failure: string | null, isAnswered: boolean): void {
    if (now > this.to) return;
    if (failure !== null) this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
    if (!isAnswered) this.unanswered++;
    else {
      this.completed++;
      this.latencies.add(now - dueAt);
    }
  }

  /** Our own CPU time since it began, as a share of one core. */
  clientCpu(now: number): number {
    const { user, system } = process.cpuUsage(this.#cpu);
    return now > this.from ? (user + system) / 1000 / (now - this.from) : 0;
  }
}

/** Connections to the server of a plan, which stay open. */
export function connectionsFor({
  request,
  connections,
  ca,
}: Pick<LoadPlan, 'request' | 'connections' | 'ca'>): HttpAgent | HttpsAgent {
  const { url, socketPath, isInsecure } = request;
  const kept = { keepAlive: true, maxSockets: connections, maxTotalSockets: connections };
  if (url.protocol !== 'https:')
    return new HttpAgent({ ...kept, ...(socketPath === null ? {} : { socketPath }) });
  return new HttpsAgent({ ...kept, rejectUnauthorized: !isInsecure, ...(ca === undefined ? {} : { ca }) });
}

/** It ends with `end`, after the time and number of the plan, or with the signal. */
export class OwnClient {
  readonly #began = performance.now();
  #count = new Count(this.#began, Number.POSITIVE_INFINITY);
  #started = 0;
  #underWay = 0;
  #isOver = false;
  readonly #timer: NodeJS.Timeout;
  #idle: () => void = () => undefined;

  /** Resolves when no more is sent and the last answer is there. */
  readonly finished = new Promise<void>((resolve) => {
    this.#idle = resolve;
  });

  /**
   * Starts to send requests, and counts from now on.
   *
   * @param connections are closed by who has made them
   */
  constructor(
    private readonly plan: LoadPlan,
    private readonly signal: AbortSignal,
    private readonly connections: HttpAgent | HttpsAgent,
  ) {
    if (signal.aborted) this.#isOver = true;
    signal.addEventListener('abort', this.#stop, { once: true });
    this.#fill();
    this.#timer =
      plan.rate === null
        ? setTimeout(() => this.#stop(), plan.seconds * 1000)
        : setInterval(() => this.#fill(), tickMs);
    if (this.#isOver) this.#stop();
  }

  /** Counts anew, what ends in the next so many milliseconds. */
  countAnew(milliseconds: number): void {
    const now = performance.now();
    this.#count = new Count(now, now + milliseconds);
  }

  readonly #stop = (): void => {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.signal.removeEventListener('abort', this.#stop);
    if (this.#underWay === 0) this.#idle();
  };

  /** How many requests should have been sent by now. */
  #due(): number {
    const { rate, mostRequests, seconds } = this.plan;
    if (rate === null) return mostRequests;
    const gone = Math.min(performance.now() - this.#began, seconds * 1000);
    return Math.min(mostRequests, Math.floor((gone * rate) / 1000) + 1);
  }

  #fill(): void {
    if (performance.now() - this.#began > this.plan.seconds * 1000) this.#stop();
    const due = this.#due();
    while (!this.#isOver && this.#started < due && this.#underWay < this.plan.connections) this.#send();
    if (this.#started >= this.plan.mostRequests) this.#stop();
  }

  #send(): void {
    const { rate, request } = this.plan;
    // A request that waits for a connection waits for the server: that time is part of its latency.
    const dueAt = rate === null ? performance.now() : this.#began + (this.#started * 1000) / rate;
    this.#started++;
    this.#underWay++;
    let isEnded = false;
    const end = (failure: string | null, isAnswered: boolean) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timeout);
      this.#ended(dueAt, failure, isAnswered);
    };
    const send = request.url.protocol === 'https:' ? requestHttps : requestHttp;
    const { method, headers, body, socketPath } = request;
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = send(
      request.url,
      {
        method,
        agent: this.connections,
        ...(socketPath === null ? {} : { socketPath }),
        headers: { 'user-agent': 'pprof-lens', ...headers, ...length },
      },
      (response: IncomingMessage) => {
        const status = response.statusCode ?? 0;
        response.resume();
        response.once('end', () => end(status >= 400 ? String(status) : null, true));
        response.once('error', (error) => end(codeOf(error), false));
        response.once('close', () => end('closed', false));
      },
    );
    const timeout = setTimeout(() => sent.destroy(new Error('timeout')), longestRequestMs);
    sent.once('error', (error) => end(codeOf(error), false));
    sent.end(body);
  }

  #ended(dueAt: number, failure: string | null, isAnswered: boolean): void {
    this.#underWay--;
    this.#count.add(performance.now(), dueAt, failure, isAnswered);
    if (this.#isOver && this.#underWay === 0) this.#idle();
    // Who refuses connections would be asked without a pause.
    else if (isAnswered || this.plan.rate !== null) this.#fill();
    else setTimeout(() => this.#fill(), 10);
  }

  /** Ends it, and answers what came of the requests since it has counted. */
  async end(): Promise<LoadOutcome> {
    const count = this.#count;
    const now = performance.now();
    const unsent = this.plan.rate === null ? 0 : Math.max(0, this.#due() - this.#started);
    const clientCpu = count.clientCpu(now);
    this.#stop();
    await this.#lastAnswers();
    const { failures, completed, unanswered } = count;
    return withPercentiles({
      completed,
      unanswered,
      seconds: (Math.min(now, count.to) - count.from) / 1000,
      failures: Object.fromEntries(failures),
      unsent,
      latencies: count.latencies.times,
      clientCpu,
    });
  }

  async #lastAnswers(): Promise<void> {
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      giveUp = setTimeout(resolve, lastAnswersMs);
    });
    await Promise.race([this.finished, late]);
    clearTimeout(giveUp);
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 40);
}

/** A bucket of latencies is a thousandth wide. */
const width = Math.log(1.001);

/** How long requests took, in little memory: counts in buckets. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  #longest = 0;

  /** @param milliseconds from when the request was due */
  add(milliseconds: number): void {
    const bucket = Math.round(Math.log(Math.max(milliseconds, 0.001)) / width);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** In nanoseconds. */
  get times(): OperationTimes {
    const rows = [...this.#counts].sort(([a], [b]) => a - b);
    return {
      rows: rows.map(([bucket, count]) => [Math.exp(bucket * width) * 1e6, count]),
      longest: this.#longest * 1e6,
      clock: 0,
    };
  }
}
