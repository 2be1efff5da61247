// Counted instructions in `pprof-lens bench`, by the real valgrind. The last test is where there is none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { leastSpreadOfHeap } from '../../src/go/counters/countedProfile.ts';
import { goModule } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { runHereIn } from './runHere.ts';

const source = `package m

import (
	"os"
	"testing"
	"time"
)

var sink, size int

//go:noinline
func work(n int) int {
	sum := 0
	for i := range n {
		sum += i ^ sum // work
	}
	return sum
}

func run(b *testing.B, n int) {
	for range b.N {
		sink += work(n) // calls work
	}
}

func BenchmarkGrowing(b *testing.B) {
	for i := range b.N {
		sink += work(i / 10) // as a list that grows
	}
}

func BenchmarkFirst(b *testing.B) {
	b.Run("of-two", func(b *testing.B) {
		run(b, 1000)
	})
	sink += work(int(time.Now().UnixNano() % 1_000_000)) // afterwards
}

func BenchmarkLoop(b *testing.B) {
	n := 50
	if os.Getenv("GOGC") == "off" {
		n = 500
	}
	sink += work(100_000) // setup
	for b.Loop() {
		sink += work(n) // calls in loop
	}
}
`;

const recursiveSource = `package m

import "testing"

var sink int

//go:noinline
func work(n int) int {
	sum := 0
	for i := range n {
		sum += i ^ sum
	}
	return sum
}

//go:noinline
func deep(n int) int {
	if n == 0 {
		return work(1000)
	}
	return deep(n-1) + work(10) // deep calls itself
}

//go:noinline
func even(n int) int {
	if n == 0 {
		return work(1000)
	}
	return odd(n-1) + work(10) // even calls odd
}

//go:noinline
func odd(n int) int {
	if n == 0 {
		return work(1000)
	}
	return even(n-1) + work(10) // odd calls even
}

//go:noinline
func tree(n int) int {
	if n == 0 {
		return work(10)
	}
	sum := tree(n-1) // first branch
	return sum + tree(n-1) // second branch
}

func BenchmarkChains(b *testing.B) {
	for range b.N {
		sink += deep(40) // loop
		sink += even(200) // loop of two
	}
}

func BenchmarkTree(b *testing.B) {
	for range b.N {
		sink += tree(9)
	}
}
`;

const isThere = spawnSync('valgrind', ['--version']).error === undefined;
const skip = isThere ? false : 'valgrind is not installed: sudo apt install valgrind';

interface Counted {
  readonly flat: number;
  readonly cum?: number;
}

interface Report {
  readonly benchmarks: readonly {
    readonly name: string;
    readonly instructions?: { perOp: number; spread: number; by: string; missing?: string };
    readonly counters?: Readonly<Record<string, { readonly median: number }>>;
    readonly lines: readonly { readonly line: number; readonly metrics: Record<string, Counted> }[];
    readonly profiles: readonly { readonly kind: string; readonly path: string }[];
    readonly notes: readonly { readonly code: string; readonly message: string }[];
    readonly problems: readonly { readonly code: string; readonly message: string }[];
  }[];
}

async function bench(directory: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const all = ['bench', '--bench=.', '--profile=', '--benchtime=3000x', '--instructions', ...args];
  const { stdout, stderr } = await runHereIn({ directory, env }, ...all);
  assert.notEqual(stdout, '', stderr);
  return { stdout, stderr };
}

