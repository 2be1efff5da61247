// What the tests of a run have said, and its summary.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from './compile.mjs';

/** @typedef {import('./events.mjs').Begun | import('./events.mjs').Ended} Event */

/**
 * @typedef {object} Failure
 * @property {string} file from the project's root
 * @property {string} place the same with the line, if it is known
 * @property {string} name of the test and of those around it
 * @property {string} text
 */

const longestLine = 300;
const mostLines = 40;

export class Results {
  passed = 0;
  /** @type {Failure[]} */
  failures = [];
  /** Files by reason. @type {Map<string, string[]>} */
  skipped = new Map();
  /** @type {{ name: string, milliseconds: number }[]} */
  times = [];

  get skippedCount() {
    return [...this.skipped.values()].reduce((sum, files) => sum + files.length, 0);
  }

  /**
   * Takes what the tests of a process have written, and how it ended.
   *
   * @param {string} name of the process
   * @param {string} written lines of JSON; empty if it ran no test
   * @param {string | null} trouble
   * @param {string} printed what else it printed
   */
  addProcess(name, written, trouble, printed) {
    const events = written.split('\n').flatMap(eventOf);
    const before = this.failures.length;
    /** @type {import('./events.mjs').Begun[]} */
    const path = [];
    /** @type {string[]} */
    const unfinished = [];
    for (const event of events) {
      if (event.type === 'dequeue') unfinished.push(event.name);
      else if (event.type === 'start') path.splice(event.nesting, Number.POSITIVE_INFINITY, event);
      else {
        unfinished.splice(unfinished.lastIndexOf(event.name), 1);
        this.#addTest(event, path.slice(0, event.nesting + 1), name);
      }
    }
    const why = trouble ?? (events.some(({ type }) => type === 'end') ? null : 'It ran no test.');
    if (why === null || this.failures.length > before) return;
    const text = [why, unfinished.length > 0 ? `In: ${unfinished.join(' › ')}` : '', lastLines(printed)];
    this.failures.push({ file: name, place: name, name, text: text.filter(Boolean).join('\n') });
  }

  /**
   * Takes the end of a process that is no test.
   *
   * @param {string} name
   * @param {string | null} trouble
   * @param {string} printed
   */
  addCheck(name, trouble, printed) {
    if (trouble !== null)
      this.failures.push({ file: name, place: name, name, text: lastLines(printed) || trouble });
  }

  /**
   * @param {import('./events.mjs').Ended} ended
   * @param {readonly import('./events.mjs').Begun[]} path the suites around it, and itself
   * @param {string} process
   */
  #addTest(ended, path, process) {
    const { isSuite, passed, skipped, failure } = ended;
    const { file, place } = placeOf(path, process);
    const name = path.map((each) => each.name).join(' › ');
    if (!isSuite) this.times.push({ name: `${file} › ${name}`, milliseconds: ended.milliseconds });
    if (skipped !== null) {
      const reason = skipped || 'no reason is given';
      this.skipped.set(reason, [...(this.skipped.get(reason) ?? []), file]);
    } else if (passed) {
      if (!isSuite) this.passed++;
    } else if (failure !== null && failure.kind !== 'subtestsFailed') {
      this.failures.push({ file, place, name, text: shortened(inSources(failure.text)) });
    }
  }

  /** @param {number} milliseconds */
  summary(milliseconds) {
    const failed = this.failures.map(
      ({ file, place, name, text }, i) =>
        `${i + 1}. ${place}  ${name}\n${indented(text)}\n   alone: ${alone(file)}\n`,
    );
    const skipped = [...this.skipped].map(
      ([reason, files]) => `  ${files.length} in ${[...new Set(files)].join(', ')}: ${reason}`,
    );
    const minutes = `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
    return [
      ...(failed.length > 0 ? ['Failed:', '', ...failed] : []),
      ...(skipped.length > 0 ? ['Skipped:', ...skipped, ''] : []),
      `It took ${minutes}. What the tests printed is in ${compiledFolder}/printed/.`,
      `${this.passed} passed, ${this.failures.length} failed, ${this.skippedCount} skipped`,
    ].join('\n');
  }

  /** @param {number} count */
  slowest(count) {
    return this.times
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, count)
      .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`)
      .join('\n');
  }
}

/**
 * Whether all tests that have begun have ended, and there are some.
 *
 * @param {string} written lines of JSON
 */
export function hasRunAll(written) {
  const types = written
    .split('\n')
    .flatMap(eventOf)
    .map(({ type }) => type);
  const count = (/** @type {Event['type']} */ wanted) => types.filter((type) => type === wanted).length;
  return types.length > 0 && count('dequeue') === count('end');
}

/**
 * @param {string} line
 * @returns {Event[]}
 */
function eventOf(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    // The process was killed while it wrote, or the line is the empty one at the end.
    return [];
  }
}

/**
 * Where a test stands. A function of another file may have declared it: then, where the suite around it stands.
 *
 * @param {readonly import('./events.mjs').Begun[]} path
 * @param {string} process
 */
function placeOf(path, process) {
  for (const { file, line, column } of [...path].reverse()) {
    const place = file === null ? '' : inSources(`${file}:${line}:${column}`).replace(/:\d+$/, '');
    const source = place.replace(/:\d+$/, '');
    if (source.endsWith('.test.ts')) return { file: source, place };
  }
  return { file: process, place: process };
}

/** @type {Map<string, SourceMap | null>} */
const maps = new Map();

/**
 * A text in which places of what was compiled are those of the sources, from the project's root.
 *
 * @param {string} text
 */
function inSources(text) {
  const compiled = resolve(compiledFolder);
  return text
    .replaceAll('file://', '')
    .replace(/([^\s()]+\.js):(\d+):(\d+)/g, (whole, file, line, column) => {
      if (!file.startsWith(compiled)) return whole;
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !('originalSource' in entry)) return whole;
      const { originalSource, originalLine, originalColumn } = entry;
      const source = originalSource.startsWith('file:') ? fileURLToPath(originalSource) : originalSource;
      return `${relative('.', resolve(dirname(file), source))}:${originalLine + 1}:${originalColumn + 1}`;
    });
}

/** @param {string} file */
function mapOf(file) {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null);
  }
  return maps.get(file) ?? undefined;
}

/** @param {string} text */
function shortened(text) {
  const lines = text.split('\n').filter((line) => !/^ +at .*node:internal/.test(line));
  const shown = lines
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  return [...shown, ...(lines.length > mostLines ? [`… ${lines.length - mostLines} more lines`] : [])].join(
    '\n',
  );
}

/** @param {string} text */
function lastLines(text) {
  return shortened(text.trimEnd().split('\n').slice(-mostLines).join('\n'));
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^/gm, '   ');
}

/** @param {string} file a test file, or another command */
function alone(file) {
  return file.startsWith('test/') ? `npm test -- ${file}` : file;
}
