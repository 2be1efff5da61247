// Loaded into every process of the editor before its own code: appends a line to TIMERS_FILE whenever a timer fires
// that the extension has set, directly or through a library in its bundles.
const childProcess = require('node:child_process');
const { appendFileSync } = require('node:fs');
const timers = require('node:timers');

const bundles = /pprof-lens[^\n]*[\\/]dist[\\/](?:extension|client)\.cjs/;
for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
  const set = globalThis[name];
  const counting = (callback, ...rest) => {
    const { stack } = new Error();
    if (!bundles.test(stack)) return set(callback, ...rest);
    const told = (...args) => {
      appendFileSync(process.env.TIMERS_FILE, `${name} ${JSON.stringify(stack)}\n`);
      return callback(...args);
    };
    return set(told, ...rest);
  };
  // What `util.promisify` and readers of the function's properties expect.
  globalThis[name] = timers[name] = Object.defineProperties(counting, Object.getOwnPropertyDescriptors(set));
}

// Where every wake-up of the language server counts, V8's would: for minutes after any work it looks every eight
// seconds whether there is garbage to collect.
const { fork } = childProcess;
childProcess.fork = (script, args, options) =>
  fork(script, args, { ...options, execArgv: [...(options?.execArgv ?? []), '--no-memory-reducer'] });
