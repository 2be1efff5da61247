/** A finding, measured: what the lines of its part cost before, and what an operation takes with and without it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitEnvironment } from '../go/git/repository.ts';
import { type Billed, cpuTimeOf, measuredOf, reported } from './billed.ts';
import type { Edit, Finding } from './findings.ts';
import { packageCopy } from './publicPackages.ts';

export interface RemovedRow {
  readonly benchmark: string;
  readonly part: string;
  readonly unit: string;
  readonly with: number;
  readonly without: number;
  readonly predicted: number;
  /** Of `bench --against`; empty where each was measured by itself. */
  readonly verdict: string;
}

/** In a copy of its module: the edits are made in the working tree, and that is compared with what was committed before. */
export async function found(finding: Finding, ...asked: string[]): Promise<RemovedRow[]> {
  const { package: spec, benchmark, part, costs, edits } = finding;
  const directory = packageCopy(spec);
  const root = dirname(execFileSync('go', ['env', 'GOMOD'], { cwd: directory, encoding: 'utf8' }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env: gitEnvironment });
  git('init', '--quiet');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'as published');
  const places = Object.entries(costs).flatMap(([file, lines]) =>
    lines.map((line) => `${join(directory, file)}:${line}`),
  );
  for (const [file, changes] of Object.entries(edits)) edit(join(directory, file), changes);
  const pattern = `Benchmark${benchmark}`.split('/').map((name) => `^${name}$`);
  const options = ['--against=HEAD', '--profile=cpu,mem,wait', ...asked];
  const {
    base: [older] = [],
    benchmarks: [newer],
    comparison,
  } = await reported(directory, pattern.join('/'), ...options);
  if (older === undefined || newer === undefined || comparison === undefined)
    throw new Error(`${benchmark} was not compared`);
  const costOf = (metric: string) =>
    (older.lines ?? [])
      .filter(({ file, line }) => places.includes(`${file}:${line}`))
      .reduce((sum, { metrics }) => sum + (metrics[metric]?.cum ?? 0), 0);
  const units = ['ns/op', 'B/op', 'allocs/op', 'instructions/op'];
  const verdicts = comparison.verdicts.filter(({ unit }) => units.includes(unit));
  return verdicts.flatMap(({ unit, verdict, ratio }): RemovedRow[] => {
    const row = (of: Omit<RemovedRow, 'benchmark' | 'part' | 'verdict'>) => ({
      benchmark,
      part,
      ...of,
      verdict,
    });
    const before = unit === 'instructions/op' ? (older.instructions?.perOp ?? 0) : measuredOf(older, unit);
    const measured = { unit, with: before, without: before * (ratio ?? 1) };
    if (unit === 'ns/op' && waitedOf(older) < mostWaited) {
      const [cpu, cpuNow] = [cpuTimeOf(older), cpuTimeOf(newer)];
      const predicted = shareOfCpu(older, costOf);
      return [
        row({ ...measured, predicted: predicted * before }),
        row({ unit: 'CPU ns/op', with: cpu, without: cpuNow, predicted: predicted * cpu }),
      ];
    }
    const predicted = unit === 'ns/op' ? timeOfPart(older, costOf) : costOf(unit);
    const isPart = predicted > leastPart * before || verdict === 'changed';
    return isPart ? [row({ ...measured, predicted })] : [];
  });
}

function edit(file: string, edits: readonly Edit[]): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [from, to, text] of edits) lines.splice(from - 1, to - from + 1, text);
  writeFileSync(file, lines.join('\n'));
}

/** Of what an operation costs; less is no part of it. */
const leastPart = 0.001;

const waits = ['net', 'sync', 'sleep', 'collector', 'ready'] as const;
/** Of an operation, which computes all the time as far as can be told. */
const mostWaited = 0.1;

/** What an operation waits for others, as a share. For a processor it waits because the machine is busy. */
function waitedOf({ bill = {} }: Billed): number {
  return (
    (['net', 'sync', 'sleep'] as const).reduce((sum, each) => sum + (bill[each] ?? 0), 0) / (bill.wall || 1)
  );
}

type CostOf = (metric: string) => number;

/** Of all CPU time of an operation: a busy machine makes each nanosecond of it longer. */
function shareOfCpu({ lines = [], otherLines = [], profiles = [] }: Billed, costOf: CostOf): number {
  const operations = profiles.find(({ kind }) => kind === 'cpu')?.operations ?? 1;
  const timed = lines.reduce((sum, { metrics }) => sum + (metrics['cpu-ns/op']?.flat ?? 0), 0);
  const others = otherLines.reduce((sum, { metrics }) => sum + (metrics['cpu-ns']?.flat ?? 0), 0);
  return costOf('cpu-ns/op') / (timed + others / operations);
}

/** CPU and waits, these as shares of the traced pass. A system call waits where it takes much longer than it computes. */
function timeOfPart(report: Billed, costOf: CostOf): number {
  const wall = report.bill?.wall ?? measuredOf(report, 'ns/op');
  const cpu = costOf('cpu-ns/op');
  const inCalls = costOf('syscall-delay-ns/op');
  const waiting = waits.reduce((sum, each) => sum + costOf(`${each}-delay-ns/op`), 0);
  const waited = waiting + (inCalls > 2 * cpu ? inCalls - cpu : 0);
  return cpu + (waited * wall) / (report.bill?.traced || wall);
}
