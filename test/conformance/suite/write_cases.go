// This file is copied into google/pprof's package driver, beside its own tests, by suite.ts. It runs the first half of
// that suite's TestParse, up to the profile that a report is asked for, and writes down what the second half would ask.
package driver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/pprof/internal/plugin"
	"github.com/google/pprof/internal/proftest"
	"github.com/google/pprof/profile"
)

type lensCase struct {
	// Flags and Source are those of the suite's table.
	Flags, Source string
	// Profile is a file with the profile that the report is asked of.
	Profile string
	// Bools, Ints, Floats and Strings are the options of the report.
	Bools   map[string]bool
	Ints    map[string]int
	Floats  map[string]float64
	Strings map[string]string
	// Golden is the suite's file with the report.
	Golden string
	// Code is what the suite's disassembler says to disasm.
	Code []lensSymbol
}

type lensSymbol struct {
	Sym   *plugin.Sym
	Insts []plugin.Inst
}

func TestWriteCases(t *testing.T) {
	folder := os.Getenv("LENS_CASES")
	var cases []*lensCase
	if err := json.Unmarshal(read(t, filepath.Join(folder, "asked.json")), &cases); err != nil {
		t.Fatal(err)
	}
	base := currentConfig()
	for _, c := range cases {
		setCurrentConfig(base)
		flags := strings.Split(c.Flags, ",")
		f := baseFlags()
		f.args = []string{c.Source}
		f.strings["output"] = c.Profile
		o := setDefaults(&plugin.Options{Flagset: f})
		o.Fetch, o.Sym = testFetcher{}, testSymbolizer{}
		o.UI = &proftest.TestUI{T: t, AllowRx: "."}
		if err := PProf(o); err != nil {
			t.Fatal(err)
		}
		// For topproto, the suite demangles what that has written, where nothing is left to demangle.
		if flags[0] != "topproto" {
			demangle(t, c.Profile)
		}
		f = baseFlags()
		delete(f.bools, "proto")
		addFlags(&f, flags)
		c.Golden = filepath.Join("testdata", solutionFilename(c.Source, &f))
		if flags[0] == "disasm=line[13]" {
			c.Code = code(t, f.strings["disasm"])
		}
		c.Bools, c.Ints, c.Floats, c.Strings = f.bools, f.ints, f.floats, f.strings
	}
	setCurrentConfig(base)
	answer, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "cases.json"), answer, 0o600); err != nil {
		t.Fatal(err)
	}
}

func code(t *testing.T, pattern string) []lensSymbol {
	syms, err := new(mockFile).Symbols(regexp.MustCompile(pattern), 0)
	if err != nil {
		t.Fatal(err)
	}
	var code []lensSymbol
	for _, sym := range syms {
		insts, err := new(mockObjTool).Disasm("", sym.Start, sym.End, false)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, lensSymbol{sym, insts})
	}
	return code
}

func read(t *testing.T, path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// demangle does to a file what the suite does when it reads it.
func demangle(t *testing.T, path string) {
	p, err := profile.ParseData(read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	if err := (testSymbolizeDemangler{}).Symbolize("", nil, p); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := p.Write(file); err != nil {
		t.Fatal(err)
	}
}
