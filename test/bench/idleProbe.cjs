// Loaded into every process of the editor before its own code. It appends a line to TIMERS_FILE whenever a timer fires
// that the extension has set, directly or by a library in its bundles.
const childProcess = require('node:child_process');
const { appendFileSync } = require('node:fs');
const timers = require('node:timers');

const bundles = /pprof-lens[^\n]*[\\/]dist[\\/](?:extension|client)\.cjs/;
for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
  const set = globalThis[name];
  const counting = (callback, ...rest) => {
    const { stack } = new Error();
    if (!bundles.test(stack)) return set(callback, ...rest);
    const recorded = (...args) => {
      appendFileSync(process.env.TIMERS_FILE, `${name} ${JSON.stringify(stack)}\n`);
      return callback(...args);
    };
    return set(recorded, ...rest);
  };
  // For `util.promisify`, and for readers of the function's properties.
  globalThis[name] = timers[name] = Object.defineProperties(counting, Object.getOwnPropertyDescriptors(set));
}

// Every wake-up of the language server counts. V8 would cause some: for minutes after any work, it checks every eight
// seconds for garbage.
const { fork } = childProcess;
childProcess.fork = (script, args, options) =>
  fork(script, args, { ...options, execArgv: [...(options?.execArgv ?? []), '--no-memory-reducer'] });
