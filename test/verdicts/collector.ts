/**
 * Whether the garbage collector takes what we say of an operation. What is true is measured in plain test binaries, by the CPU time of
 * whole processes in turns: with the collector as usual, without it, and with an eighth of its collections.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aligned } from '../../src/base/aligned.ts';
import { medianOrZero } from '../../src/bench/statistics/median.ts';
import { testFolder } from '../testFolder.ts';
import { bench, measuredOf } from './billed.ts';
import { packageCopy } from './publicPackages.ts';

/** By package, benchmarks that allocate. */
const benchmarks: Readonly<Record<string, string>> = {
  'github.com/gorilla/mux@v1.8.1': 'ManyPathVariables Mux',
  'github.com/google/btree@v1.1.3': 'DeleteInsertCloneEachTime InsertG',
  'github.com/sirupsen/logrus@v1.9.3': 'SmallJSONFormatter LargeTextFormatter LoggerJSONFormatter',
  'golang.org/x/net@v0.38.0/html': 'Parser',
  'github.com/shopspring/decimal@v1.4.0':
    'NewFromFloat _DivideNew Decimal_PowBigInt Decimal_Sub_same_precision',
  'go.uber.org/zap@v1.27.0': 'BoolsReflect BoolsArrayMarshaler 5WithsNotUsed SugarSingleStrArg',
  'github.com/miekg/dns@v1.1.62': 'PackMsg UnpackMsg',
  'github.com/rs/zerolog@v1.33.0': 'ConsoleWriter',
  'github.com/google/uuid@v1.6.0': 'UUID_MarshalJSON',
  'github.com/julienschmidt/httprouter@v1.3.0': 'Allowed',
  'github.com/go-chi/chi/v5@v5.1.0': 'TreeGet',
  'github.com/bits-and-blooms/bitset@v1.24.4': 'LemireCreate',
  'golang.org/x/sync@v0.12.0/errgroup': 'Go',
  'github.com/RoaringBitmap/roaring/v2@v2.4.5': 'UnionBitset',
};
/** Between two collections of the same pass, before the one that Go starts with the next: so a pass needs little memory without them. */
const collections = 24.5;
const mostBytes = 400e6;
/** Nanoseconds of each process. */
const long = 0.7e9;
/** The first passes of a process get fresh memory from the system. */
const first = 2;
const modes = { usual: '100', never: 'off', seldom: '800' } as const;
type Mode = keyof typeof modes;

interface Row {
  readonly benchmark: string;
  readonly nsPerOp: number;
  /** `null` where there is no row. */
  readonly said: number | null;
  readonly interval: readonly [number, number] | null;
  readonly never: number;
  readonly seldom: number;
  /** Of all bytes, the part of the line that has most. */
  readonly topShare: number;
  readonly why: string;
}

