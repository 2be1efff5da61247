/**
 * The Go file by which a program that is compared says what it has used: objects and bytes by `runtime.ReadMemStats`, which
 * are those that `go test -benchmem` counts, CPU time by `getrusage`, and the most memory that it had. No profiler runs, and
 * nothing is done between two reports. It is added to package main with the recorder (recorder.ts), whose exit hook it uses.
 *
 * - A server connects to us, and answers each byte that we send with a line. So we choose between which requests it counts.
 * - Another program writes the line to a file when it ends; if it crashes there is none.
 */
import { number, object, type Read } from '../../base/outsideValues.ts';

export type CountsBy = 'server' | 'program';

/** The environment variable that says to whom the line goes: `HOST:PORT TOKEN` for a server, the path of a file for others. */
const variable = 'PPROF_LENS_COUNT';

export function counterEnvironment(to: string): Record<string, string> {
  return { [variable]: to };
}

/** A report, since the program began. Nanoseconds; 0 for what the system does not say. */
export const readCounts = object({ objects: number, bytes: number, cpuNs: number, peakBytes: number });

export type Counts = Read<typeof readCounts>;

export function counterSource(by: CountsBy, goos: string): string {
  const hasUsage = goos !== 'windows';
  return `// Added to this build by pprof Lens, to count what the program uses. It is in no folder of yours: see -overlay in "go help build".

package main

import (
${by === 'server' ? '\tpprofLensCountNet "net"\n' : ''}	pprofLensCountOS "os"
	pprofLensCountRuntime "runtime"
	pprofLensCountStrconv "strconv"
	pprofLensCountStrings "strings"
${hasUsage ? '\tpprofLensCountSyscall "syscall"\n' : ''})

var _ = pprofLensCount()

${by === 'server' ? answersUs : writesFile}
func pprofLensCounts() string {
	var memory pprofLensCountRuntime.MemStats
	pprofLensCountRuntime.ReadMemStats(&memory)
	cpu, peak := pprofLensUsage()
	number := func(n uint64) string { return pprofLensCountStrconv.FormatUint(n, 10) }
	return \`{"objects":\` + number(memory.Mallocs) + \`,"bytes":\` + number(memory.TotalAlloc) +
		\`,"cpuNs":\` + number(cpu) + \`,"peakBytes":\` + number(peak) + "}\\n"
}

${hasUsage ? usage : noUsage}`;
}

const answersUs = `func pprofLensCount() bool {
	address, token, ok := pprofLensCountStrings.Cut(pprofLensCountOS.Getenv("${variable}"), " ")
	pprofLensCountOS.Unsetenv("${variable}")
	if ok {
		go pprofLensAnswer(address, token)
	}
	return ok
}

func pprofLensAnswer(address, token string) {
	connection, err := pprofLensCountNet.Dial("tcp", address)
	if err != nil {
		return
	}
	connection.Write([]byte(token + "\\n"))
	asked := make([]byte, 1)
	for {
		if _, err := connection.Read(asked); err != nil {
			return
		}
		connection.Write([]byte(pprofLensCounts()))
	}
}
`;

const writesFile = `func pprofLensCount() bool {
	path := pprofLensCountOS.Getenv("${variable}")
	pprofLensCountOS.Unsetenv("${variable}")
	if path == "" {
		return false
	}
	pprofLensAddExitHook(pprofLensHook{RunOnFailure: true, F: func() {
		pprofLensCountOS.WriteFile(path, []byte(pprofLensCounts()), 0o600)
	}})
	return true
}
`;

/** On Linux the peak of \`getrusage\` has that of the process that has started the program. */
const usage = `func pprofLensUsage() (cpu, peak uint64) {
	var usage pprofLensCountSyscall.Rusage
	if pprofLensCountSyscall.Getrusage(pprofLensCountSyscall.RUSAGE_SELF, &usage) != nil {
		return 0, 0
	}
	cpu = uint64(usage.Utime.Nano() + usage.Stime.Nano())
	status, err := pprofLensCountOS.ReadFile("/proc/self/status")
	if err != nil {
		peak = uint64(usage.Maxrss)
		if pprofLensCountRuntime.GOOS != "darwin" {
			peak *= 1024
		}
		return cpu, peak
	}
	_, after, _ := pprofLensCountStrings.Cut(string(status), "\\nVmHWM:")
	line, _, _ := pprofLensCountStrings.Cut(after, " kB")
	peak, _ = pprofLensCountStrconv.ParseUint(pprofLensCountStrings.TrimSpace(line), 10, 64)
	return cpu, peak * 1024
}
`;

const noUsage = `func pprofLensUsage() (cpu, peak uint64) { return 0, 0 }

var _ = pprofLensCountStrings.Cut
`;
