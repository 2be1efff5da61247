/**
 * What every test binary of ours has in package testing besides: it can run batches of operations when it is told to, and answer
 * what each took. So two versions stay alive beside each other and take turns of a few milliseconds. Without the variable in its
 * environment it works as Go's own.
 */
import { readFile } from 'node:fs/promises';
import type { Problem } from '../../base/result.ts';
import { buildWithTesting, type TestingChange } from './changedTesting.ts';
import type { BuildResult } from './compilerErrors.ts';
import { noProcessTime, processTime, processUse } from './processUse.ts';
import { type BinaryRequest, buildTestBinary } from './testBinary.ts';
import { timesEdits, timesFiles } from './timesTesting.ts';

const batchVariable = 'PPROF_LENS_BATCHES';
const stackVariable = 'PPROF_LENS_STACK';

/** The environment in which each benchmark has a large stack from its start: what grows one is no call, but callgrind takes it for some. */
export const stackEnvironment = { [stackVariable]: '1' };

const useVariable = 'PPROF_LENS_USE';

/**
 * The environment in which a test binary writes to a file what it has used when its tests have ended: see processUse.ts. Empty
 * for one that was built without that, because its tests would see it.
 */
export async function useEnvironment(binary: string, file: string): Promise<Record<string, string>> {
  return (await readFile(binary)).includes(useVariable) ? { [useVariable]: file } : {};
}

/** The environment in which a test binary waits for orders on its standard input, and answers between two of these on its output. */
export const batchEnvironment = { [batchVariable]: '1' };
export const answerMark = '\u001e';

const benchmarkFile = 'benchmark.go';

/** Each stands on a line that is there: all others keep their numbers. */
const edits: TestingChange['edits'] = [
  [
    benchmarkFile,
    'b.start = highPrecisionTimeNow()\n\t\tb.timerOn = true',
    'pprofLensTimerStarts(); b.start = highPrecisionTimeNow()\n\t\tb.timerOn = true',
  ],
  [
    benchmarkFile,
    'b.duration += highPrecisionTimeSince(b.start)\n',
    'b.duration += highPrecisionTimeSince(b.start); pprofLensTimerStops()\n',
  ],
  [
    benchmarkFile,
    'b.netBytes += memStats.TotalAlloc - b.startBytes\n',
    'b.netBytes += memStats.TotalAlloc - b.startBytes; pprofLensMemoryStops()\n',
  ],
  [
    benchmarkFile,
    'b.start = highPrecisionTimeNow()\n\t}\n\tb.duration = 0\n',
    'b.start = highPrecisionTimeNow()\n\t}\n\tb.duration = 0; pprofLensTimerResets()\n',
  ],
  [
    benchmarkFile,
    'clearing garbage from previous runs.\n\truntime.GC()\n',
    'clearing garbage from previous runs.\n\tif !pprofLensInBatch || pprofLensObserves { runtime.GC() }; pprofLensLargeStack()\n',
  ],
  [
    benchmarkFile,
    '\t// b.Loop does its own ramp-up logic so we just need to run it once.\n',
    '\tif pprofLensBatches(b) { return }\n',
  ],
  ['testing.go', '\t\tm.writeProfiles()\n', '\t\tpprofLensWriteUse(); m.writeProfiles()\n'],
];

/**
 * Garbage is not collected before each batch: the collector then works in the batches as it does in a long run, so that its work
 * is a part of them. An order is a number of operations; a negative one is a batch that does not count, and 0 ends the benchmark.
 *
 * A second word asks what the machine sees of its memory: garbage is collected before such a batch.
 */
