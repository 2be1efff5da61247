package shapes

import (
	"slices"
	"testing"
)

func TestTreeIsOrdered(t *testing.T) {
	tree := NewTree[int]()
	for _, value := range []int{5, 1, 4, 1, 3} {
		tree.Insert(value)
	}
	var walked []int
	tree.Walk(func(value int) { walked = append(walked, value) })
	if want := []int{1, 3, 4, 5}; !slices.Equal(walked, want) {
		t.Errorf("walked %v, want %v", walked, want)
	}
}

func TestRecursion(t *testing.T) {
	if got := Fibonacci(20); got != 6765 {
		t.Errorf("Fibonacci(20) = %d, want 6765", got)
	}
	if !IsEven(10) || IsEven(7) {
		t.Error("10 is even and 7 is not")
	}
	if got := Descend(1000); got != 500500 {
		t.Errorf("Descend(1000) = %d, want 500500", got)
	}
}

func TestCounters(t *testing.T) {
	var plain Counters
	var sharded ShardedCounters
	for range 3 {
		plain.Add("a")
		sharded.Add("a")
	}
	if plain.Count("a") != 3 || sharded.Count("a") != 3 || sharded.Count("b") != 0 {
		t.Error("the counts are wrong")
	}
}

func TestSumParts(t *testing.T) {
	values := make([]int, 1001)
	for i := range values {
		values[i] = i
	}
	for _, parts := range []int{1, 4, 7, 2000} {
		if got := SumParts(values, parts); got != 500500 {
			t.Errorf("in %d parts: %d, want 500500", parts, got)
		}
	}
}
