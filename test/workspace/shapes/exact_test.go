package shapes

import "testing"

// Each line below that allocates says how much it allocates per operation, for both styles of timed
// loop. Sizes are those of Go's size classes, so that no byte is rounded away; none is below 16
// bytes, where the runtime puts several objects into one block. A collection that happens to start
// at such a line may add an object of the runtime's own, not one per operation.

type block [64]byte

var (
	blocks [4]*block
	text   []byte
)

func BenchmarkExactLoop(b *testing.B) {
	text = make([]byte, 1<<20) // Once, outside the timed loop: no operation pays for it.
	b.ReportAllocs()
	for b.Loop() {
		blocks[0] = new(block)     // 1 alloc/op, 64 B/op
		blocks[1] = newBlock()     // 1 alloc/op, 64 B/op, inlined
		text = make([]byte, 4_096) // 1 alloc/op, 4096 B/op
		for i := range 3 {
			blocks[i] = new(block) // 3 allocs/op, 192 B/op
		}
	}
}

func BenchmarkExactN(b *testing.B) {
	text = make([]byte, 1<<20) // Twice: the probing round sets up as well.
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		blocks[0] = new(block)     // 1 alloc/op, 64 B/op
		blocks[1] = newBlock()     // 1 alloc/op, 64 B/op, inlined
		text = make([]byte, 4_096) // 1 alloc/op, 4096 B/op
		for i := range 3 {
			blocks[i] = new(block) // 3 allocs/op, 192 B/op
		}
	}
}

func newBlock() *block { return new(block) }
