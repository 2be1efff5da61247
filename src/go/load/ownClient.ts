/** A small client: connections that stay open, requests at a rate or one after the other. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LoadPlan } from './loadPlan.ts';
import type { LoadOutcome } from './loadText.ts';

/** A request that takes longer has failed. */
const longestRequestMs = 30_000;
/** How long the last requests may take after the end. */
const lastAnswersMs = 1000;
/** A request that is due waits at most so long for the timer. */
const tickMs = 2;

/** Two times by the clock of `performance.now`, in milliseconds. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** Starts to send requests. It ends with `end`, after the time and number of the plan, or with the signal. */
export function startOwnClient(plan: LoadPlan, signal: AbortSignal): OwnClient {
  const client = new OwnClient(plan);
  signal.addEventListener('abort', () => client.stop(), { once: true });
  client.start();
  return client;
}

class OwnClient {
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #began = performance.now();
  readonly #cpu = process.cpuUsage();
  readonly #latencies = new Latencies();
  readonly #failures = new Map<string, number>();
  /** How many were answered in each millisecond since the beginning. */
  readonly #answered: number[] = [];
  #started = 0;
  #underWay = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | null = null;
  #idle: () => void = () => undefined;

  constructor(private readonly plan: LoadPlan) {
    const { url, socketPath, isInsecure } = plan.request;
    const kept = { keepAlive: true, maxSockets: plan.connections, maxTotalSockets: plan.connections };
    const at = socketPath === null ? {} : { socketPath };
    const trust = { rejectUnauthorized: !isInsecure, ...(plan.ca === undefined ? {} : { ca: plan.ca }) };
    this.#agent =
      url.protocol === 'https:' ? new HttpsAgent({ ...kept, ...trust }) : new HttpAgent({ ...kept, ...at });
  }

  start(): void {
    this.#fill();
    if (this.plan.rate === null) {
      this.#timer = setTimeout(() => this.stop(), this.plan.seconds * 1000);
      return;
    }
    this.#timer = setInterval(() => this.#fill(), tickMs);
  }

  stop(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#underWay === 0) this.#idle();
  }

  /** How many requests should have been sent by now. */
  #due(): number {
    const { rate, mostRequests, seconds } = this.plan;
    if (rate === null) return mostRequests;
    const gone = Math.min(performance.now() - this.#began, seconds * 1000);
    return Math.min(mostRequests, Math.floor((gone * rate) / 1000) + 1);
  }

  #fill(): void {
    if (performance.now() - this.#began > this.plan.seconds * 1000) this.stop();
    const due = this.#due();
    while (!this.#isOver && this.#started < due && this.#underWay < this.plan.connections) this.#send();
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
        agent: this.#agent,
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
    const now = performance.now();
    this.#underWay--;
    if (failure !== null) this.#failures.set(failure, (this.#failures.get(failure) ?? 0) + 1);
    if (isAnswered) {
      this.#latencies.add(now - dueAt);
      const at = Math.floor(now - this.#began);
      this.#answered[at] = (this.#answered[at] ?? 0) + 1;
    }
    if (this.#isOver && this.#underWay === 0) this.#idle();
    // Who refuses connections would be asked without a pause.
    else if (isAnswered || this.plan.rate !== null) this.#fill();
    else setTimeout(() => this.#fill(), 10);
  }

  /** Ends it, and answers what came of it in this time. */
  async end({ from, to }: Window): Promise<LoadOutcome> {
    const unsent = this.plan.rate === null ? 0 : Math.max(0, this.#due() - this.#started);
    this.stop();
    const { user, system } = process.cpuUsage(this.#cpu);
    const gone = (performance.now() - this.#began) / 1000;
    await this.#lastAnswers();
    this.#agent.destroy();
    return {
      completed: this.#between(from - this.#began, to - this.#began),
      seconds: (to - from) / 1000,
      failures: Object.fromEntries(this.#failures),
      unsent,
      p50: this.#latencies.quantile(0.5),
      p99: this.#latencies.quantile(0.99),
      clientCpu: gone === 0 ? 0 : (user + system) / 1e6 / gone,
    };
  }

  #between(from: number, to: number): number {
    let completed = 0;
    for (let at = Math.max(0, Math.round(from)); at < Math.round(to); at++)
      completed += this.#answered[at] ?? 0;
    return completed;
  }

  async #lastAnswers(): Promise<void> {
    if (this.#underWay === 0) return;
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      giveUp = setTimeout(resolve, lastAnswersMs);
    });
    clearTimeout(giveUp);
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 40);
}

/** A bucket of latencies is a hundredth wide. */
const width = Math.log(1.01);

/** How long requests took, in little memory: counts in buckets. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #longest = 0;

  /** @param milliseconds from when the request was due */
  add(milliseconds: number): void {
    const bucket = Math.round(Math.log(Math.max(milliseconds, 0.001)) / width);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#count++;
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** The milliseconds within which this share of the requests was answered, to a hundredth; `null` if there were none. */
  quantile(share: number): number | null {
    const wanted = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return Math.min(Math.exp(bucket * width), this.#longest);
    }
    return null;
  }
}
