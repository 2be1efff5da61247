// On SIGUSR2 the server collects garbage and writes how many bytes it holds into the file that TEST_HELD names. On SIGWINCH, time
// passes first: what it would do in a minute or later is done.
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

const { setTimeout } = globalThis;
const late = new Set();
globalThis.setTimeout = (act, milliseconds, ...more) => {
  if (milliseconds >= 60_000) late.add(act);
  return setTimeout(act, milliseconds, ...more);
};

process.on('SIGWINCH', () => {
  for (const act of late) act();
  measure();
});
process.on('SIGUSR2', measure);

function measure() {
  gc();
  // Memory of typed arrays is given back by a later task.
  setTimeout(() => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(process.env.TEST_HELD, String(heapUsed + external));
  }, 100);
}