test('what an operation executes is counted exactly, in total and on each line', { skip }, async () => {
  const module = goModule({ 'm_test.go': source });
  const out = join(testFolder(), 'out');
  const { stdout, stderr } = await bench(module.directory, ['--json', `--out=${out}`, '--save=here']);
  assert.match(stderr, /^Instructions are counted last, .*: valgrind-[\d.]+, on (?:one core|two cores)\.$/m);
  const { benchmarks } = JSON.parse(stdout) as Report;
  const [growing, first, loop] = benchmarks;
  assert.ok(first?.instructions && loop?.instructions, stdout);
  for (const { name, instructions } of [first, loop]) {
    assert.ok(instructions !== undefined);
    assert.equal(instructions.by, 'valgrind');
    // On a busy machine the runtime starts threads, which take memory.
    assert.ok(instructions.spread <= leastSpreadOfHeap, `spread ${instructions.spread} of ${name}`);
  }
  const costOn = ({ lines }: Report['benchmarks'][number], marker: string) =>
    lines.find(({ line }) => line === module.line('m_test.go', marker))?.metrics['instructions/op'];
  // The line of the loop's body has the same instructions each time round: twice the size is twice the count, to the last one.
  // The other one has half of the size only where the collector does not run: when it does decides which blocks are cleared before
  // they are used.
  const body = (report: typeof loop) => costOn(report, '// work')?.flat ?? 0;
  assert.ok(body(loop) >= 1000);
  assert.ok(Math.abs(body(first) - 2 * body(loop)) < 0.5, `${body(first)}, ${body(loop)}`);
  // What an operation executes depends on how many there are: two counts of one number would be the same each time.
  const { spread = 0 } = growing?.instructions ?? {};
  assert.ok(spread > 0.01, `spread ${spread}`);
  // What is called belongs to the line that calls it. The setup does not.
  const calling = costOn(loop, '// calls in loop');
  assert.ok(Math.abs((calling?.cum ?? 0) / loop.instructions.perOp - 1) < 0.02, JSON.stringify(calling));
  assert.equal(costOn(loop, '// setup'), undefined);
  const sum = loop.lines.reduce((all, { metrics }) => all + (metrics['instructions/op']?.flat ?? 0), 0);
  assert.ok(Math.abs(sum / loop.instructions.perOp - 1) < 0.001, `${sum} of ${loop.instructions.perOp}`);
  // Nothing but the profiles is left.
  const files = readdirSync(out).filter((name) => !name.endsWith('.pprof'));
  assert.deepEqual(files.sort(), ['results.txt', 'run.json', 'saved']);

  // The saved run knows its counts, and both sides are counted when it is compared with.
  const again = await bench(module.directory, [
    '--json',
    `--out=${out}`,
    '--against=here',
    '--bench=Loop',
    '--count=4',
  ]);
  const compared = JSON.parse(again.stdout) as Report & { readonly base: Report['benchmarks'] };
  const [before] = compared.base.flatMap(({ name, instructions }) =>
    name === 'BenchmarkLoop' ? instructions : [],
  );
  assert.ok(before && Math.abs(before.perOp / loop.instructions.perOp - 1) < 0.001, JSON.stringify(before));
});

const simulatedSource = `package m

import (
	"slices"
	"testing"
)

var (
	sink   int
	values = make([]int, 65536*32)
	seen   [256]int
)

func work(b *testing.B, step int, sorted bool) {
	bytes := make([]byte, 4096)
	for i, random := 0, uint32(1); i < len(bytes); i++ {
		random = random*1664525 + 1013904223
		bytes[i] = byte(random >> 24)
	}
	if sorted {
		slices.Sort(bytes)
	}
	for b.Loop() {
		for i := range 65536 {
			sink += values[i*step] // load
		}
		for _, each := range bytes {
			if each < 128 { // branch
				seen[each]++
			}
		}
	}
}

func BenchmarkInOrder(b *testing.B)  { work(b, 1, true) }
func BenchmarkAnyOrder(b *testing.B) { work(b, 32, false) }
`;

