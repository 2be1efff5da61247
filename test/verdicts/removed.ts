/**
 * Whether an operation becomes faster by what was said of a part that is removed. Benchmarks of public modules get a wait or a system
 * call of unknown size into their loops, which their bill names; and others lose a part of their own that their lines show.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aligned } from '../../src/base/aligned.ts';
import { testFolder } from '../testFolder.ts';
import { bench, timeOf } from './billed.ts';
import { findings } from './findings.ts';
import { found, type RemovedRow } from './found.ts';
import { plant, timedLoops } from './planted.ts';
import { packageCopy } from './publicPackages.ts';

const benchmarks: readonly (readonly [packageName: string, name: string])[] = [
  ['github.com/tidwall/gjson@v1.18.0', 'Valid'],
  ['github.com/gorilla/mux@v1.8.1', 'ManyPathVariables'],
];

interface Part {
  readonly body: string;
  /** What is lost with it, as the bill names it. */
  readonly named: readonly string[];
}

const parts: Readonly<Record<string, Part>> = {
  sleep: { body: 'time.Sleep(200 * time.Microsecond)', named: ['sleep', 'ready'] },
  read: { body: 'partFile.ReadAt(partBytes, 0)', named: ['syscall'] },
  lock: {
    body: 'partLock.Lock(); go func() { spin(200 * time.Microsecond); partLock.Unlock() }(); partLock.Lock(); partLock.Unlock()',
    named: ['sync', 'ready'],
  },
  channel: {
    body: 'done := make(chan int); go func() { spin(100 * time.Microsecond); done <- 1 }(); <-done',
    named: ['sync', 'ready'],
  },
  network: {
    body: 'partConn.Write(partBytes[:1]); partConn.Read(partBytes[:1])',
    named: ['net', 'syscall', 'ready'],
  },
};

function declarations(name: string, body: string): string {
  return `package ${name}

import (
	"net"
	"os"
	"sync"
	"time"
)

var (
	partFile, _ = os.Open("/dev/zero")
	partBytes   = make([]byte, 1<<20)
	partLock    sync.Mutex
	partConn    = echo()
)

func echo() net.Conn {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		conn, _ := listener.Accept()
		buffer := make([]byte, 1)
		for {
			if _, err := conn.Read(buffer); err != nil {
				return
			}
			spin(100 * time.Microsecond)
			conn.Write(buffer)
		}
	}()
	conn, _ := net.Dial("tcp", listener.Addr().String())
	return conn
}

func spin(long time.Duration) {
	for begin := time.Now(); time.Since(begin) < long; {
	}
}

func part() {
	${body}
}
`;
}

/** With the load of the machine in the last minute. */
type Row = RemovedRow & { readonly load: number };

/**
 * Options: `--only=RE` of benchmarks and their parts; of findings `--count=10`, `--benchtime=1s` and `--instructions`, as of `bench`;
 * `--minutes=30` after which none begins, `--raw=FILE` gets what was measured, `--replay=FILE` sums that up again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      count: { type: 'string', default: '10' },
      benchtime: { type: 'string', default: '1s' },
      instructions: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '30' },
      raw: { type: 'string', default: join(testFolder(), 'raw') },
      replay: { type: 'string', default: '' },
    },
  });
  const until = Date.now() + 60_000 * Number(values.minutes);
  const { count, benchtime, instructions } = values;
  const asked = [`--count=${count}`, `--benchtime=${benchtime}`, ...(instructions ? ['--instructions'] : [])];
  const planted = Object.keys(parts).flatMap((part) =>
    benchmarks.map(([spec, name]) => ({
      title: `${name} ${part}`,
      measure: () => removed(spec, name, part),
    })),
  );
  const all = findings.map((each) => ({
    title: `${each.package} ${each.benchmark} ${each.part}`,
    measure: () => found(each, ...asked),
  }));
  for (const { title, measure } of values.replay === '' ? [...all, ...planted] : []) {
    if (Date.now() > until || !new RegExp(values.only).test(title)) continue;
    const measured = await measure().catch((error: unknown) => {
      process.stderr.write(`${title}: ${String(error)}\n`);
      return [];
    });
    for (const removedRow of measured) {
      const row: Row = { ...removedRow, load: loadavg()[0] ?? 0 };
      appendFileSync(values.raw, `${JSON.stringify(row)}\n`);
      process.stderr.write(`${textOf(row).join('  ')}\n`);
    }
  }
  const lines = readFileSync(values.replay || values.raw, 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const head = [
    'benchmark',
    'part',
    'unit',
    'with',
    'without',
    'less by',
    'predicted',
    'of that',
    'verdict',
    'load',
  ];
  const near = rows.filter((row) => Math.abs((row.with - row.without) / row.predicted - 1) <= 0.2);
  const table = aligned([head, ...rows.map(textOf)], 'lllrrrrrlr').join('\n');
  process.stdout.write(`${table}\n${near.length} of ${rows.length} within 20%\n`);
}

async function removed(packageName: string, name: string, part: string): Promise<RemovedRow[]> {
  const from = packageCopy(packageName);
  const to = packageCopy(packageName);
  const { body, named } = parts[part]!;
  const benchmark = `Benchmark${name}`;
  plant(from, to, timedLoops(from), new Map([[benchmark, 'part()']]));
  const packageOf = execFileSync('go', ['list', '-mod=mod', '-f={{.Name}}'], { cwd: to, encoding: 'utf8' });
  writeFileSync(join(to, 'part_test.go'), declarations(packageOf.trim(), body));
  const [billed] = await bench(to, `^${benchmark}$`, '--profile=cpu,wait', '--count=3');
  const [without] = await bench(from, `^${benchmark}$`, '--profile=none', '--count=3');
  if (billed?.bill === undefined || without === undefined) throw new Error(`${benchmark} was not measured`);
  const predicted = named.reduce((sum, each) => sum + (billed.bill?.[each] ?? 0), 0);
  const times = { with: timeOf(billed), without: timeOf(without) };
  return [{ benchmark: name, part, unit: 'ns/op', ...times, predicted, verdict: '' }];
}

function textOf({ benchmark, part, unit, predicted, verdict, load, ...row }: Row): string[] {
  const change = row.with - row.without;
  const numbers = [row.with, row.without, change, predicted].map((each) => each.toPrecision(4));
  const share = `${((100 * change) / predicted).toFixed(0)}%`;
  return [benchmark, part, unit, ...numbers, share, verdict, load.toFixed(1)];
}
