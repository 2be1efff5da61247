// On SIGUSR2 the server collects garbage and writes how many bytes it holds into the file that TEST_HELD names.
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

process.on('SIGUSR2', () => {
  gc();
  // Memory of typed arrays is given back by a later task.
  setTimeout(() => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(process.env.TEST_HELD, String(heapUsed + external));
  }, 100);
});
