/** `bench --why`: the compiler's reasons beside the lines that cost. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const source = `package m

import (
	"fmt"
	"testing"
)

var (
	text  string
	table = make([]int, 100)
	total int
)

// Too large for the runtime to put several into one block, of which a profile has only the first.
type place [4]int

func label(at place) string {
	return fmt.Sprint(at) // label
}

//go:noinline
func step(n int) (sum int) {
	for i := 0; i < 100; i++ {
		sum += i ^ n
	}
	return sum
}

func sum(values []int, n int) (sum int) {
	for i := range values {
		// On one line: samples of a division fall on what stands behind it.
		for j := 0; j < 20; j++ { sum += values[(i*n+j)%len(values)] } // index
		sum += step(i) // call
	}
	return sum
}

type counter struct{ n int }

//go:noinline
func (c *counter) add(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i ^ c.n
	}
	return sum
}

var one = &counter{1}
var any1 interface{ add(int) int } = one

func BenchmarkLines(b *testing.B) {
	for i := 0; i < b.N; i++ {
		text = label(place{i})
		total += sum(table, i) // large
		total += one.add(10000)  // method
		total += any1.add(10000) // interface
	}
}
`;

interface Line {
  readonly line: number;
  readonly reasons: readonly { readonly kind: string; readonly text: string }[];
}

describe('bench --why', () => {
  const module = goModule({ 'm_test.go': source });
  const at = (marker: string) => module.line('m_test.go', `// ${marker}`);
  // Two seconds of CPU time, two hundred samples. Each line of these has a tenth of them at least.
  const args = ['bench', '--bench=.', '--benchtime=80000x', '--why'];
  let lines: readonly Line[] = [];
  before(async () => {
    const run = await runHereIn(module, ...args, '--json');
    assert.equal(run.status, 0, run.stderr);
    lines = JSON.parse(run.stdout).benchmarks[0].lines;
  });
  const reasonsOn = (marker: string) => lines.find(({ line }) => line === at(marker))?.reasons;

  test('says why a line allocates', () => {
    assert.deepEqual(reasonsOn('label'), [
      { kind: 'escape', text: 'at escapes to heap: passed to fmt.Sprint as any' },
    ]);
  });

  test('says which check stays in a loop, and which call', () => {
    assert.deepEqual(reasonsOn('index'), [
      {
        kind: 'bounds',
        text: 'the index of values[(i*n+j)%len(values)] is checked against its bounds each time',
      },
    ]);
    assert.deepEqual(reasonsOn('call'), [
      { kind: 'inline', text: 'm.step is not inlined: marked go:noinline' },
    ]);
  });

  test('tells a call of a method from one through an interface, which no compiler could inline', (t) => {
    if (!['x64', 'arm64'].includes(process.arch)) return t.skip('the instructions are not understood');
    assert.deepEqual(
      reasonsOn('method'),
      [{ kind: 'inline', text: 'm.(*counter).add is not inlined: marked go:noinline' }],
      JSON.stringify(lines),
    );
    assert.deepEqual(reasonsOn('interface'), []);
  });

  test('says by how much a function is too large', () => {
    const [reason] = reasonsOn('large') ?? [];
    assert.match(reason?.text ?? '', /^m\.sum is not inlined: its cost of \d+ is above the budget of 80$/);
  });

  test('says nothing of what costs nothing, and leaves nothing behind', () => {
    assert.ok(
      lines.every(
        ({ line, reasons }) =>
          reasons.length === 0 ||
          [at('label'), at('index'), at('call'), at('method'), at('large')].includes(line),
      ),
    );
    assert.deepEqual(module.files(), ['go.mod', 'm_test.go']);
  });

  test('has a list in the text, and reasons below the hot lines', async () => {
    const run = await runHereIn(module, ...args, '--benchtime=40000x');
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^ +the index of values\[\(i\*n\+j\)%len\(values\)\] is checked/m);
    assert.match(
      run.stdout,
      /Allocations explained: 1 line explains [\d.]+% of B\/op\n +[\d.]+ B\/op {2}module\/m_test\.go:\d+ {2}at escapes to heap/,
    );
  });
});
