/** Benchmarks with their bills and the costs of their lines, measured by the command line as a user does. */
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

const readLine = object({
  file: text,
  line: number,
  metrics: dictionary(object({ flat: number }, { cum: number })),
});
const readBilled = object(
  {
    name: text,
    runs: list(object({ metrics: dictionary(number) }, { core: object({ running: number }) })),
    problems: list(object({ message: text })),
  },
  {
    bill: dictionary(nullable(number)),
    lines: list(readLine),
    otherLines: list(readLine),
    instructions: object({ perOp: number }),
    profiles: list(object({ kind: text }, { operations: number })),
  },
);
export type Billed = Read<typeof readBilled>;
const readVerdict = object({ unit: text, verdict: text, ratio: nullable(number) });
const readReport = object(
  { benchmarks: list(readBilled) },
  { base: list(readBilled), comparison: object({ verdicts: list(readVerdict) }) },
);
export type Report = Read<typeof readReport>;

/** None, with the reason on standard error, if they do not build or fail. */
export async function bench(
  directory: string,
  pattern: string,
  ...options: string[]
): Promise<readonly Billed[]> {
  return (await reported(directory, pattern, ...options)).benchmarks;
}

/** The same, with what `--against` compares. */
export function reported(directory: string, pattern: string, ...options: string[]): Promise<Report> {
  const command = resolve(import.meta.dirname, '../../dist/cli.js');
  const args = [command, 'bench', '.', `--bench=${pattern}`, '--json', ...options];
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: directory, env, maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      const report = readReport(parsedJson(stdout)) ?? { benchmarks: [] };
      if (report.benchmarks.length === 0) process.stderr.write(`${directory}: ${stderr}\n`);
      done(report);
    });
  });
}

export function timeOf(billed: Billed): number {
  return measuredOf(billed, 'ns/op');
}

export function measuredOf({ runs }: Billed, unit: string): number {
  return medianInterval(runs.flatMap(({ metrics }) => metrics[unit] ?? [])).median;
}

/** The CPU time of an operation, on all threads of its process. A busy machine does not make it longer by waiting. */
export function cpuTimeOf({ runs }: Billed): number {
  const times = runs.map(({ metrics, core }) => (metrics['ns/op'] ?? 0) * (core?.running ?? Number.NaN));
  return medianInterval(times).median;
}
