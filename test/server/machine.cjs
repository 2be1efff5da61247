// Loaded by the server under test before anything else: it decides what the server sees of other programs on this machine.
const fs = require('node:fs');

const { readFileSync } = fs;
/** As `/proc/stat` counts. */
const ticksPerSecond = 100;
const { TEST_MACHINE: busyWhile = '' } = process.env;
const isBusy = () => busyWhile !== '' && fs.existsSync(busyWhile);

fs.readFileSync = (file, ...rest) => {
  if (file !== '/proc/stat') return readFileSync(file, ...rest);
  // Nobody says how busy a calm machine is; on a busy one, other programs keep eight cores busy.
  if (!isBusy()) throw Object.assign(new Error('not to be read'), { code: 'ENOENT' });
  return `cpu  ${Math.round(process.uptime() * ticksPerSecond * 8)} 0 0 0 0 0 0 0 0 0\n`;
};
