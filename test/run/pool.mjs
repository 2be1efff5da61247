// Runs jobs side by side, each a process, as many at a time as the machine bears.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {readonly string[]} command its program and arguments
 * @property {string} kind
 * @property {number} output a file descriptor for all that it prints
 * @property {() => boolean} [isDone] whether it has done its work, and only has to end
 */

/**
 * @typedef {object} JobEnd
 * @property {Job} job
 * @property {number} milliseconds
 * @property {string | null} trouble how it ended, if not with exit status 0
 */

/** No job takes longer, in minutes, even on a busy machine: many files may share it. */
const patience = 30;
/** Milliseconds between two looks whether a job that is done hangs, and how many of them in a row must find it so. */
const lookEvery = 20_000;
const looksInARow = 3;

/** The leaders of the groups that run. */
const running = new Set();

process.on('exit', endAll);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(1));
}

function endAll() {
  for (const pid of running) endGroup(pid);
}

/** @param {number} pid */
function endGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** The number of the call `futex`, by processor. */
const futex = new Map([
  ['x64', '202'],
  ['arm64', '98'],
]).get(process.arch);

/**
 * Whether the main thread of a process waits for another thread, as Node's does when it hangs at its end: it waits for a thread
 * that compiles, and that one for the main thread to collect garbage (nodejs/node#54918). While JavaScript runs or waits for
 * events, the main thread is elsewhere. Known on Linux only.
 *
 * @param {number} pid
 */
export function waitsForThread(pid) {
  try {
    return readFileSync(`/proc/${pid}/syscall`, 'utf8').startsWith(`${futex} `);
  } catch {
    return false;
  }
}

/**
 * Runs a job to its end. Of one that is done, and that Node does not let end, the end is no trouble.
 *
 * @param {Job} job
 * @param {number} [interval] milliseconds between two looks whether it hangs
 * @returns {Promise<JobEnd>}
 */
export function runJob(job, interval = lookEvery) {
  const begun = performance.now();
  const [program = '', ...args] = job.command;
  const child = spawn(program, args, {
    stdio: ['ignore', job.output, job.output],
    detached: process.platform !== 'win32',
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    if (pid !== undefined) endGroup(pid);
  }, patience * 60_000);
  let looks = 0;
  const look = setInterval(() => {
    looks = pid !== undefined && waitsForThread(pid) && job.isDone?.() === true ? looks + 1 : 0;
    if (pid !== undefined && looks === looksInARow) endGroup(pid);
  }, interval);
  return new Promise((resolve) => {
    /** @param {string | null} trouble */
    const end = (trouble) => {
      clearTimeout(late);
      clearInterval(look);
      if (pid !== undefined) {
        endGroup(pid);
        running.delete(pid);
      }
      resolve({ job, milliseconds: performance.now() - begun, trouble });
    };
    child.once('error', ({ message }) => end(`It could not be started: ${message}.`));
    child.once('exit', (status, signal) => {
      if (isLate) end(`It had not ended after ${patience} minutes.`);
      else if (status === 0 || looks === looksInARow) end(null);
      else end(`It ended with ${signal ?? `exit status ${status}`}.`);
    });
  });
}

/** Jobs that wait for their turn. */
export class Pool {
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job[]} */
  #running = [];
  /** @type {(end: JobEnd) => void} */
  #ended;
  /** @type {number} */
  #slots;
  /** @type {Readonly<Record<string, number>>} */
  #limits;
  /** @type {readonly string[]} */
  #order;
  /** @type {() => void} */
  #idle = () => {};

  /**
   * @param {{ slots: number, limits: Readonly<Record<string, number>>, order: readonly string[] }} rules how many jobs run at a
   *   time, how many of a kind, and which kinds take their turn before others
   * @param {(end: JobEnd) => void} ended
   */
  constructor({ slots, limits, order }, ended) {
    this.#slots = slots;
    this.#limits = limits;
    this.#order = order;
    this.#ended = ended;
  }

  /** Names of the jobs that run now. */
  get running() {
    return this.#running.map(({ name }) => name);
  }

  /** @param {readonly Job[]} jobs of a kind, they take their turn after those that wait already */
  add(jobs) {
    this.#waiting.push(...jobs);
    this.#waiting.sort((a, b) => this.#order.indexOf(a.kind) - this.#order.indexOf(b.kind));
    this.#start();
  }

  /** Resolves when no job is left. */
  async end() {
    if (this.#running.length + this.#waiting.length === 0) return;
    await new Promise((resolve) => {
      this.#idle = () => resolve(undefined);
    });
  }

  #start() {
    while (this.#running.length < this.#slots) {
      const next = this.#waiting.findIndex(
        ({ kind }) => this.#countOf(kind) < (this.#limits[kind] ?? this.#slots),
      );
      const [job] = next < 0 ? [] : this.#waiting.splice(next, 1);
      if (job === undefined) break;
      this.#running.push(job);
      void runJob(job).then((end) => {
        this.#running.splice(this.#running.indexOf(job), 1);
        this.#ended(end);
        this.#start();
      });
    }
    if (this.#running.length + this.#waiting.length === 0) this.#idle();
  }

  /** @param {string} kind */
  #countOf(kind) {
    return this.#running.filter((job) => job.kind === kind).length;
  }
}
