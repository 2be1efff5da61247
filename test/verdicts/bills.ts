/**
 * How near the bill of an operation comes to its time: benchmarks of public modules, of those that compute and of those that wait,
 * measured by the command line as a user does.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aligned } from '../../src/base/aligned.ts';
import { testFolder } from '../testFolder.ts';
import { type Billed, bench, timeOf } from './billed.ts';
import { billedBenchmarks } from './billedBenchmarks.ts';
import { packageCopy } from './publicPackages.ts';

interface Row extends Billed {
  readonly package: string;
  /** Of the machine, in the last minute. */
  readonly load: number;
}

const distances = [3, 5, 10];

/**
 * Options: `--only=PATTERN` of packages, `--minutes=30` after which no package begins, `--benchtime=1s --count=3`, `--raw=FILE` gets
 * what was measured, a line of JSON each, `--replay=FILE` sums that up again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      minutes: { type: 'string', default: '30' },
      benchtime: { type: 'string', default: '1s' },
      count: { type: 'string', default: '3' },
      raw: { type: 'string', default: join(testFolder(), 'raw') },
      replay: { type: 'string', default: '' },
    },
  });
  const { replay, raw, only, count, benchtime } = values;
  const until = Date.now() + 60_000 * Number(values.minutes);
  for (const [name, benchmarks] of replay === '' ? Object.entries(billedBenchmarks) : []) {
    if (Date.now() > until) break;
    if (!new RegExp(only).test(name)) continue;
    const pattern = `^Benchmark(${benchmarks.replaceAll(' ', '|')})$`;
    for (const each of await bench(
      packageCopy(name),
      pattern,
      '--profile=cpu,wait',
      `--benchtime=${benchtime}`,
      `--count=${count}`,
    )) {
      const row: Row = { package: name, load: loadavg()[0] ?? 0, ...each };
      appendFileSync(raw, `${JSON.stringify(row)}\n`);
      process.stderr.write(`${rowText(row).join('  ')}\n`);
    }
  }
  const lines = readFileSync(replay || raw, 'utf8')
    .trim()
    .split('\n');
  process.stdout.write(table(lines.map((line) => JSON.parse(line) as Row)));
}

/** The named parts, in nanoseconds. */
function partsOf({
  bill: { wall: _, traced: _pass, unexplained: _rest, ...parts } = {},
}: Billed): [string, number][] {
  return Object.entries(parts).flatMap(([name, time]): [string, number][] => (time ? [[name, time]] : []));
}

/** How far the named parts are from the time, as a share of it. `null` without a bill, or one that is no sum. */
function distance(row: Row): number | null {
  if (row.bill === undefined || row.bill.unexplained === null) return null;
  return partsOf(row).reduce((sum, [, time]) => sum + time, 0) / timeOf(row) - 1;
}

function rowText(row: Row): string[] {
  const time = timeOf(row);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const { wall, traced = wall, unexplained } = row.bill ?? {};
  const apart = distance(row);
  return [
    `${row.package.replace(/^[^/]*\//, '').replace(/@[^/]*/, '')} ${row.name.replace(/^Benchmark/, '')}`,
    time.toPrecision(4),
    ...(wall
      ? [percent((traced ?? wall) / time - 1), unexplained == null ? 'at once' : percent(unexplained / wall)]
      : ['', '']),
    apart === null ? '' : percent(apart),
    row.load.toFixed(1),
    partsOf(row)
      .map(([name, part]) => `${name} ${percent(part / time)}`)
      .join(' + ') || row.problems.map(({ message }) => message).join(' '),
  ];
}

function table(rows: readonly Row[]): string {
  const sorted = [...rows].sort((a, b) => Math.abs(distance(a) ?? 9) - Math.abs(distance(b) ?? 9));
  const head = ['benchmark', 'ns/op', 'pass', 'left', 'sum - ns/op', 'load', 'parts, of ns/op'];
  const apart = rows.flatMap((row) => distance(row) ?? []).map((each) => 100 * Math.abs(each));
  const near = distances.map((most) => `${apart.filter((each) => each <= most).length} within ${most}%`);
  const lines = [
    ...aligned([head, ...sorted.map(rowText)], 'lrrrrrl'),
    `of ${rows.length}: ${near.join(', ')}`,
  ];
  return `${lines.join('\n')}\n`;
}
