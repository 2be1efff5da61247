// A reporter for Node's test runner: a line of JSON for each test that begins or ends. It runs in the process of the tests.

/**
 * @typedef {object} Begun
 * @property {'dequeue' | 'start'} type `dequeue`: it runs. `start`: it is the next to be reported.
 * @property {string} name
 * @property {number} nesting
 * @property {string | null} file what has been compiled of the test's file
 * @property {number} line in `file`, 1-based
 * @property {number} column 1-based
 */

/**
 * @typedef {object} Ended
 * @property {'end'} type
 * @property {boolean} passed
 * @property {string} name
 * @property {number} nesting
 * @property {string | null} file what has been compiled of the test's file
 * @property {number} line in `file`, 1-based
 * @property {number} column 1-based
 * @property {boolean} isSuite
 * @property {number} milliseconds
 * @property {string | null} skipped the reason
 * @property {{ kind: string, text: string } | null} failure
 */

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* events(source) {
  for await (const { type, data } of source) {
    const event = eventOf(type, data);
    if (event !== null) yield `${JSON.stringify(event)}\n`;
  }
}

/**
 * @param {string} type
 * @param {any} data
 * @returns {Begun | Ended | null}
 */
function eventOf(type, data) {
  const { name, nesting, file = null, line = 0, column = 0, skip, details } = data;
  if (type === 'test:start') return { type: 'start', name, nesting, file, line, column };
  if (type === 'test:dequeue') return { type: 'dequeue', name, nesting, file, line, column };
  if (type !== 'test:pass' && type !== 'test:fail') return null;
  return {
    type: 'end',
    passed: type === 'test:pass',
    name,
    nesting,
    file,
    line,
    column,
    isSuite: details.type === 'suite',
    milliseconds: details.duration_ms,
    skipped: skip === undefined ? null : typeof skip === 'string' ? skip : '',
    failure: type === 'test:pass' ? null : failureOf(details.error),
  };
}

/** @param {any} error what Node's test runner has made of the thrown error, which is its cause */
function failureOf(error) {
  const cause = error?.cause ?? error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return { kind: String(error?.failureType ?? 'unknown'), text };
}
