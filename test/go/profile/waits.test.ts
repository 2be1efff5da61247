/** What benchmarks wait for, by real execution traces: as `go tool trace` has it, on its lines, and as a bill. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TimeBill } from '../../../src/analysis/benchmark/timeBill.ts';
import { lazily } from '../../../src/base/lazily.ts';
import { fail, type Result, sentence } from '../../../src/base/result.ts';
import { keepTraced, withinSize } from '../../../src/go/profile/tracePass.ts';
import { runHere, runHereIn } from '../../cli/runHere.ts';
import { goTool } from '../../goTool.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { benchmarkRequest, control, goModule } from '../goModule.ts';

const source = `package m

import (
	"io"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func BenchmarkNet(b *testing.B) {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() {
		conn, _ := listener.Accept()
		buffer := make([]byte, 1)
		for {
			if _, err := io.ReadFull(conn, buffer); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
			conn.Write(buffer)
		}
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 1)
	for b.Loop() {
		conn.Write(buffer)
		io.ReadFull(conn, buffer) // net
	}
	conn.Close()
	listener.Close()
}

func BenchmarkLock(b *testing.B) {
	var mu sync.Mutex
	for b.Loop() {
		mu.Lock()
		go func() {
			time.Sleep(10 * time.Millisecond)
			mu.Unlock()
		}()
		mu.Lock() // sync
		mu.Unlock()
	}
}

func BenchmarkRead(b *testing.B) {
	file, err := os.Open("/dev/zero")
	if err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 32<<20)
	for b.Loop() {
		file.Read(buffer) // syscall
	}
	file.Close()
}

// A timer that is started or stopped waits for whoever else stops the world, a collection for one.
func BenchmarkTimers(b *testing.B) {
	var done atomic.Bool
	go func() {
		var stats runtime.MemStats
		for !done.Load() {
			runtime.ReadMemStats(&stats)
		}
	}()
	for b.Loop() {
		time.Sleep(time.Millisecond)
		b.StopTimer()
		b.StartTimer()
	}
	done.Store(true)
}

func BenchmarkSleep(b *testing.B) {
	for b.Loop() {
		time.Sleep(10 * time.Millisecond) // sleep
	}
}

func BenchmarkParallel(b *testing.B) {
	var mu sync.Mutex
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			mu.Lock()
			time.Sleep(time.Millisecond)
			mu.Unlock()
		}
	})
}
`;
const module = goModule({ 'm_test.go': source });
const scratch = testFolder();

interface Measured {
  readonly name: string;
  readonly bill?: TimeBill;
  readonly lines: readonly {
    readonly line: number;
    readonly metrics: Record<string, { readonly cum: number }>;
  }[];
  readonly problems: readonly { readonly message: string }[];
}

const measured = lazily(async () => {
  const args = ['bench', '--bench=.', '--profile=cpu,wait', '--count=1', '--benchtime=20x', '--cpu=2'];
  const out = join(scratch, 'run');
  const { status, stdout, stderr } = await runHereIn(module, ...args, `--out=${out}`, '--json');
  assert.equal(status, 0, stderr);
  const { benchmarks }: { benchmarks: Measured[] } = JSON.parse(stdout);
  return new Map(benchmarks.map((each) => [each.name, each]));
});

test('the bill of a known wait: its largest part is that wait, and it is on its line', async () => {
  const parts = { Net: 'net', Lock: 'sync', Read: 'syscall', Sleep: 'sleep' } as const;
  for (const [name, part] of Object.entries(parts)) {
    const { bill, lines, problems } = (await measured()).get(`Benchmark${name}`) ?? assert.fail(name);
    assert.ok(bill !== undefined, `${name}: ${problems.map(({ message }) => message).join()}`);
    const { wall, traced, ...rest } = bill;
    const sizes = Object.entries(rest).map(([key, size]) => [key, size ?? 0] as const);
    assert.equal(sizes.sort(([, a], [, b]) => b - a)[0]?.[0], part, JSON.stringify(bill));
    assert.ok(Math.abs(sizes.reduce((sum, [, size]) => sum + size, 0) - wall) < 1, JSON.stringify(bill));
    const line = lines.find((each) => each.line === module.line('m_test.go', `// ${part}\n`.trimEnd()));
    const onLine = line?.metrics[`${part}-delay-ns/op`]?.cum ?? 0;
    assert.ok(
      onLine > 0 && onLine <= ((bill[part] * traced) / wall) * (1 + 1e-9),
      `${onLine} of ${JSON.stringify(bill)}`,
    );
  }
});

test('the bill of what computes beside busy programs says what waiting for a core was, if it is known', async () => {
  const computing = goModule({
    'm_test.go': `package m

import "testing"

var sum int

func BenchmarkCompute(b *testing.B) {
	for b.Loop() {
		for i := range 200000 {
			sum += i * i
		}
	}
}
`,
  });
  const loops = Array.from({ length: availableParallelism() + 1 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);']),
  );
  try {
    const args = ['bench', '--bench=.', '--profile=cpu,wait', '--count=1', '--benchtime=300ms', '--json'];
    const { status, stdout, stderr } = await runHereIn(computing, ...args);
    assert.equal(status, 0, stderr);
    const { benchmarks }: { benchmarks: Measured[] } = JSON.parse(stdout);
    const { wall, traced: _, ...parts } = benchmarks[0]?.bill ?? assert.fail(stdout);
    const { core } = parts;
    assert.ok(core === null || core >= 0, String(core));
    if (process.platform !== 'linux') assert.equal(core, null);
    const sum = Object.values(parts).reduce<number>((all, part) => all + (part ?? 0), 0);
    assert.ok(Math.abs(sum - wall) < 1, JSON.stringify(parts));
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
});

test('what starting and stopping the timer waits for is not timed, so no part of the bill', async () => {
  const { bill } = (await measured()).get('BenchmarkTimers') ?? assert.fail();
  assert.equal(bill?.sync, 0);
});

test('of goroutines that run at once there are parts, and no sum', async () => {
  const { bill } = (await measured()).get('BenchmarkParallel') ?? assert.fail();
  assert.equal(bill?.unexplained, null);
  assert.ok(bill.sync > 0);
});

test('each kind of waiting is what `go tool trace` and `go tool pprof` make of the same trace', async () => {
  const trace = join(scratch, 'trace.out');
  const args = ['test', '-vet=off', '-run=^$', '-bench=.', '-benchtime=10x', `-trace=${trace}`, '.'];
  execFileSync('go', args, { cwd: module.directory, env: { ...process.env, GOFLAGS: '' } });
  const ours = join(scratch, 'ours.pprof');
  copyFileSync(trace, ours);
  const request = await benchmarkRequest(module, []);
  const kept = succeeded(await keepTraced('wait', ours, { request, env: process.env, control: control() }));
  assert.deepEqual(
    kept.sampleTypes.map(({ type, unit }) => `${type}/${unit}`),
    ['sync', 'net', 'syscall', 'sched', 'sleep', 'collector', 'ready'].map(
      (kind) => `${kind}_delay/nanoseconds`,
    ),
  );
  // What package testing waits for is not in ours.
  const pattern = ['-focus=example.com/m.Benchmark', '-ignore=(RunParallel|Timer)$'];
  const asked = ['-unit=ns', ...pattern, '-nodecount=100000', '-nodefraction=0'];
  for (const kind of ['sync', 'net', 'syscall', 'sched']) {
    const theirs = join(scratch, `${kind}.pprof`);
    writeFileSync(theirs, execFileSync(goTool('trace'), [`-pprof=${kind}`, trace]));
    const top = execFileSync(goTool('pprof'), ['-top', ...asked, theirs], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const mine = await runHere('-top', ...asked, `-sample_index=${kind}_delay`, ours);
    assert.ok(rowsOf(top).length > 0, top);
    assert.deepEqual(rowsOf(mine.stdout), rowsOf(top), kind);
  }
});

/** Flat, cum and name; shares are of the total. */
function rowsOf(top: string): string[] {
  return [...top.matchAll(/^ *(\S+) +\S+% +\S+% +(\S+) +\S+% +(.*)$/gm)]
    .map(([, flat, cum, name]) => `${flat} ${cum} ${name}`)
    .sort();
}

