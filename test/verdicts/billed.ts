/** Benchmarks with their bills, measured by the command line as a user does. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import {
  dictionary,
  list,
  nullable,
  number,
  object,
  parsedJson,
  type Read,
  text,
} from '../../src/base/outsideValues.ts';
import { medianInterval } from '../../src/bench/statistics/median.ts';

const readBilled = object(
  {
    name: text,
    runs: list(object({ metrics: dictionary(number) })),
    problems: list(object({ message: text })),
  },
  { bill: dictionary(nullable(number)) },
);
export type Billed = Read<typeof readBilled>;
const readReport = object({ benchmarks: list(readBilled) });

/** None, with the reason on standard error, if they do not build or fail. */
export function bench(directory: string, pattern: string, ...options: string[]): Promise<readonly Billed[]> {
  const command = resolve(import.meta.dirname, '../../dist/cli.js');
  const args = [command, 'bench', '.', `--bench=${pattern}`, '--json', ...options];
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: directory, env, maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      const measured = readReport(parsedJson(stdout))?.benchmarks ?? [];
      if (measured.length === 0) process.stderr.write(`${directory}: ${stderr}\n`);
      done(measured);
    });
  });
}

export function timeOf({ runs }: Billed): number {
  return medianInterval(runs.flatMap(({ metrics }) => metrics['ns/op'] ?? [])).median;
}
