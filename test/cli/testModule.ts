import { type GoModule, goModule } from '../go/goModule.ts';
import type { CliRun } from './runCli.ts';
import { runHereIn } from './runHere.ts';

const source = `package m

import (
	"fmt"
	"os"
	"testing"
)

var (
	sum  int
	kept [][]byte
)

func TestMain(m *testing.M) {
	os.Exit(m.Run())
}

func work(n int) {
	for i := 0; i < n*5_000_000; i++ { // work
		sum += i % 7 * 3
	}
}

func allocate(n int) {
	for i := 0; i < n; i++ {
		kept = append(kept, make([]byte, 1<<20)) // bytes
	}
	kept = nil
}

func TestSlow(t *testing.T) {
	work(40) // slow
}

func TestTable(t *testing.T) {
	for _, n := range []int{10, 5} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			t.Parallel()
			work(n)
		})
	}
}

func TestAllocates(t *testing.T) {
	done := make(chan bool)
	go func() {
		allocate(100)
		done <- true
	}()
	<-done
}

func TestSkipped(t *testing.T) { t.Skip("not now") }

func FuzzWork(f *testing.F) {
	f.Add(20)
	f.Fuzz(func(t *testing.T, n int) { work(n) })
}
`;

const external = `package m_test

import (
	"fmt"
	"strings"
)

func Example() {
	text := ""
	for range 60 {
		text = strings.Repeat("x", 1<<20)
	}
	fmt.Println(len(text))
	// Output: 1048576
}
`;

const failing = `package failing

import "testing"

var sum int

func TestWrong(t *testing.T) {
	for i := 0; i < 200_000_000; i++ {
		sum += i % 7
	}
	t.Errorf("want 3, got %d", 4)
}
`;

const testFile = (name: string, body: string, imports = '"testing"') =>
  `package ${name}\n\nimport (\n${imports}\n)\n\n${body}\n`;

/** Writes it to a new folder. Who calls it removes it. */
export function testModule(): GoModule {
  return goModule({
    'm_test.go': source,
    'external_test.go': external,
    'failing/failing_test.go': failing,
    'broken/broken_test.go': testFile('broken', 'func TestX(t *testing.T) { missing() }'),
    'panics/panics_test.go': testFile('panics', 'func TestX(t *testing.T) { panic("too bad") }'),
    'exits/exits_test.go': testFile('exits', 'func TestX(t *testing.T) { os.Exit(3) }', '"os"\n"testing"'),
    'early/early_test.go': testFile(
      'early',
      'func TestMain(m *testing.M) { os.Exit(0) }\nfunc TestX(t *testing.T) {}',
      '"os"\n"testing"',
    ),
    'sleeps/sleeps_test.go': testFile(
      'sleeps',
      'func TestX(t *testing.T) { time.Sleep(time.Hour) }',
      '"testing"\n"time"',
    ),
    'none/none.go': 'package none\n',
    'onlybench/bench_test.go': testFile('onlybench', 'func BenchmarkX(b *testing.B) {}'),
  });
}

/** Runs `pprof-lens test` in the module. */
export function cliTest({ directory }: GoModule, ...args: string[]): Promise<CliRun> {
  return runHereIn({ directory }, 'test', ...args);
}
