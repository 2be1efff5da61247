/** The Go code that test/go/everyGo.test.ts builds with every version. */

export const benchmarks = `package m

import (
	"testing"
	"time"
)

type list[T any] struct{ items []T }

//go:noinline
func (l *list[T]) grow() { l.items = append(l.items[:0:0], make([]T, 64)...) // method
}

//go:noinline
func made[T any]() *[64]T { return new([64]T) // function
}

var sink *[64]int
var strings list[string]

func BenchmarkN(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sink = new([64]int) // n
	}
}

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		sink = new([64]int) // loop
		func() { sink = made[int]() }()
		strings.grow()
	}
}

func added(a, b int) int { return a ^ b }

var total int

func BenchmarkCalls(b *testing.B) {
	for b.Loop() {
		total = added(total, 7) // calls
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = append([]*[64]int(nil), made[int]()) // parallel
		}
	})
}

func BenchmarkWaits(b *testing.B) {
	c := make(chan int)
	for b.Loop() {
		go func() {
			time.Sleep(time.Millisecond)
			c <- 1
		}()
		<-c // waits
	}
}

func BenchmarkRoutes(b *testing.B) {
	for _, route := range []string{"/a", "/a/bc"} {
		b.Run(route, func(b *testing.B) {
			for b.Loop() {
				for range route {
					sink = new([64]int) // route
				}
			}
		})
	}
}
`;

/** Methods with type parameters, which Go 1.27 has brought. The build constraint is the file's version of the language. */
export const genericMethods = `//go:build go1.27

package m

import "testing"

type box struct{ n int }

//go:noinline
func (b *box) convert[U any](f func(int) U) *U {
	u := new(U) // convert
	*u = f(b.n)
	return u
}

var array *[64]int

func BenchmarkConvert(b *testing.B) {
	x := &box{100}
	for b.Loop() {
		array = x.convert(func(n int) [64]int { return [64]int{n} })
	}
}
`;

/** As generators of templates write it. */
export const generated = `package pages

import "testing"

var sink *[64]int

func BenchmarkPage(b *testing.B) {
	for b.Loop() {
		page()
	}
}

//line ../templates/page.qtpl:7
//go:noinline
func page() {
	sink = new([64]int)
}
`;

/** What is changed in a program. */
export interface Program {
  readonly comment?: boolean;
  readonly constant?: number;
  readonly variable?: 'first' | 'second';
  readonly text?: string;
}

/** A package of many files, a function in each, which the compiler puts into its caller. */
export function manyFiles({
  comment = false,
  constant = 7,
  variable = 'first',
  text = 'some text',
}: Program) {
  const head = comment ? `// Package m\n// counts${'.\n//'.repeat(9)}.\npackage m\n` : 'package m\n';
  const files: Record<string, string> = {
    'm_test.go': `${head}
import (
	"fmt"
	"testing"
	"time"
)

var first, second int
var waits = []time.Duration{5 * time.Millisecond, 7 * time.Millisecond, 10 * time.Millisecond}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		for i, f := range all {
			${variable} += f(i) * ${constant}
		}
		fmt.Sprint(${JSON.stringify(text)}, first, waits)
	}
}

var all = []func(int) int{${Array.from({ length: 60 }, (_, i) => `f${i}`).join(', ')}}
`,
  };
  for (let i = 0; i < 60; i++) {
    files[`file${i}_test.go`] =
      `${head}\nfunc g${i}(n int) int { return n*${i} + 1 }\n\nfunc f${i}(n int) int { return g${i}(n) ^ 5 }\n`;
  }
  return files;
}
