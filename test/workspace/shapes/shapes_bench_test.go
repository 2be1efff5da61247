package shapes

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// shuffled returns the numbers below n in an order that repeats itself at every call.
func shuffled(n int) []int {
	numbers := make([]int, n)
	state := uint32(1)
	for i := range numbers {
		state = state*1664525 + 1013904223
		j := int(state>>8) % (i + 1)
		numbers[i], numbers[j] = numbers[j], i
	}
	return numbers
}

// Sub-benchmarks with names that stand in the source, one of them nested.
func BenchmarkSort(b *testing.B) {
	numbers := shuffled(10_000)

	b.Run("ints", func(b *testing.B) {
		fresh := make([]int, len(numbers))
		for b.Loop() {
			copy(fresh, numbers)
			sort.Ints(fresh)
		}
	})
	b.Run("strings", func(b *testing.B) {
		words := Map(numbers, strconv.Itoa)
		b.Run("sorted before", func(b *testing.B) {
			sort.Strings(words)
			for b.Loop() {
				sort.Strings(words)
			}
		})
	})
}

// Sub-benchmarks with names made at run time.
func BenchmarkTree(b *testing.B) {
	for _, size := range []int{100, 1_000, 10_000} {
		numbers := shuffled(size)
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tree := NewTree[int]()
				for _, number := range numbers {
					tree.Insert(number)
				}
			}
		})
	}
}

// The same generic code with a second type, which the compiler shares a shape with or does not.
func BenchmarkTreeOfStrings(b *testing.B) {
	words := Map(shuffled(1_000), strconv.Itoa)
	b.ReportAllocs()
	for b.Loop() {
		tree := NewTreeFunc(strings.Compare)
		for _, word := range words {
			tree.Insert(word)
		}
	}
}

func BenchmarkFibonacci(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Fibonacci(20)
	}
}

func BenchmarkMutualRecursion(b *testing.B) {
	for range b.N {
		IsEven(2_000)
	}
}

func BenchmarkDeepStack(b *testing.B) {
	for b.Loop() {
		Descend(10_000)
	}
}

// Many goroutines on one lock: a case for the block and mutex profiles.
func BenchmarkCounters(b *testing.B) {
	names := Map(shuffled(64), strconv.Itoa)
	parallel := func(b *testing.B, add func(name string)) {
		var next atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			i := int(next.Add(17))
			for pb.Next() {
				add(names[i%len(names)])
				i++
			}
		})
	}

	b.Run("one lock", func(b *testing.B) {
		var counters Counters
		parallel(b, counters.Add)
	})
	b.Run("sharded", func(b *testing.B) {
		var counters ShardedCounters
		parallel(b, counters.Add)
	})
}

func BenchmarkSumParts(b *testing.B) {
	values := shuffled(1_000_000)
	b.SetBytes(int64(len(values)) * 8)
	b.ResetTimer()
	for range b.N {
		SumParts(values, 8)
	}
}