/**
 * Options: `--rounds=3`, `--only=PATTERN` of packages, `--minutes=30`, `--raw=FILE`,
 * `--replay=FILE`, as in `bills`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      minutes: { type: 'string', default: '30' },
      raw: { type: 'string', default: join(testFolder(), 'raw') },
      replay: { type: 'string', default: '' },
    },
  });
  const { replay, raw, only, rounds } = values;
  const until = Date.now() + 60_000 * Number(values.minutes);
  for (const [name, names] of replay === '' ? Object.entries(benchmarks) : []) {
    if (!new RegExp(only).test(name)) continue;
    const cwd = packageCopy(name);
    const binary = join(testFolder(), 'm.test');
    execFileSync('go', ['test', '-mod=mod', '-c', '-o', binary, '.'], { cwd });
    for (const each of names.split(' ')) {
      if (Date.now() > until) break;
      const row = await examined({ cwd, binary }, `Benchmark${each}`, Number(rounds));
      if (row === null) continue;
      appendFileSync(raw, `${JSON.stringify(row)}\n`);
      process.stderr.write(`${textOf(row).join('  ')}\n`);
    }
  }
  const lines = readFileSync(replay || raw, 'utf8')
    .trim()
    .split('\n');
  process.stdout.write(table(lines.map((line) => JSON.parse(line) as Row)));
}

interface Plain {
  readonly cwd: string;
  readonly binary: string;
}

async function examined(plain: Plain, name: string, rounds: number): Promise<Row | null> {
  const [billed] = await bench(plain.cwd, `^${name}$`, '--profile=cpu,mem', '--count=6');
  if (billed?.memory === undefined) return null;
  const { memory } = billed;
  const { collector = {} } = memory;
  const [nsPerOp, bytes] = [measuredOf(billed, 'ns/op'), measuredOf(billed, 'B/op')];
  const rate = ((memory.collections ?? 0) + 0.5) / (memory.operations ?? 1);
  const operations = Math.max(1, Math.round(Math.min(collections / rate, mostBytes / bytes)));
  const passes = Math.max(2, Math.ceil(long / (operations * nsPerOp)));
  const costs: Record<'never' | 'seldom', number[]> = { never: [], seldom: [] };
  for (let round = 0; round < rounds; round++) {
    const order = Object.keys(modes).sort(() => Math.random() - 0.5) as Mode[];
    const taken = new Map(order.map((mode) => [mode, cpuTime(plain, name, operations, passes, modes[mode])]));
    const [usual = 0, never = 0, seldom = 0] = (['usual', 'never', 'seldom'] as const).map((mode) =>
      taken.get(mode),
    );
    costs.never.push(usual - never);
    costs.seldom.push((usual - seldom) * (8 / 7));
  }
  const perLine = billed.lines?.map(({ metrics }) => metrics['B/op']?.flat ?? 0) ?? [];
  return {
    benchmark: name.replace(/^Benchmark/, ''),
    nsPerOp,
    said: collector.perOp ?? null,
    interval:
      collector.low === undefined || collector.high === undefined ? null : [collector.low, collector.high],
    never: medianOrZero(costs.never),
    seldom: medianOrZero(costs.seldom),
    topShare: Math.max(0, ...perLine) / perLine.reduce((sum, each) => sum + each, 0),
    why: collector.missing ?? memory.missing ?? '',
  };
}

/** Of an operation, in nanoseconds: a process with many passes minus one with a few. It keeps memory that was freed. */
function cpuTime(
  { cwd, binary }: Plain,
  name: string,
  operations: number,
  passes: number,
  gogc: string,
): number {
  const pattern = name.split('/').map((part) => `^${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  const [few = 0, many = 0] = [first, first + passes].map((count) => {
    const args = ['-test.run=^$', `-test.bench=${pattern.join('/')}`, `-test.benchtime=${operations}x`];
    const { stderr } = spawnSync(
      'bash',
      [
        '-c',
        'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1',
        'bash',
        binary,
        ...args,
        `-test.count=${count}`,
      ],
      { cwd, env: { ...process.env, GOGC: gogc, GODEBUG: 'madvdontneed=0' }, encoding: 'utf8' },
    );
    return (
      1e9 *
      stderr
        .trim()
        .split(' ')
        .map(Number)
        .reduce((sum, each) => sum + each, 0)
    );
  });
  return (many - few) / (passes * operations);
}

function textOf({ benchmark, nsPerOp, said, interval, never, seldom, topShare, why }: Row): string[] {
  const number = (value: number) => value.toPrecision(3);
  const ratio = (truth: number) => (said === null ? '' : (said / truth).toFixed(2));
  return [
    benchmark,
    number(nsPerOp),
    said === null ? '-' : `${number(said)} (${interval?.map(number).join(' to ')})`,
    number(never),
    ratio(never),
    number(seldom),
    ratio(seldom),
    `${(100 * topShare).toFixed(0)}%`,
    said === null ? why : isNear(said, never) ? 'near' : 'no',
  ];
}

function isNear(said: number, truth: number): boolean {
  return Math.abs(said / truth - 1) <= 0.25;
}

function table(rows: readonly Row[]): string {
  const head = [
    'benchmark',
    'ns/op',
    'said',
    'GOGC=off',
    'ratio',
    'GOGC=800',
    'ratio',
    'top line',
    'within 25%',
  ];
  const said = rows.filter((row) => row.said !== null);
  const near = (truth: 'never' | 'seldom') => said.filter((row) => isNear(row.said ?? 0, row[truth])).length;
  const lines = [
    ...aligned([head, ...rows.map(textOf)], 'lrrrrrrrl'),
    `${said.length} of ${rows.length} have a row: ${near('never')} within 25% of GOGC=off, ${near('seldom')} of GOGC=800`,
  ];
  return `${lines.join('\n')}\n`;
}
