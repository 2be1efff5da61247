// Loaded by the server under test before anything else: it decides what the server sees of other programs on this machine.
const fs = require('node:fs');
const os = require('node:os');

const { readFileSync } = fs;
/** As `/proc/stat` counts. */
const ticksPerSecond = 100;
const { TEST_MACHINE: busyWhile = '' } = process.env;
const isBusy = () => busyWhile !== '' && fs.existsSync(busyWhile);
/** How many programs want to run is true, unless the test says when the machine is busy. */
const hidden = ['/proc/stat', ...(busyWhile === '' ? [] : ['/proc/loadavg'])];
if (busyWhile !== '') os.loadavg = () => [isBusy() ? 8 : 0, 0, 0];

fs.readFileSync = (file, ...rest) => {
  if (!hidden.includes(file)) return readFileSync(file, ...rest);
  // Nobody says how busy a calm machine is; on a busy one, other programs keep eight cores busy.
  if (!isBusy() || file !== '/proc/stat')
    throw Object.assign(new Error('not to be read'), { code: 'ENOENT' });
  return `cpu  ${Math.round(process.uptime() * ticksPerSecond * 8)} 0 0 0 0 0 0 0 0 0\n`;
};
