/**
 * Go code by which a process says what it has used, and what the machine sees of its memory. A program has it in package main,
 * which may use any name, a test binary in package testing.
 */
import { number, object, type Read } from '../../base/outsideValues.ts';
import { processMemory } from '../../base/processMemory.ts';

type Package = 'main' | 'testing';

/** Since the process began. Nanoseconds; 0 for what the system does not say. */
export const readProcessUse = object({
  objects: number,
  bytes: number,
  cpuNs: number,
  switches: number,
  ...processMemory,
});

export type ProcessUse = Read<typeof readProcessUse>;

/** `pprofLensUse`: all of it as JSON. It needs `processTime` or `noProcessTime`. */
export function processUse(of: Package): string {
  return `package ${of}

import (
	pprofLensFmt "fmt"
	pprofLensRuntime "runtime"
)

func pprofLensUse() []byte {
	var memory pprofLensRuntime.MemStats
	pprofLensRuntime.ReadMemStats(&memory)
	return pprofLensFmt.Appendf(nil, \`{"objects":%d,"bytes":%d,"cpuNs":%d,"switches":%d,"collections":%d,"pauses":%d,"heapGoal":%d,"stacks":%d,"peak":%d}\`,
		memory.Mallocs, memory.TotalAlloc, pprofLensCPUTime(), pprofLensSwitches(), memory.NumGC, memory.PauseTotalNs, memory.NextGC, memory.StackInuse, pprofLensPeak())
}
`;
}

export function processTime(of: Package): string {
  return `package ${of}

import (
	pprofLensOS "os"
	pprofLensRuntime "runtime"
	pprofLensStrconv "strconv"
	pprofLensStrings "strings"
	pprofLensSyscall "syscall"
)

// Nanoseconds of the whole process.
func pprofLensCPUTime() int64 {
	var used pprofLensSyscall.Rusage
	if pprofLensSyscall.Getrusage(pprofLensSyscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return used.Utime.Nano() + used.Stime.Nano()
}

// How often its threads have waited, or made room for others.
func pprofLensSwitches() int64 {
	var used pprofLensSyscall.Rusage
	if pprofLensSyscall.Getrusage(pprofLensSyscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return int64(used.Nvcsw) + int64(used.Nivcsw)
}

// The most bytes of memory that the process had. On Linux, Maxrss has those of the process that has started it.
func pprofLensPeak() int64 {
	if status, err := pprofLensOS.ReadFile("/proc/self/status"); err == nil {
		_, after, _ := pprofLensStrings.Cut(string(status), "\\nVmHWM:")
		line, _, _ := pprofLensStrings.Cut(after, " kB")
		peak, _ := pprofLensStrconv.ParseInt(pprofLensStrings.TrimSpace(line), 10, 64)
		return peak * 1024
	}
	var used pprofLensSyscall.Rusage
	if pprofLensSyscall.Getrusage(pprofLensSyscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	if pprofLensRuntime.GOOS == "darwin" {
		return int64(used.Maxrss)
	}
	return int64(used.Maxrss) * 1024
}
`;
}

/** For systems that do not say it. */
export function noProcessTime(of: Package): string {
  return `package ${of}

func pprofLensCPUTime() int64 { return 0 }

func pprofLensSwitches() int64 { return 0 }

func pprofLensPeak() int64 { return 0 }
`;
}
