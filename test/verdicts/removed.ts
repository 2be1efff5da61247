/**
 * Whether an operation becomes faster by what its bill has for a part that is removed: benchmarks of public modules get a wait, a system
 * call or an allocation of unknown size into their loops, and are measured with it and without.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aligned } from '../../src/base/aligned.ts';
import { testFolder } from '../testFolder.ts';
import { bench, timeOf } from './billed.ts';
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

interface Row {
  readonly benchmark: string;
  readonly part: string;
  readonly with: number;
  readonly without: number;
  readonly predicted: number;
}

/** Options: `--minutes=30` after which none begins, `--raw=FILE` gets what was measured, `--replay=FILE` sums that up again. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      raw: { type: 'string', default: join(testFolder(), 'raw') },
      replay: { type: 'string', default: '' },
    },
  });
  const until = Date.now() + 60_000 * Number(values.minutes);
  for (const part of values.replay === '' ? Object.keys(parts) : []) {
    for (const [packageName, name] of benchmarks) {
      if (Date.now() > until) break;
      const row = await removed(packageName, name, part);
      appendFileSync(values.raw, `${JSON.stringify(row)}\n`);
      process.stderr.write(`${textOf(row).join('  ')}\n`);
    }
  }
  const lines = readFileSync(values.replay || values.raw, 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const head = ['benchmark', 'part', 'with', 'without', 'faster by', 'predicted', 'of it'];
  const near = rows.filter((row) => Math.abs(row.predicted / (row.with - row.without) - 1) <= 0.2);
  const table = aligned([head, ...rows.map(textOf)], 'llrrrrr').join('\n');
  process.stdout.write(`${table}\n${near.length} of ${rows.length} within 20%\n`);
}

async function removed(packageName: string, name: string, part: string): Promise<Row> {
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
  return { benchmark: name, part, with: timeOf(billed), without: timeOf(without), predicted };
}

function textOf({ benchmark, part, predicted, ...row }: Row): string[] {
  const change = row.with - row.without;
  const times = [row.with, row.without, change, predicted].map((time) => time.toPrecision(4));
  return [benchmark, part, ...times, `${((100 * predicted) / change).toFixed(0)}%`];
}
