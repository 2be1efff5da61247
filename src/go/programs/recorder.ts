/**
 * The Go file that records the profiles of a program that cannot record them itself. It is added to package main by
 * `go build -overlay`: the go command then takes it for a file of the package's folder, where it never is. No file of the
 * user's changes, so all lines, columns and names are theirs.
 *
 * How it gets to the end of the program, measured with Go 1.24 to 1.27:
 * - `main` returns, or any goroutine calls `os.Exit`, as `log.Fatal` and `flag` do: Go runs the exit hooks that it has for
 *   coverage (`internal/runtime/exithook`). Renaming `main` and wrapping it would miss every `os.Exit`, and put a name
 *   that is not the user's into stack traces and profiles.
 * - SIGINT, SIGTERM and SIGHUP: it writes its profiles, and lets the signal end the program if nobody else listens for it.
 *   Else the program goes on as it likes, recorded anew. How many listen is what `os/signal` counts.
 * - A panic, a fatal error or SIGKILL ends the program without any of this. So the profiles are written from time to time:
 *   what is lost is the last half, and at most ten seconds. Each time the profiler is off for a few milliseconds.
 *
 * Both names belong to the standard library, which the linker allows with `-checklinkname=0` only.
 */
import { fail, ok, type Result } from '../../base/result.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';

/** The environment variable that tells the recorder what to record, and where: see `recorderVariable`. */
const variable = 'PPROF_LENS_RECORD';

/** Pattern of the functions in whose stacks only recording itself is. */
export const recorderFrames = '^main\\.(\\(\\*)?pprofLens|^runtime/pprof\\.profileWriter$';

export const recorderLinkerFlags = '-checklinkname=0';

/** What the recorder needs in its environment: without it, the program runs as if the recorder were not there. */
export function recorderEnvironment(
  kinds: readonly string[],
  folder: string,
  { waits = false } = {},
): Record<string, string> {
  return { [variable]: `${[...kinds, ...(waits ? ['wait'] : [])].join(',')}:${folder}` };
}

/** A recorder that waits begins when this file is in its folder. */
export const beginFile = 'begin';

/** The end of the names of the recorder's profiles: `cpu-1.pprof`, `cpu-2.pprof`, `mem.pprof`. */
export const recordedExtension = '.pprof';

/** Where there are no signals: this file in the recorder's folder asks the program to end. */
export const stopFile = 'stop';

/** With this file in its folder, the recorder has written everything up to the end of the program. */
export const wholeFile = 'whole';

/** With this file, the program has not crashed: what it has used until its end, see processUse.ts. */
export const useFile = 'use.json';

/** The first Go with the exit hooks as they are used here. */
const firstMinor = 23;

/** Problem: `go-too-old`. */
export function checkRecorder({ version }: GoToolchain): Result<null> {
  const minor = /^go1\.(\d+)/.exec(version)?.[1];
  if (minor === undefined || Number(minor) >= firstMinor) return ok(null);
  return fail(
    'go-too-old',
    'Recording a program that does not write profiles itself takes Go 1.{0} or later; this is {1}.',
    [firstMinor, version],
  );
}

/**
 * Package main may use any name, so all of ours have a prefix, also those of the imports. As a variable of the first file,
 * the recorder starts before the program's other variables and `init` functions.
 */
