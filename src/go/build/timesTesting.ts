/**
 * What every test binary of ours has in package testing besides, from Go 1.24 on: where an environment variable names a file, the
 * clock is looked at around each operation of a `b.Loop`, and the file gets how many took how long. Every iteration then takes the
 * slow path of `Loop`, which all others take once or twice: they stay as they are. The timer of the benchmark is the clock, so that
 * what is done while it is stopped does not count.
 */
import type { TestingChange } from './changedTesting.ts';

/** Names the file. */
export const timesVariable = 'PPROF_LENS_TIMES';

const check = '\t\tb.Fatal("B.Loop called with timer stopped")\n\t}\n';

export const timesEdits: TestingChange['edits'] = [
  [
    'benchmark.go',
    check,
    check.replace(/\n$/, '; if pprofLensTimesFile != "" { return pprofLensTimedLoop(b) }\n'),
  ],
];

/**
 * A table of fixed size in place of a list: values below 128 by themselves, then 128 of equal width for each doubling, so that none is
 * off by more than 0.8%. The first look at the clock, and a thousand that have nothing between them, tell what a look takes.
 */
const times = `// Added to this build by pprof Lens, to time single operations. It is in no folder of yours: see -overlay in "go help build".

package testing

import (
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"sort"
	"strings"
	"time"
)

var (
	pprofLensTimesFile string
	pprofLensCounts    [58 * 128]int
	pprofLensLongest   time.Duration
	pprofLensLast      time.Duration
	pprofLensClock     time.Duration
)

func init() {
	pprofLensTimesFile = os.Getenv("${timesVariable}")
	os.Unsetenv("${timesVariable}")
}

func pprofLensTimedLoop(b *B) bool {
	now := b.Elapsed()
	if b.loop.n == 0 {
		pprofLensCounts, pprofLensLongest = [58 * 128]int{}, 0
		var looks [1001]time.Duration
		for i := range looks {
			from := b.Elapsed()
			looks[i] = b.Elapsed() - from
		}
		sort.Slice(looks[:], func(i, j int) bool { return looks[i] < looks[j] })
		pprofLensClock = looks[len(looks)/2]
		b.N = 0
		b.ResetTimer()
		b.loop.i, b.loop.n = 1, 1
		pprofLensLast = b.Elapsed()
		return true
	}
	took := now - pprofLensLast
	if took < 0 {
		// The benchmark has reset its timer.
		took = now
	}
	pprofLensLongest = max(pprofLensLongest, took)
	at := int(took)
	if doublings := bits.Len64(uint64(took)) - 8; doublings >= 0 {
		at = doublings*128 + int(took>>doublings)
	}
	pprofLensCounts[at]++
	if b.loop.i < uint64(b.benchTime.n) {
		b.loop.i++
		b.loop.n = b.loop.i
		pprofLensLast = b.Elapsed()
		return true
	}
	b.StopTimer()
	b.N = int(b.loop.n)
	b.loop.done = true
	pprofLensWriteTimes(b)
	return false
}

// A line for each benchmark: its longest operation, a look at the clock, the shortest time of each row of the table with its count.
func pprofLensWriteTimes(b *B) {
	var line strings.Builder
	fmt.Fprintf(&line, "%d %d %d", runtime.GOMAXPROCS(0), pprofLensLongest, pprofLensClock)
	for at, count := range pprofLensCounts {
		if count > 0 {
			doublings := max(0, at/128-1)
			fmt.Fprintf(&line, " %d:%d", (at-doublings*128)<<doublings, count)
		}
	}
	file, err := os.OpenFile(pprofLensTimesFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	fmt.Fprintf(file, "%s %s\\n", line.String(), b.name)
	file.Close()
}
`;

export const timesFiles: TestingChange['added'] = { 'pprof_lens_times.go': times };
