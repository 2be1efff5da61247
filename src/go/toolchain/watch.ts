import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * For one process after the other it waits for the name of its mark, for what is to be killed, and for another line. If the input
 * ends instead of that line, it kills that. If it ends before, our process was killed while it started another: that one has its
 * mark. It runs already, because until then it holds this input open.
 */
const watchScript = `
while read -r name; do
  if read -r target; then
    [ "$target" ] && { read -r ended || kill -s KILL -- "$target"; }
  else
    for mark in /proc/[0-9]*/fd/3; do
      [ "$mark" -ef "/proc/$$/$name" ] && pid=\${mark#/proc/} && pid=\${pid%/fd/3} && kill -s KILL -- "-$pid" "$pid"
    done
  fi
done`;

/** Files of the kernel that exist for each process alone. What a process leaves behind keeps its mark, so none is used twice. */
const marks = ['comm', 'stat', 'statm', 'status', 'cmdline', 'limits', 'cgroup', 'oom_score'];

/**
 * Kills a group if this process is killed, and so cannot do it: the input of a shell ends when this process does. On
 * Windows nothing is needed: Node puts its children into a job, which the system ends together with Node.
 */
export class Watch {
  readonly #shell =
    process.platform === 'win32'
      ? null
      : spawn('/bin/sh', ['-c', watchScript], {
          cwd: '/',
          env: {},
          stdio: ['pipe', 'ignore', 'ignore'],
          // In a group of its own, Ctrl+C does not reach it.
          detached: true,
        });

  #uses = 0;
  #mark = '';

  private constructor() {
    // Without a shell, or if somebody has ended it, there is no watch.
    this.#shell?.on('error', () => undefined);
    this.#shell?.stdin.on('error', () => undefined);
    this.#shell?.unref();
  }

  /** A watch for one more process, by the shell of one that has ended if it is free: to start one takes as long as the process itself. */
  static next(): Watch {
    const free = spare;
    spare = null;
    const watch = free?.isThere === true ? free : new Watch();
    watch.#mark = marks[watch.#uses++] ?? '';
    watch.#shell?.stdin.write(`${watch.#mark}\n`);
    return watch;
  }

  private get isThere(): boolean {
    return this.#shell !== null && this.#shell.exitCode === null && this.#shell.signalCode === null;
  }

  /**
   * Starts what will be watched. It may be killed before anybody knows its number, if we are. So on Linux it gets a mark: its
   * descriptor 3 is a file of the kernel that nothing else has there. A shell that holds it back until it is known
   * would cost more: shells change the environment, and complain about it. Other systems have no list of open files, so a
   * SIGKILL in this millisecond leaves it running.
   *
   * @param start is given the descriptors after the first three
   */
  whileStarting<T>(start: (more: number[]) => T): T {
    const mark = this.#openMark();
    try {
      return start(mark === null ? [] : [mark]);
    } finally {
      if (mark !== null) closeSync(mark);
    }
  }

  #openMark(): number | null {
    if (process.platform !== 'linux' || this.#shell?.pid === undefined) return null;
    try {
      return openSync(`/proc/${this.#shell.pid}/${this.#mark}`, 'r');
    } catch {
      // There is no /proc, or somebody has ended the shell.
      return null;
    }
  }

  over(target: number): void {
    this.#shell?.stdin.write(`${target}\n`);
  }

  end(): void {
    const isSpare = spare === null && this.#uses < marks.length && this.isThere;
    if (isSpare) spare = this;
    if (isSpare) this.#shell?.stdin.write('\n');
    else this.#shell?.stdin.end('\n');
  }
}

/** One whose process has ended, for the next. */
let spare: Watch | null = null;
