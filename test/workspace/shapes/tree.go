// Package shapes holds code in the shapes that profiles have trouble with: generics, recursion,
// closures, inlining, goroutines and allocations of every size.
package shapes

import "cmp"

// Tree is an ordered set, as an unbalanced binary tree.
type Tree[T any] struct {
	root    *node[T]
	compare func(a, b T) int
}

type node[T any] struct {
	value       T
	left, right *node[T]
}

// NewTree returns an empty tree in the values' own order.
func NewTree[T cmp.Ordered]() *Tree[T] {
	return NewTreeFunc(cmp.Compare[T])
}

// NewTreeFunc returns an empty tree in the order of compare.
func NewTreeFunc[T any](compare func(a, b T) int) *Tree[T] {
	return &Tree[T]{compare: compare}
}

// Insert adds the value unless it is there.
func (t *Tree[T]) Insert(value T) {
	t.root = t.root.insert(value, t.compare)
}

func (n *node[T]) insert(value T, compare func(a, b T) int) *node[T] {
	if n == nil {
		return &node[T]{value: value}
	}
	switch order := compare(value, n.value); {
	case order < 0:
		n.left = n.left.insert(value, compare)
	case order > 0:
		n.right = n.right.insert(value, compare)
	}
	return n
}

// Walk calls visit for each value, in order.
func (t *Tree[T]) Walk(visit func(T)) {
	t.root.walk(visit)
}

func (n *node[T]) walk(visit func(T)) {
	if n == nil {
		return
	}
	n.left.walk(visit)
	visit(n.value)
	n.right.walk(visit)
}

// Map returns the results of f for each value.
func Map[From, To any](values []From, f func(From) To) []To {
	mapped := make([]To, 0, len(values))
	for _, value := range values {
		mapped = append(mapped, f(value))
	}
	return mapped
}
