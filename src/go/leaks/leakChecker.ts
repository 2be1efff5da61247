/**
 * The Go code that finds goroutines which tests and benchmarks leave behind. A build has it in package testing.
 *
 * - Whose a goroutine is, its ancestors say: the runtime keeps them if it is asked to (`GODEBUG=tracebackancestors`, see `go doc
 *   runtime`), also those that have ended. Labels would say it too, but programs replace them.
 * - A test is looked at when its top level has ended, with its cleanup. What a subtest has started and its parent ends is no leak.
 * - A goroutine that is about to end gets the time for it: until nothing changes any more, and two seconds at most.
 * - What has no test among its ancestors (timers start some, and servers that stand before the tests) belongs to the test that
 *   ran alone when it came. Of parallel tests nobody can say whose it is.
 * - At the end, `goroutineleak` of runtime/pprof says which goroutines nothing can wake up again, where the Go has it.
 */
import { fail } from '../../base/result.ts';
import { buildWithTesting, type TestingChange } from '../build/changedTesting.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import type { BinaryRequest } from '../build/testBinary.ts';
import { leakGoroutines } from './leakGoroutines.ts';

/** The file that the leaks are written to, and Go's regular expression of functions whose goroutines are left out. */
const fileVariable = 'PPROF_LENS_LEAKS';
const ignoreVariable = 'PPROF_LENS_LEAKS_IGNORE';
/** Longer chains of goroutines that start each other are cut: then it is not known which test began them. */
const godebug = 'tracebackancestors=32';

/** Begins the line above each goroutine: what it is, operations of its benchmark, its test. */
export const leakHeader = 'pprof-lens';

/**
 * Goroutines of the standard library that stay by design, by functions on their stacks, or by what has started them. Of HTTP
 * clients, a connection that waits for the next request is idle, and read by `persistConn.Read`. One whose body was not
 * closed stands in `readLoop` itself, and is a leak.
 */
const usual = [
  String.raw`^created by (testing|runtime|os/signal|unique|weak|runtime/pprof|runtime/trace)\.`,
  String.raw`^os/signal\.`,
  String.raw`^net/http\.\(\*persistConn\)\.(writeLoop|Read)$`,
  String.raw`http2.*\.\(\*(http2)?[cC]lientConnReadLoop\)\.run$`,
].join('|');

export interface LeakRequest {
  /** Go's regular expression of functions whose goroutines are no leaks; empty for none. */
  readonly ignore: string;
}

/** The environment in which a build with the checker finds leaks, and writes them to a file. */
export function leakEnvironment(
  env: NodeJS.ProcessEnv,
  file: string,
  { ignore }: LeakRequest,
): Record<string, string> {
  const settings = [env.GODEBUG ?? '', godebug].filter((each) => each !== '').join(',');
  return { GODEBUG: settings, [fileVariable]: file, [ignoreVariable]: ignore };
}

/** What comes first in a function of package testing. */
function begin(file: string, head: string, code: string): TestingChange['edits'][number] {
  return [file, `${head} {\n`, `${head} { ${code}\n`];
}

