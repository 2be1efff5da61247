/** The rows about starting: each program in turns with an empty one, and what the server evaluates before it is useful. */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median } from './statistics.ts';
import { inMilliseconds, type Row } from './table.ts';

const dist = join(import.meta.dirname, '../../dist');
const profile = join(import.meta.dirname, '../conformance/data/profiles/std-encoding-json.cpu.pb.gz');

/** @param runs of each program */
export async function startRows(runs: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pprof-lens-bench-'));
  const empty = join(folder, 'empty.js');
  writeFileSync(empty, '');
  const cli = join(dist, 'cli.js');
  const programs = {
    empty: () => ends([empty]),
    initialize: () => initializes(join(dist, 'server.js')),
    version: () => ends([cli, '--version']),
    top: () => ends([cli, 'top', profile]),
  };
  const times = { empty: [], initialize: [], version: [], top: [] } as Record<
    keyof typeof programs,
    number[]
  >;
  for (let run = 0; run < runs; run++) {
    for (const name of Object.keys(programs) as (keyof typeof programs)[]) {
      const start = performance.now();
      await programs[name]();
      times[name].push(performance.now() - start);
    }
  }
  rmSync(folder, { recursive: true });
  const peer = median(times.empty);
  const row = (what: string, name: keyof typeof programs, most: number): Row => ({
    what,
    figure: inMilliseconds(median(times[name])),
    peer: `empty program ${inMilliseconds(peer)}`,
    budget: `at most ${most}x`,
    ofBudget: median(times[name]) / peer / most,
  });
  return [
    row('server: fork to initialize answered', 'initialize', 3),
    row('command line: --version', 'version', 1.5),
    row('command line: top of a small profile', 'top', 3),
    evaluatedRow(),
  ];
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
