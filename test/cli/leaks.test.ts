// Goroutines that outlive their test or benchmark, as `test --leaks` and `bench --leaks` find them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goOfVersion } from '../go/everyGo.ts';
import { goModule } from '../go/goModule.ts';
import { runCliIn } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

const source = `package m

import (
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"
)

var hold = make(chan int)

func TestMain(m *testing.M) {
	go func() { <-hold }() // before
	os.Exit(m.Run())
}

func leak() {
	c := make(chan int)
	go func() { <-c }() // leak
}

func TestSub(t *testing.T) {
	t.Run("sub", func(t *testing.T) { leak(); leak(); leak() })
}

// Its goroutines end after it, by its cleanup, or with the parent.
func TestEnds(t *testing.T) {
	done := make(chan int)
	t.Run("until the parent ends", func(t *testing.T) { go func() { <-done }() })
	t.Cleanup(func() { close(done) })
	go func() {
		for range 20 {
			time.Sleep(time.Millisecond)
		}
	}()
}

func TestClosesServer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
}

func TestServer(t *testing.T) {
	httptest.NewServer(http.NotFoundHandler()) // server
}

var both sync.WaitGroup

func TestParallel(t *testing.T) {
	both.Add(2)
	for _, name := range []string{"leaks", "does not"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "leaks" {
				leak()
			}
			both.Done()
			both.Wait()
		})
	}
}

func FuzzSeeds(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) { leak() })
}

func Example() {
	leak()
	// Output:
}

func TestSees(t *testing.T) {
	if os.Getenv("GODEBUG") != "" || os.Getenv("PPROF_LENS_LEAKS") != "" {
		t.Error("the environment is another one")
	}
}

func TestPanics(t *testing.T) {
	leak()
	t.Run("sub", func(t *testing.T) {
		if os.Getenv("PANIC") != "" {
			panic("too bad")
		}
	})
}

func BenchmarkLeaks(b *testing.B) {
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			leak()
		}
	})
	b.Run("none", func(b *testing.B) {
		for b.Loop() {
		}
	})
}
`;

const clean = `package clean

import "testing"

func TestClean(t *testing.T) {
	done := make(chan int)
	go func() { done <- 1 }()
	<-done
}

func BenchmarkClean(b *testing.B) {
	for b.Loop() {
	}
}
`;

const unreachable = `package unreachable

import "testing"

func init() { go func() { <-make(chan int) }() } // init

func TestLeaks(t *testing.T) { go func() { <-make(chan int) }() } // test
`;

const module = goModule({
  'm_test.go': source,
  'clean/clean_test.go': clean,
  'unreachable/unreachable_test.go': unreachable,
});

interface Leak {
  readonly test: string;
  readonly count: number;
  readonly state: string;
  readonly file: string;
  readonly line: number;
  readonly startedBy: string;
  readonly unreachable: boolean;
  readonly beforeTests: boolean;
  readonly operations?: number;
}

const leaksIn = (stdout: string) => (JSON.parse(stdout) as { leaks: Leak[] }).leaks;

describe('tests that leave goroutines behind', async () => {
  const run = await runCliIn(module.directory, 'test', '.', '--leaks', '--json');
  const leaks = run.stdout === '' ? [] : leaksIn(run.stdout);
  const of = (name: string) => leaks.filter((each) => each.test === name);

  test('each is of its test, with the line where it stands and what started it', () => {
    assert.equal(run.status, 1, run.stderr);
    const line = module.line('m_test.go', '// leak');
    for (const [name, count] of Object.entries({
      'TestSub/sub': 3,
      'TestParallel/leaks': 1,
      'FuzzSeeds/seed#0': 1,
      Example: 1,
      TestPanics: 1,
    })) {
      const [leak, ...others] = of(name);
      assert.deepEqual([leak?.count, leak?.state, leak?.line], [count, 'chan receive', line], name);
      assert.match(leak?.startedBy ?? '', new RegExp(`^example\\.com/m\\.leak at .*m_test\\.go:${line}$`));
      assert.deepEqual(others, []);
    }
  });

  test('what the standard library has started is on the line that called it', (t) => {
    if (process.platform !== 'linux') return t.skip('the lines of callers are read from ELF files');
    const line = module.line('m_test.go', '// server');
    assert.deepEqual(
      of('TestServer').map((leak) => [leak.state, leak.line, leak.startedBy.replace(/ at .*:/, ' at ')]),
      [['IO wait', line, `example.com/m.TestServer at ${line}`]],
    );
  });

  test('nothing else is a leak: what stood before, what ends, an idle connection, what the parent ends', () => {
    const names = new Set(leaks.map((leak) => leak.test));
    assert.deepEqual([...names].sort(), [
      'Example',
      'FuzzSeeds/seed#0',
      'TestPanics',
      'TestParallel/leaks',
      'TestServer',
      'TestSub/sub',
    ]);
  });
});

test('the text names the lines; after a panic those that are known by then', async () => {
  const args = ['test', '.', '--leaks', '--run=TestSub|TestPanics'];
  const run = await runHereIn({ ...module, env: { ...process.env, PANIC: '1' } }, ...args);
  assert.equal(run.status, 1);
  const place = String.raw`\S+m_test\.go:${module.line('m_test.go', '// leak')}`;
  const leak = String.raw`3 goroutines leaked \(chan receive\), started at ${place} by example\.com/m\.leak, in TestSub/sub`;
  assert.match(run.stdout, new RegExp(`^${place}: ${leak}$`, 'm'));
  assert.match(run.stderr, /TestPanics\S* panicked/);
});

test('no leaks, or none but ignored ones: a sentence, and exit status 0', async () => {
  const ignored = ['--run=TestSub', '--leaks-ignore=^example\\.com/m\\.leak$', '.'];
  for (const args of [['./clean'], ignored]) {
    const run = await runHereIn(module, 'test', '--leaks', ...args);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^No goroutine leaks\.$/m);
  }
  const wrong = await runHere('test', '--leaks', '--leaks-ignore=(');
  assert.equal(wrong.status, 2, wrong.stderr);
});

test('benchmarks: leaks of each operation, beside the results', async () => {
  const args = [
    'bench',
    '.',
    './clean',
    '--bench=.',
    '--benchtime=20x',
    '--profile=none',
    '--leaks',
    '--json',
  ];
  const run = await runHereIn(module, ...args);
  assert.equal(run.status, 1, run.stderr);
  assert.deepEqual(
    leaksIn(run.stdout).map((leak) => [leak.test, leak.count, leak.operations]),
    [['BenchmarkLeaks/each', 20, 20]],
  );
  assert.match(run.stderr, /pprof-lens: 20 goroutines leaked\./);
  assert.equal((JSON.parse(run.stdout) as { benchmarks: unknown[] }).benchmarks.length, 3);
});

test('with goroutineleak: which nothing can wake up again, before the tests, too', async (t) => {
  const go = await goOfVersion('1.27.0');
  if (typeof go === 'string') return t.skip(go);
  const env = { ...go.env, GOTOOLCHAIN: 'go1.27.0' };
  const run = await runHereIn({ ...module, env }, 'test', './unreachable', '--leaks', '--json');
  assert.equal(run.status, 1, run.stderr);
  const file = 'unreachable/unreachable_test.go';
  assert.deepEqual(
    leaksIn(run.stdout)
      .map((leak) => [leak.test, leak.line, leak.unreachable, leak.beforeTests])
      .sort(),
    [
      ['', module.line(file, '// init'), true, true],
      ['TestLeaks', module.line(file, '// test'), true, false],
    ],
  );
});