const source = `// Added to this build by pprof Lens, to find goroutines that tests leave behind. It is in no folder of yours: see -overlay in "go help build".

package testing

import (
	"io"
	"os"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	pprofLensPatience = 2 * time.Second
	pprofLensQuiet    = 300 * time.Millisecond
	pprofLensMost     = 64 << 20
)

// A test that a goroutine runs, and the test at the top level that it is a part of.
type pprofLensRun struct {
	name string
	top  *common
}

var pprofLens struct {
	sync.Mutex
	path       string
	usual      *regexp.Regexp
	ignored    *regexp.Regexp
	runs       map[string]pprofLensRun
	// By the id of a goroutine: the test that it is reported for; empty for those that stood before.
	known      map[string]string
	operations map[string]int
	stacks     []byte
	isCut      bool
	written    int
}

var _ = pprofLensStart()

func pprofLensStart() bool {
	pprofLens.path = os.Getenv("${fileVariable}")
	if pprofLens.path == "" {
		return false
	}
	pprofLens.usual = regexp.MustCompile(\`${usual}\`)
	if ignored := os.Getenv("${ignoreVariable}"); ignored != "" {
		pprofLens.ignored = regexp.MustCompile(ignored)
	}
	pprofLens.runs = map[string]pprofLensRun{}
	pprofLens.known = map[string]string{}
	pprofLens.operations = map[string]int{}
	// The tests, and what they start, see the environment as it was. The runtime has read its settings already.
	os.Unsetenv("${fileVariable}")
	os.Unsetenv("${ignoreVariable}")
	if settings := strings.TrimSuffix(strings.TrimSuffix(os.Getenv("GODEBUG"), "${godebug}"), ","); settings == "" {
		os.Unsetenv("GODEBUG")
	} else {
		os.Setenv("GODEBUG", settings)
	}
	return true
}

// What stands now and is wanted, when nothing of it changes any more.
func pprofLensSettled(wanted func(pprofLensGoroutine) bool) []pprofLensGoroutine {
	begin := time.Now()
	since, before := begin, ""
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		var left []pprofLensGoroutine
		var now strings.Builder
		moves := false
		pprofLens.Lock()
		for _, g := range pprofLensAll() {
			if _, isKnown := pprofLens.known[g.id]; !isKnown && wanted(g) && !g.isIgnored() {
				left = append(left, g)
				now.WriteString(g.id + g.state)
				moves = moves || strings.HasPrefix(g.state, "run") || strings.HasPrefix(g.state, "sleep")
			}
		}
		pprofLens.Unlock()
		if moves || now.String() != before {
			since, before = time.Now(), now.String()
		}
		if len(left) == 0 || time.Since(since) >= pprofLensQuiet || time.Since(begin) >= pprofLensPatience {
			return left
		}
		time.Sleep(pause)
	}
}

func pprofLensReport(what, unknown string, left []pprofLensGoroutine) {
	pprofLens.Lock()
	defer pprofLens.Unlock()
	var report strings.Builder
	for _, g := range left {
		name, isKnown := pprofLens.known[g.id]
		if !isKnown {
			name = g.run().name
		}
		if name == "" && !isKnown {
			name = unknown
		}
		pprofLens.known[g.id] = name
		if pprofLens.written+report.Len() > pprofLensMost {
			pprofLens.isCut = true
			break
		}
		report.WriteString("${leakHeader} " + what + " " + strconv.Itoa(pprofLens.operations[name]) + " " + name + "\\n" + g.text + "\\n\\n")
	}
	if pprofLens.isCut {
		report.WriteString("${leakHeader} cut 0 \\n\\n")
	}
	if report.Len() == 0 {
		return
	}
	pprofLens.written += report.Len()
	if file, err := os.OpenFile(pprofLens.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		io.WriteString(file, report.String())
		file.Close()
	}
}

func pprofLensTop(c *common) *common {
	for c != nil && c.level > 1 {
		c = c.parent
	}
	return c
}

// A goroutine begins to run a test. Those of level 0 run all others.
func pprofLensBegin(c *common) {
	if pprofLens.path == "" || c.level == 0 {
		return
	}
	pprofLens.Lock()
	defer pprofLens.Unlock()
	pprofLens.runs[pprofLensSelf()] = pprofLensRun{c.name, pprofLensTop(c)}
}

func pprofLensEnd(c *common, isParallel bool) {
	if pprofLens.path == "" || c.level != 1 {
		return
	}
	pprofLensReport("leak", c.name, pprofLensSettled(func(g pprofLensGoroutine) bool {
		top := g.run().top
		return top == c || top == nil && !isParallel
	}))
}

func pprofLensBenchmark(b *B) {
	if pprofLens.path == "" {
		return
	}
	pprofLens.Lock()
	pprofLens.operations[b.name] += b.N
	pprofLens.Unlock()
	pprofLensEnd(&b.common, false)
}

func pprofLensOfNone(g pprofLensGoroutine) bool { return g.run().top == nil }

func pprofLensExample(name string) {
	if pprofLens.path != "" {
		pprofLensReport("leak", name, pprofLensSettled(pprofLensOfNone))
	}
}

// What stands before the tests is none of theirs.
func pprofLensFirst() {
	if pprofLens.path == "" {
		return
	}
	pprofLens.Lock()
	defer pprofLens.Unlock()
	for _, g := range pprofLensAll() {
		pprofLens.known[g.id] = ""
	}
}

func pprofLensLast() {
	if pprofLens.path == "" {
		return
	}
	pprofLensReport("leak", "", pprofLensSettled(pprofLensOfNone))
	profile := pprof.Lookup("goroutineleak")
	if profile == nil || profile.WriteTo(io.Discard, 0) != nil {
		return
	}
	pprofLens.Lock()
	var unreachable []pprofLensGoroutine
	for _, g := range pprofLensAll() {
		if strings.Contains(g.state, "(leaked)") && !g.isIgnored() {
			unreachable = append(unreachable, g)
		}
	}
	pprofLens.Unlock()
	pprofLensReport("unreachable", "", unreachable)
}
`;

/** The functions of package testing by which tests of all kinds begin and end, as they are in Go 1.24 to 1.27. */
export const leakChecker: TestingChange = {
  edits: [
    begin('testing.go', 'func tRunner(t *T, fn func(t *T))', 'pprofLensBegin(&t.common)'),
    begin('testing.go', 'func (t *T) report()', 'pprofLensEnd(&t.common, t.isParallel)'),
    begin('testing.go', 'func (m *M) Run() (code int)', 'defer pprofLensLast(); pprofLensFirst()'),
    begin('fuzz.go', 'func fRunner(f *F, fn func(*F))', 'pprofLensBegin(&f.common)'),
    begin('fuzz.go', 'func (f *F) report()', 'pprofLensEnd(&f.common, false)'),
    begin(
      'example.go',
      'func (eg *InternalExample) processRunResult(stdout string, timeSpent time.Duration, finished bool, recovered any) (passed bool)',
      'defer pprofLensExample(eg.Name)',
    ),
    begin(
      'benchmark.go',
      'func (b *B) runN(n int)',
      'pprofLensBegin(&b.common); defer pprofLensBenchmark(b)',
    ),
  ],
  added: { 'pprof_lens.go': source, 'pprof_lens_goroutines.go': leakGoroutines },
};

/** Builds a test binary with the checker. Problems: those of `buildWithTesting`, and `other-testing` in a sentence. */
export async function buildLeakChecker(request: BinaryRequest): Promise<BuildResult<string>> {
  const built = await buildWithTesting(request, leakChecker);
  if (built.ok || built.problem.code !== 'other-testing') return built;
  const template = 'Leaks cannot be found with {0}: its package testing is another one. Use Go 1.24 to 1.27.';
  return fail('other-testing', template, [request.toolchain.version]);
}
