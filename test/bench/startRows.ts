/** The rows about starting: each program in turns with an empty one, and what the server evaluates before it is useful. */

import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from '../testFolder.ts';
import { median } from './statistics.ts';
import { besidePeer, type Row } from './table.ts';

const dist = join(import.meta.dirname, '../../dist');
const profile = join(import.meta.dirname, '../conformance/data/profiles/std-encoding-json.cpu.pb.gz');

/** @param runs of each program */
export async function startRows(runs: number): Promise<Row[]> {
  const empty = join(testFolder({ 'empty.js': '' }), 'empty.js');
  const cli = join(dist, 'cli.js');
  const programs: readonly [what: string, most: number, run: () => void | Promise<void>][] = [
    ['empty', 1, () => ends([empty])],
    ['server: fork to initialize answered', 3, () => initializes(join(dist, 'server.js'))],
    ['command line: --version', 1.5, () => ends([cli, '--version'])],
    ['command line: top of a small profile', 3, () => ends([cli, 'top', profile])],
  ];
  const times = programs.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [i, [, , program]] of programs.entries()) {
      const start = performance.now();
      await program();
      times[i]!.push(performance.now() - start);
    }
  }
  const [peer, ...own] = times.map(median);
  const rows = programs
    .slice(1)
    .map(([what, most], i) => besidePeer(what, own[i], 'empty program', peer, most));
  return [...rows, evaluatedRow()];
}

function ends(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

async function initializes(server: string): Promise<void> {
  const child = fork(server, ['--node-ipc'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  child.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: process.pid, rootUri: null, capabilities: {} },
  });
  await once(child, 'message');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Our scripts that the server has loaded when it answers the first request for lenses: those at its start, and the grammar's. */
function evaluatedRow(): Row {
  const loaded = new Set<string>();
  for (const entry of [join(dist, 'server.js'), join(dist, 'chunks/scan.js')]) addImported(entry, loaded);
  const bytes = [...loaded].reduce((sum, file) => sum + readFileSync(file).length, 0);
  const figure = `${(bytes / 1000).toFixed(0)} kB in ${loaded.size} files`;
  return { what: 'server: evaluated until the first lens', figure, peer: '', budget: '', ofBudget: null };
}

function addImported(file: string, loaded: Set<string>): void {
  if (loaded.has(file)) return;
  loaded.add(file);
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)"(\.[^"]+\.js)"/g))
    addImported(join(dirname(file), imported), loaded);
}