test('a line that calls its own function has what is below it, once', { skip }, async () => {
  const module = goModule({ 'm_test.go': recursiveSource });
  const { stdout } = await bench(module.directory, ['--json', '--benchtime=200x']);
  const [chains, tree] = (JSON.parse(stdout) as Report).benchmarks;
  assert.ok(chains?.instructions && tree?.instructions, stdout);
  const cumOn = ({ lines }: typeof chains, marker: string) => {
    const row = lines.find(({ line }) => line === module.line('m_test.go', marker));
    return row?.metrics['instructions/op']?.cum ?? 0;
  };
  for (const { lines, instructions } of [chains, tree]) {
    const most = lines.map(({ metrics }) => metrics['instructions/op']?.cum ?? 0);
    assert.ok(
      Math.max(...most) <= 1.000001 * (instructions?.perOp ?? 0),
      `${most} of ${instructions?.perOp}`,
    );
  }
  // All but the loop, and all of a chain but the beginning of the first call, or of the first two.
  const [one, two] = [cumOn(chains, '// loop'), cumOn(chains, '// loop of two')];
  const shares = [
    (one + two) / chains.instructions.perOp,
    cumOn(chains, '// deep calls itself') / one,
    cumOn(chains, '// even calls odd') / two,
    cumOn(chains, '// odd calls even') / two,
  ];
  assert.ok(
    shares.every((share) => share > 0.98 && share <= 1.000001),
    `${shares}`,
  );
  assert.deepEqual(
    [chains, tree].map(({ notes }) => notes.filter(({ code }) => code === 'instructions-estimated')),
    [
      [],
      [
        {
          code: 'instructions-estimated',
          message: 'Several lines of m.tree lead to it again: what lies below each of them is an estimate.',
        },
      ],
    ],
  );
  // Of 1,024 ends of the tree one is not below the line.
  const branches = ['// first branch', '// second branch'].map(
    (marker) => cumOn(tree, marker) / (tree.instructions?.perOp ?? 0),
  );
  assert.ok(
    branches.every((share) => share > 0.95),
    `${branches}`,
  );
});

test('misses are simulated, the same on each machine, and belong to their line', { skip }, async () => {
  const module = goModule({ 'm_test.go': simulatedSource });
  const { stdout } = await bench(module.directory, ['--json', '--benchtime=10x', '--simulate']);
  const [inOrder, anyOrder] = (JSON.parse(stdout) as Report).benchmarks;
  assert.ok(inOrder?.instructions && anyOrder?.instructions, stdout);
  const more = anyOrder.instructions.perOp / inOrder.instructions.perOp;
  assert.ok(Math.abs(more - 1) < 0.001, `${more} times as many instructions`);
  const missed = ({ lines, counters = {} }: typeof inOrder, marker: string, what: string) => {
    const unit = `simulated-${what}-misses/op`;
    const row = lines.find(({ line }) => line === module.line('m_test.go', marker));
    const { flat = 0 } = row?.metrics[unit] ?? {};
    const all = counters[unit]?.median ?? -1;
    assert.ok(all >= 0.999 * flat && all < 1.02 * flat + 100, `${unit}: ${flat} on ${marker}, ${all} in all`);
    return Math.round(flat);
  };
  // 512 kB, eight numbers to a line of the cache; then 16 MB, a line for each number: more than either cache holds.
  assert.equal(missed(inOrder, '// load', 'L1'), 65536 / 8);
  assert.equal(missed(inOrder, '// load', 'LL'), 0);
  assert.equal(missed(anyOrder, '// load', 'L1'), 65536);
  assert.equal(missed(anyOrder, '// load', 'LL'), 65536);
  assert.ok(missed(inOrder, '// branch', 'branch') < 5);
  assert.ok(missed(anyOrder, '// branch', 'branch') > 1000);
});

test('without valgrind one sentence says what to install, and the rest is measured', async () => {
  const module = goModule({ 'm_test.go': source });
  const go = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim();
  const env = { ...process.env, PATH: join(go, 'bin') };
  const { stdout } = await bench(module.directory, ['--json', '--bench=Loop', '--benchtime=100x'], env);
  const [report] = (JSON.parse(stdout) as Report).benchmarks;
  assert.match(report?.instructions?.missing ?? '', /valgrind, which (?:is not installed: sudo apt|runs Go)/);
  assert.equal(report?.problems.length, 1);
});