test('a trace that becomes too large ends its pass, and is refused with a sentence', {
  timeout: 60_000,
}, async () => {
  const path = join(scratch, 'large.trace');
  const pass = async (signal: AbortSignal): Promise<Result<null>> => {
    while (!signal.aborted) {
      appendFileSync(path, Buffer.alloc(2 ** 19));
      await sleep(1);
    }
    return fail('cancelled', 'The run was cancelled.');
  };
  const end = await withinSize(path, pass, 2 ** 20);
  assert.equal(
    end.ok ? '' : sentence(end.problem),
    'its execution trace is larger than 1 MB. Give it fewer operations, as a benchtime such as 10x does',
  );
});

test('a benchmark whose trace becomes too large is traced with fewer operations', async () => {
  // While it is traced, an operation writes about a megabyte.
  const loud = goModule({
    'm_test.go': `package m

import (
	"context"
	"fmt"
	"runtime/trace"
	"strings"
	"testing"
	"time"
)

var written int

func BenchmarkLoud(b *testing.B) {
	long := strings.Repeat("x", 1000)
	for b.Loop() {
		time.Sleep(time.Millisecond)
		for range 1000 {
			if trace.IsEnabled() {
				written++
				trace.Log(context.Background(), "", fmt.Sprint(written, long))
			}
		}
	}
}
`,
  });
  const args = ['bench', '--bench=.', '--profile=cpu,wait', '--count=1', '--benchtime=100x', '--json'];
  const { status, stdout, stderr } = await runHereIn(loud, ...args);
  assert.equal(status, 0, stderr);
  const { benchmarks }: { benchmarks: Measured[] } = JSON.parse(stdout);
  const { bill, problems } = benchmarks[0] ?? assert.fail(stdout);
  assert.ok(bill !== undefined && bill.sleep > 0, JSON.stringify({ bill, problems }));
});
