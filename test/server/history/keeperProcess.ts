/**
 * A process that keeps runs, for tests that kill it or let two of them write at the same time.
 *   node --import tsx keeperProcess.ts DIRECTORY NAME COUNT [die]
 * With `die` it kills itself during the last run, after the sources are written and before the record is.
 */

import type { RunRecord } from '../../../src/go/results/runRecord.ts';
import { History } from '../../../src/server/history/history.ts';
import { runAt, writeProfiles } from './runs.ts';

const [directory = '', name = '', count = '0', mode = ''] = process.argv.slice(2);

/** A record whose parts are read when its text is made, which is after the sources and before the record are written. */
function deadly(record: RunRecord): RunRecord {
  return Object.defineProperty({ ...record }, 'goVersion', {
    enumerable: true,
    get: () => process.kill(process.pid, 'SIGKILL'),
  });
}

const history = new History(directory);
const texts = new Map([['/m/f.go', `package m // ${'x'.repeat(100_000)}\n`]]);
for (let i = 0; i < Number(count); i++) {
  const record = runAt(`${name}${i}`, 1000 + i);
  const isLast = i === Number(count) - 1;
  const folder = writeProfiles(directory, record);
  await history.keep(folder, isLast && mode === 'die' ? deadly(record) : record, texts);
  await history.change(`${name}0-r`, { label: `${name} ${i}` });
}
