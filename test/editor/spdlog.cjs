/**
 * Writes the editor's log files in place of its own module of this name, which is C++: nobody needs a compiler to see the
 * editor, nor waits for one. Files grow without an end.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 0;
  #isPlain = false;

  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  trace = this.#writer(0);
  debug = this.#writer(1);
  info = this.#writer(2);
  warn = this.#writer(3);
  error = this.#writer(4);
  critical = this.#writer(5);

  getLevel() {
    return this.#level;
  }

  /** @param {number} level of the least important message that is written */
  setLevel(level) {
    this.#level = level;
  }

  /** There is one that the editor sets. */
  setPattern() {
    this.#isPlain = false;
  }

  clearFormatters() {
    this.#isPlain = true;
  }

  flush() {}
  drop() {}

  /** @param {number} level */
  #writer(level) {
    return (/** @type {string} */ message) => {
      if (level < this.#level) return;
      const time = new Date().toISOString().slice(0, -1).replace('T', ' ');
      appendFileSync(this.#file, this.#isPlain ? message : `${time} [${names[level]}] ${message}\n`);
    };
  }
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = exports.createRotatingLogger;