export const recorderSource = `// Added to this build by pprof Lens, to record profiles. It is in no folder of yours: see -overlay in "go help build".

package main

import (
	pprofLensBytes "bytes"
	pprofLensOS "os"
	pprofLensSignal "os/signal"
	pprofLensFilepath "path/filepath"
	pprofLensRuntime "runtime"
	pprofLensPprof "runtime/pprof"
	pprofLensStrconv "strconv"
	pprofLensStrings "strings"
	pprofLensSync "sync"
	pprofLensSyscall "syscall"
	pprofLensTime "time"
	_ "unsafe"
)

type pprofLensHook struct {
	F            func()
	RunOnFailure bool
}

//go:linkname pprofLensAddExitHook internal/runtime/exithook.Add
func pprofLensAddExitHook(hook pprofLensHook)

//go:linkname pprofLensHandlers os/signal.handlers
var pprofLensHandlers struct {
	pprofLensSync.Mutex
	m   map[chan<- pprofLensOS.Signal]*int
	ref [65]int64
}

var _ = pprofLensStart()

type pprofLensRecorder struct {
	pprofLensSync.Mutex
	kinds  string
	folder string
	cpu    pprofLensBytes.Buffer
	parts  int
	ended  bool
}

func pprofLensStart() bool {
	kinds, folder, ok := pprofLensStrings.Cut(pprofLensOS.Getenv("${variable}"), ":")
	// What the program starts is not recorded.
	pprofLensOS.Unsetenv("${variable}")
	if !ok {
		return false
	}
	r := &pprofLensRecorder{kinds: "," + kinds + ",", folder: folder}
	if r.has("wait") {
		go r.awaitBegin()
	} else {
		r.start()
	}
	return true
}

func (r *pprofLensRecorder) awaitBegin() {
	for {
		if _, err := pprofLensOS.Stat(pprofLensFilepath.Join(r.folder, "${beginFile}")); err == nil {
			r.start()
			return
		}
		pprofLensTime.Sleep(pprofLensTime.Second / 10)
	}
}

func (r *pprofLensRecorder) start() {
	if r.has("block") {
		pprofLensRuntime.SetBlockProfileRate(1)
	}
	if r.has("mutex") {
		pprofLensRuntime.SetMutexProfileFraction(1)
	}
	pprofLensAddExitHook(pprofLensHook{F: func() { r.write(true) }, RunOnFailure: true})
	for _, signal := range []pprofLensOS.Signal{pprofLensOS.Interrupt, pprofLensSyscall.SIGTERM, pprofLensSyscall.SIGHUP} {
		if pprofLensSignal.Ignored(signal) {
			continue
		}
		came := make(chan pprofLensOS.Signal, 8)
		pprofLensSignal.Notify(came, signal)
		go r.listen(came)
	}
	if pprofLensRuntime.GOOS == "windows" {
		go r.awaitStop()
	}
	go r.writeOften()
	r.begin()
}

func (r *pprofLensRecorder) has(kind string) bool {
	return pprofLensStrings.Contains(r.kinds, ","+kind+",")
}

func (r *pprofLensRecorder) begin() {
	if r.has("cpu") {
		pprofLensPprof.StartCPUProfile(&r.cpu)
	}
}

func (r *pprofLensRecorder) write(last bool) {
	r.Lock()
	defer r.Unlock()
	if r.ended {
		return
	}
	r.ended = last
	if last {
		// Before profiles are made, which takes memory, too.
		pprofLensOS.WriteFile(pprofLensFilepath.Join(r.folder, "${useFile}"), pprofLensUse(), 0o600)
	}
	if r.has("cpu") {
		pprofLensPprof.StopCPUProfile()
		r.parts++
		r.save("cpu-"+pprofLensStrconv.Itoa(r.parts), r.cpu.Bytes())
		r.cpu.Reset()
		if !last {
			r.begin()
		}
	}
	if last && r.has("mem") {
		// The heap as of the last collection is what the profile has.
		pprofLensRuntime.GC()
	}
	r.look("mem", "allocs")
	r.look("block", "block")
	r.look("mutex", "mutex")
	if last {
		pprofLensOS.WriteFile(pprofLensFilepath.Join(r.folder, "${wholeFile}"), nil, 0o600)
	}
}

func (r *pprofLensRecorder) look(kind, name string) {
	var content pprofLensBytes.Buffer
	if r.has(kind) && pprofLensPprof.Lookup(name).WriteTo(&content, 0) == nil {
		r.save(kind, content.Bytes())
	}
}

// A file that is there is whole.
func (r *pprofLensRecorder) save(name string, content []byte) {
	path := pprofLensFilepath.Join(r.folder, name)
	if pprofLensOS.WriteFile(path, content, 0o600) == nil {
		pprofLensOS.Rename(path, path+"${recordedExtension}")
	}
}

func (r *pprofLensRecorder) writeOften() {
	const longest = 10 * pprofLensTime.Second
	for wait := pprofLensTime.Second / 2; ; wait *= 2 {
		if wait > longest {
			wait = longest
		}
		pprofLensTime.Sleep(wait)
		r.write(false)
	}
}

func (r *pprofLensRecorder) listen(came chan pprofLensOS.Signal) {
	for signal := range came {
		number, _ := signal.(pprofLensSyscall.Signal)
		pprofLensHandlers.Lock()
		isAwaited := pprofLensHandlers.ref[number] > 1
		pprofLensHandlers.Unlock()
		r.write(!isAwaited)
		if isAwaited {
			continue
		}
		pprofLensSignal.Reset(signal)
		if self, err := pprofLensOS.FindProcess(pprofLensOS.Getpid()); err == nil && self.Signal(signal) == nil {
			pprofLensTime.Sleep(pprofLensTime.Second)
		}
		pprofLensOS.Exit(1)
	}
}

func (r *pprofLensRecorder) awaitStop() {
	for {
		pprofLensTime.Sleep(pprofLensTime.Second / 4)
		if _, err := pprofLensOS.Stat(pprofLensFilepath.Join(r.folder, "${stopFile}")); err == nil {
			pprofLensOS.Exit(1)
		}
	}
}
`;