const batches = `// Added to this build by pprof Lens, to measure two versions in turns. It is in no folder of yours: see -overlay in "go help build".

package testing

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var (
	pprofLensOrders   *bufio.Reader
	pprofLensAnswers  *os.File
	pprofLensInBatch  bool
	pprofLensObserves bool
	pprofLensStacks   bool
	pprofLensUseFile  string
	// CPU time while the timer was on, and that of the process when it was turned on.
	pprofLensCPU, pprofLensCPUFrom int64
	// The same of collections, and of the nanoseconds for which they have stopped the program.
	pprofLensCollections, pprofLensCollectionsFrom uint32
	pprofLensPauses, pprofLensPausesFrom           uint64
)

func init() {
	pprofLensStacks = os.Getenv("${stackVariable}") != ""
	os.Unsetenv("${stackVariable}")
	pprofLensUseFile = os.Getenv("${useVariable}")
	os.Unsetenv("${useVariable}")
	if os.Getenv("${batchVariable}") == "" {
		return
	}
	os.Unsetenv("${batchVariable}")
	pprofLensOrders, pprofLensAnswers = bufio.NewReader(os.Stdin), os.Stdout
	if nothing, err := os.Open(os.DevNull); err == nil {
		os.Stdin = nothing
	}
}

func pprofLensWriteUse() {
	if pprofLensUseFile != "" {
		os.WriteFile(pprofLensUseFile, pprofLensUse(), 0o600)
	}
}

func pprofLensLargeStack() {
	if pprofLensStacks {
		pprofLensLargeFrame(0)
	}
}

//go:noinline
func pprofLensLargeFrame(i int) byte {
	var frame [64 << 10]byte
	return frame[i]
}

func pprofLensTimerStarts() {
	if pprofLensInBatch {
		pprofLensCPUFrom = pprofLensCPUTime()
		pprofLensCollectionsFrom, pprofLensPausesFrom = memStats.NumGC, memStats.PauseTotalNs
	}
}

func pprofLensTimerStops() {
	if pprofLensInBatch {
		pprofLensCPU += pprofLensCPUTime() - pprofLensCPUFrom
	}
}

func pprofLensMemoryStops() {
	pprofLensCollections += memStats.NumGC - pprofLensCollectionsFrom
	pprofLensPauses += memStats.PauseTotalNs - pprofLensPausesFrom
}

func pprofLensTimerResets() {
	if pprofLensInBatch {
		pprofLensCPU, pprofLensCPUFrom = 0, pprofLensCPUTime()
		pprofLensCollections, pprofLensCollectionsFrom = 0, memStats.NumGC
		pprofLensPauses, pprofLensPausesFrom = 0, memStats.PauseTotalNs
	}
}

func pprofLensBatches(b *B) bool {
	if pprofLensOrders == nil {
		return false
	}
	sum := BenchmarkResult{Extra: map[string]float64{}}
	collections := memStats.NumGC
	answer := func(format string, values ...any) {
		fmt.Fprintf(pprofLensAnswers, "${answerMark}"+format+"${answerMark}", values...)
	}
	answer("ready %d %s", runtime.GOMAXPROCS(0), b.name)
	for !b.failed {
		text, err := pprofLensOrders.ReadString('\\n')
		order, _, observes := strings.Cut(strings.TrimSpace(text), " ")
		n, _ := strconv.Atoi(order)
		if err != nil || n == 0 {
			break
		}
		counts := n > 0
		if !counts {
			n = -n
		}
		b.benchTime = durationOrCountFlag{n: n}
		began := time.Now()
		pprofLensInBatch, pprofLensObserves, pprofLensCPU = true, observes, 0
		b.runN(n)
		pprofLensInBatch = false
		if counts {
			for unit, value := range b.extra {
				sum.Extra[unit] += value * float64(b.N)
			}
			sum.N += b.N
			sum.T += b.duration
			sum.Bytes = b.bytes
			sum.MemAllocs += b.netAllocs
			sum.MemBytes += b.netBytes
		}
		seen := ""
		if observes {
			seen = fmt.Sprintf(" %d %d %d %d %d", pprofLensCollections, pprofLensPauses, memStats.NextGC, memStats.StackInuse, pprofLensPeak())
		}
		answer("ran %d %d %d %d %d %d %d%s", b.N, b.duration, pprofLensCPU, time.Since(began), b.netAllocs, b.netBytes, memStats.NumGC-collections, seen)
		collections = memStats.NumGC
	}
	if sum.N == 0 {
		b.result = BenchmarkResult{b.N, b.duration, b.bytes, b.netAllocs, b.netBytes, b.extra}
		return true
	}
	for unit := range sum.Extra {
		sum.Extra[unit] /= float64(sum.N)
	}
	b.result = sum
	return true
}
`;

const withProcessTime = 'linux || darwin || freebsd';
const change: TestingChange = {
  edits,
  added: {
    'pprof_lens_batches.go': batches,
    'pprof_lens_use.go': processUse('testing'),
    'pprof_lens_time.go': `//go:build ${withProcessTime}\n\n${processTime('testing')}`,
    'pprof_lens_no_time.go': `//go:build !(${withProcessTime})\n\n${noProcessTime('testing')}`,
  },
};

/** The newest first: those of Go whose package testing has no such loop can run batches all the same. */
const changes: readonly TestingChange[] = [
  { edits: [...edits, ...timesEdits], added: { ...change.added, ...timesFiles } },
  change,
];

/** Where go refuses the overlay, or its package testing does not compile with ours, there are no batches. */
function isOurs({ code, details = '' }: Problem): boolean {
  return ['other-testing', 'bad-overlay'].includes(code) || /pprof_?[lL]ens/.test(details);
}

/**
 * Builds a test binary that can run batches and time operations, or one that cannot where package testing is another one than we know. Problems: those
 * of `buildTestBinary`, with another change those of `buildWithTesting`.
 */
export async function buildForBatches(
  request: BinaryRequest,
  also?: TestingChange,
): Promise<BuildResult<string>> {
  for (const { edits, added } of changes) {
    const built = await buildWithTesting(request, {
      edits: [...edits, ...(also?.edits ?? [])],
      added: { ...added, ...also?.added },
      others: also?.others ?? {},
    });
    if (built.ok || !isOurs(built.problem)) return built;
  }
  return also === undefined ? buildTestBinary(request) : buildWithTesting(request, also);
}
