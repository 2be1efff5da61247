/** The part of the leak checker, in Go, that reads the stacks of goroutines: which functions, and which goroutines began them. */
export const leakGoroutines = `// Added to this build by pprof Lens: see pprof_lens.go.

package testing

import (
	"runtime"
	"strings"
)

type pprofLensGoroutine struct {
	id, state, text string
	// Functions of the stack, the innermost first, then what has started it.
	functions []string
	// Ids, the nearest first.
	ancestors []string
}

func pprofLensRead(text string) (g pprofLensGoroutine, ok bool) {
	head, rest, _ := strings.Cut(text, "\\n")
	head, ok = strings.CutPrefix(head, "goroutine ")
	g.text = text
	g.id, head, _ = strings.Cut(head, " ")
	_, head, _ = strings.Cut(head, "[")
	g.state, _, _ = strings.Cut(head, "]")
	for _, line := range strings.Split(rest, "\\n") {
		if id, isAncestor := strings.CutPrefix(line, "[originating from goroutine "); isAncestor {
			g.ancestors = append(g.ancestors, strings.TrimSuffix(id, "]:"))
		} else if len(g.ancestors) == 0 && strings.HasPrefix(line, "created by ") {
			creator, _, _ := strings.Cut(line, " in goroutine ")
			g.functions = append(g.functions, creator)
		} else if len(g.ancestors) == 0 && line != "" && line[0] != '\\t' {
			if end := strings.LastIndexByte(line, '('); end > 0 {
				line = line[:end]
			}
			g.functions = append(g.functions, line)
		}
	}
	return g, ok
}

func (g *pprofLensGoroutine) isIgnored() bool {
	for _, function := range g.functions {
		if pprofLens.usual.MatchString(function) {
			return true
		}
		if pprofLens.ignored != nil && pprofLens.ignored.MatchString(strings.TrimPrefix(function, "created by ")) {
			return true
		}
	}
	return false
}

// The nearest test that has started it.
func (g *pprofLensGoroutine) run() pprofLensRun {
	for _, id := range g.ancestors {
		if run, ok := pprofLens.runs[id]; ok {
			return run
		}
	}
	return pprofLensRun{}
}

func pprofLensAll() []pprofLensGoroutine {
	if pprofLens.stacks == nil {
		pprofLens.stacks = make([]byte, 1<<18)
	}
	n := runtime.Stack(pprofLens.stacks, true)
	for n == len(pprofLens.stacks) && n < pprofLensMost {
		pprofLens.stacks = make([]byte, 2*n)
		n = runtime.Stack(pprofLens.stacks, true)
	}
	pprofLens.isCut = pprofLens.isCut || n == len(pprofLens.stacks)
	var all []pprofLensGoroutine
	for _, text := range strings.Split(string(pprofLens.stacks[:n]), "\\n\\n") {
		if g, ok := pprofLensRead(strings.TrimSuffix(text, "\\n")); ok {
			all = append(all, g)
		}
	}
	return all
}

// The id of the goroutine that calls this.
func pprofLensSelf() string {
	var buffer [64]byte
	g, _ := pprofLensRead(string(buffer[:runtime.Stack(buffer[:], false)]))
	return g.id
}
`;
