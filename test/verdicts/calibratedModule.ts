/**
 * A Go module whose true costs are known by construction. One loop, `spin`, takes a time in proportion to its argument; the
 * lines of `work` call it with different arguments, so each line's true share is its argument divided by the sum of all. The
 * machine's speed changes what an operation costs, and not the shares. What a line of `allocate` allocates is written in it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Steps of the loop for each line of `work`, from a thousandth of the whole to three fifths. */
const steps = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 61_400];
const allSteps = steps.reduce((sum, each) => sum + each, 0);

/** The objects that each line of `allocate` makes in an operation. Their sizes are such that the allocator rounds none up. */
const allocations = [
  { objects: 256, bytes: 32 },
  { objects: 64, bytes: 256 },
  { objects: 32, bytes: 1_024 },
  { objects: 8, bytes: 8_192 },
  { objects: 2, bytes: 65_536 },
];

const workLines = steps.map((each) => `\tx += spin(${each})`);
const allocatingLines = allocations.map(
  ({ objects, bytes }) => `\tfor range ${objects} { kept = make([]byte, ${bytes}) }`,
);

const spin = `package calibrated

//go:noinline
func spin(steps uint64) uint64 {
	x := steps | 1
	for i := uint64(0); i < steps; i++ {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}
`;

const work = `package calibrated

var (
	sink uint64
	kept []byte
)

func work() (x uint64) {
${workLines.join('\n')}
	return x
}

func allocate() {
${allocatingLines.join('\n')}
}
`;

const benchmarks = `package calibrated

import (
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// processorTime is that of the whole process, by the clock that the profiler's timers run on.
func processorTime() int64 {
	const processClock = 2
	var now syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, processClock, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

func report(b *testing.B, from int64) {
	b.ReportMetric(float64(processorTime()-from)/float64(b.N), "cpu-ns/op")
}

func BenchmarkOne(b *testing.B) {
	from := processorTime()
	for b.Loop() {
		sink += work()
	}
	report(b, from)
}

func BenchmarkParallel(b *testing.B) {
	from := processorTime()
	b.RunParallel(func(pb *testing.PB) {
		var x uint64
		for pb.Next() {
			x += work()
		}
		atomic.AddUint64(&sink, x)
	})
	report(b, from)
}

func BenchmarkAllocate(b *testing.B) {
	for b.Loop() {
		allocate()
	}
}
`;

/** The file of the lines whose costs are known, and that of the loop in which all the time is spent. */
export const workFile = { name: 'work.go', text: work };
export const loopFile = { name: 'spin.go', text: spin };

function lineNumber(text: string): number {
  return work.split('\n').indexOf(text) + 1;
}

/** The lines of `work`, 1-based, and their true shares of the time of an operation. */
export const trueShares = workLines.map((text, i) => ({
  line: lineNumber(text),
  share: steps[i]! / allSteps,
}));

/** The lines of `allocate`, 1-based, and what an operation truly allocates on them. */
export const trueAllocations = allocatingLines.map((text, i) => {
  const { objects, bytes } = allocations[i]!;
  return { line: lineNumber(text), objects, bytes: objects * bytes };
});

/** Writes the module into a folder. */
export function writeModule(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'go.mod'), 'module calibrated\n\ngo 1.24\n');
  for (const { name, text } of [workFile, loopFile]) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'work_test.go'), benchmarks);
}
