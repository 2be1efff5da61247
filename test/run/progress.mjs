// What stands on the terminal while the tests run: one line that is written over, or, where there is no terminal, one now and then.

/** Between two lines where there is no terminal, in milliseconds. */
const interval = 30_000;

export class Progress {
  #isTerminal = process.stderr.isTTY === true;
  #shown = performance.now();

  /** @param {string} what is being done */
  say(what) {
    this.#write(what);
  }

  /**
   * @param {import('./results.mjs').Results} results
   * @param {readonly string[]} running names of what runs
   */
  show({ passed, failures, skippedCount }, running) {
    if (!this.#isTerminal && performance.now() - this.#shown < interval) return;
    this.#shown = performance.now();
    const counts = `${passed} passed, ${failures.length} failed, ${skippedCount} skipped`;
    this.#write(`${counts}; now ${running.join(', ') || 'nothing'}`);
  }

  /** Takes the line away. */
  clear() {
    if (this.#isTerminal) process.stderr.write('\r\x1b[K');
  }

  /** @param {string} line */
  #write(line) {
    if (this.#isTerminal)
      process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else process.stderr.write(`${line}\n`);
  }
}
