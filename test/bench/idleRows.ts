/** The rows about an editor that nobody uses, with a profile loaded: nothing of ours may wake up. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Editor } from '../editor/harness.ts';
import { InstallError } from '../editor/system.ts';
import { processesNaming } from '../processes.ts';
import { testFolder } from '../testFolder.ts';
import type { Row } from './table.ts';

/** The last action may still have effects for so long. */
const settlingSeconds = 5;
const watchedSeconds = 10;

const names = [
  'idle editor: wake-ups of the language server',
  'idle editor: timers of the extension',
  'idle editor: timers and frames of the flame graph',
];

/** In a real editor, profiles a benchmark, shows its lines and its flame graph, and then does nothing. */
export async function idleRows(): Promise<Row[]> {
  try {
    const counts = await idleCounts(join(testFolder(), 'timers'));
    return names.map((what, i) => row(what, counts[i] ?? null));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(error.message);
    return names.map((what) => row(what, null));
  }
}

/** In the order of `names`; `null` if the system has no such counters. */
async function idleCounts(timersFile: string): Promise<(number | null)[]> {
  // The probe in the host of extensions inherits it.
  process.env.TIMERS_FILE = timersFile;
  const editor = await Editor.open({
    name: 'idle',
    module: 'template',
    settings: { 'pprofLens.count': 1, 'pprofLens.benchtime': '100ms' },
    preload: join(import.meta.dirname, 'idleProbe.cjs'),
  });
  try {
    await editor.page.context().addInitScript(countInPage);
    await editor.openFile('shop_test.go:40');
    await editor.clickLens('shop_test.go', 'profile this benchmark');
    await editor.lens('shop_test.go', 'flame graph').waitFor({ timeout: 120_000 });
    await editor.openFile('shop.go:45');
    const { frame } = await editor.flameGraph();
    const server = processesNaming(editor.dataFolder).find(({ command }) => command.includes('server.js'));
    const inServer = () => (server === undefined ? Number.NaN : waits(server.pid));
    const inExtension = () => lineCount(timersFile);
    const inPage = () => frame.evaluate(() => Number(Reflect.get(globalThis, 'timersFired')));
    // The work before needs timers. If none was seen, the counter does not work.
    if (inExtension() === 0 || !((await inPage()) > 0)) throw new Error('the timers are not counted');
    const counts = await growthWhileIdle([
      async () => inServer() ?? 0,
      async () => inExtension(),
      async () => inPage(),
    ]);
    return inServer() === null ? [null, ...counts.slice(1)] : counts;
  } finally {
    await editor.close();
  }
}

/** Runs in the page before its own scripts. */
function countInPage(): void {
  Reflect.set(globalThis, 'timersFired', 0);
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
    const set: unknown = Reflect.get(globalThis, name);
    if (typeof set !== 'function') continue;
    // No function here has a name, because the loader wraps named functions with one that the page does not have.
    Reflect.set(globalThis, name, (callback: (...args: unknown[]) => void, ...rest: unknown[]) =>
      set.call(
        globalThis,
        (...args: unknown[]) => {
          Reflect.set(globalThis, 'timersFired', Number(Reflect.get(globalThis, 'timersFired')) + 1);
          callback(...args);
        },
        ...rest,
      ),
    );
  }
}

function lineCount(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

function row(what: string, count: number | null): Row {
  const figure = count === null ? '' : `${count} in ${watchedSeconds} s`;
  // A single wake-up is too many.
  return { what, figure, peer: '', budget: 'none', ofBudget: count === null ? null : count * 2 };
}

/** By how much each counter grows in `watchedSeconds`, after the last action has ended. */
async function growthWhileIdle(counters: readonly (() => Promise<number>)[]): Promise<number[]> {
  const all = () => Promise.all(counters.map((count) => count()));
  await sleep(settlingSeconds * 1000);
  const before = await all();
  await sleep(watchedSeconds * 1000);
  const after = await all();
  return after.map((count, i) => count - before[i]!);
}

/**
 * How often the threads of a process have begun to wait. Every wake-up ends in this way; see proc_pid_status(5). `null` if
 * the system has no such number.
 */
function waits(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const status = readFileSync(`${tasks}/${task}/status`, 'utf8');
    return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1]);
  }, 0);
}
