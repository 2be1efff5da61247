import { spawn } from 'node:child_process';

/** Waits for what is to be killed, then for another line. If the input ends instead, it kills that. */
const watchScript = 'read -r target && [ "$target" ] && { read -r ended || kill -s KILL -- "$target"; }';

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

  constructor() {
    // Without a shell, or if somebody has ended it, there is no watch.
    this.#shell?.on('error', () => undefined);
    this.#shell?.stdin.on('error', () => undefined);
    this.#shell?.unref();
  }

  over(target: number): void {
    this.#shell?.stdin.write(`${target}\n`);
  }

  end(): void {
    this.#shell?.stdin.end('\n');
  }
}
