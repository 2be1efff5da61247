/**
 * The Go code of a delay at a line. It is in package testing of one build, because that knows how often the line runs while the
 * timer does. The line itself gets a call in front of its statement, so that all lines keep their numbers.
 */
import type { TestingChange } from '../build/changedTesting.ts';

/** How often the delay's loop turns, for one measurement after the other; `count` counts the executions instead. */
const variable = 'PPROF_LENS_DELAY';

/** Reported beside ns/op: how often the line runs in an operation, how often the loop turns, and what a turn takes in nanoseconds. */
export const executionsUnit = 'lens-executions/op';
export const turnsUnit = 'lens-turns';
export const turnUnit = 'lens-turn-ns';

export function delayEnvironment(turns: readonly number[] | 'count'): Record<string, string> {
  return { [variable]: String(turns) };
}

/** What is written in front of the statement, and the declaration of it in the same package. */
export const delayCall = 'pprofLensDelay(); ';

export function delayDeclaration(packageName: string): string {
  return `// Added to this build by pprof Lens. It is in no folder of yours: see -overlay in "go help build".

package ${packageName}

import pprofLensTesting "testing"

func pprofLensDelay() { pprofLensTesting.PprofLensDelay() }
`;
}

/** Each turn needs the result of the one before, so that the processor cannot do several at once. */
const source = `// Added to this build by pprof Lens, to delay a line. It is in no folder of yours: see -overlay in "go help build".

package testing

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

var (
	pprofLensCounts     bool
	pprofLensSeries     []uint64
	pprofLensNext       int
	pprofLensTurns      uint64
	pprofLensTurnNs     float64
	pprofLensExecutions atomic.Uint64
	pprofLensBegan      uint64
	pprofLensTimed      uint64
)

var _ = pprofLensStart()

func pprofLensStart() bool {
	turns := os.Getenv("${variable}")
	os.Unsetenv("${variable}")
	pprofLensCounts = turns == "count"
	for _, each := range strings.Split(turns, ",") {
		if number, err := strconv.ParseUint(each, 10, 64); err == nil {
			pprofLensSeries = append(pprofLensSeries, number)
		}
	}
	return pprofLensCounts
}

// PprofLensDelay is what the line calls first.
func PprofLensDelay() {
	if pprofLensCounts {
		pprofLensExecutions.Add(1)
	} else {
		pprofLensSpin(pprofLensTurns)
	}
}

//go:noinline
func pprofLensSpin(turns uint64) {
	value := turns
	for range turns {
		value = value*6364136223846793005 + 1442695040888963407
	}
	if value == 1 {
		os.Stderr.WriteString("")
	}
}

// A measurement begins. On a busy machine a turn takes longer, as all that is measured does.
func pprofLensBegins() {
	const calls, turnsOfCall = 15, 100_000
	best, begin := time.Hour, time.Now()
	for range calls {
		begin := time.Now()
		pprofLensSpin(turnsOfCall)
		best = min(best, time.Since(begin))
	}
	pprofLensTurnNs = float64(time.Since(begin)) / (calls * turnsOfCall)
	// Where the delays are only to be chosen, undisturbed is better.
	if pprofLensCounts {
		pprofLensTurnNs = float64(best) / turnsOfCall
	}
	if len(pprofLensSeries) > 0 {
		pprofLensTurns = pprofLensSeries[pprofLensNext%len(pprofLensSeries)]
		pprofLensNext++
	}
}

func pprofLensTimerStarts(b *B) {
	if !b.timerOn {
		pprofLensBegan = pprofLensExecutions.Load()
	}
}

func pprofLensTimerStops(b *B) {
	if b.timerOn {
		pprofLensTimed += pprofLensExecutions.Load() - pprofLensBegan
	}
}

func pprofLensTimerResets() {
	pprofLensBegan = pprofLensExecutions.Load()
	pprofLensTimed = 0
}

func pprofLensRan(b *B) {
	if b.N == 0 || b.extra == nil {
		return
	}
	b.extra["${turnUnit}"] = pprofLensTurnNs
	b.extra["${turnsUnit}"] = float64(pprofLensTurns)
	if pprofLensCounts {
		b.extra["${executionsUnit}"] = float64(pprofLensTimed) / float64(b.N)
	}
}
`;

/** What is done first in these functions of package testing, as they are in Go 1.24 to 1.27. */
const firsts = {
  'func (b *B) StartTimer() {': 'pprofLensTimerStarts(b)',
  'func (b *B) StopTimer() {': 'pprofLensTimerStops(b)',
  'func (b *B) ResetTimer() {': 'pprofLensTimerResets()',
  'func (b *B) run1() bool {': 'pprofLensBegins()',
  'func (b *B) runN(n int) {': 'defer pprofLensRan(b)',
};

export const delayChange: TestingChange = {
  edits: Object.entries(firsts).map(
    ([head, code]) => ['benchmark.go', `${head}\n`, `${head} ${code}\n`] as const,
  ),
  added: { 'pprof_lens.go': source },
};
