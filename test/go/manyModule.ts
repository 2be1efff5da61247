/**
 * The test file of a package whose test binary prints what a benchmark with many sub-benchmarks and repetitions prints, without
 * the time that they take. `MANY` in its environment says how many: `140 1000` is a thousand measurements of each of 140.
 */
export const manyBenchmarks = `package m

import (
	"bufio"
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	var names, rounds int
	fmt.Sscan(os.Getenv("MANY"), &names, &rounds)
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for range rounds {
		for i := range names {
			fmt.Fprintf(w, "BenchmarkMany/n%d-8 \\t       1\\t        %d ns/op\\n", i, 100+i%7)
		}
	}
}

func BenchmarkMany(b *testing.B) {}
`;
