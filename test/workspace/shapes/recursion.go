package shapes

// Fibonacci returns the nth Fibonacci number the slow way: one function, many times on one stack.
func Fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return Fibonacci(n-1) + Fibonacci(n-2)
}

// IsEven and isOdd call each other: recursion that passes through two functions.
func IsEven(n int) bool {
	if n == 0 {
		return true
	}
	return isOdd(n - 1)
}

//go:noinline
func isOdd(n int) bool {
	if n == 0 {
		return false
	}
	return IsEven(n - 1)
}

// Descend calls itself to the depth given and returns the sum of the way: a stack deeper than most
// viewers expect.
func Descend(depth int) int {
	if depth == 0 {
		return 0
	}
	return depth + Descend(depth-1)
}
