package shapes

import (
	"hash/fnv"
	"sync"
)

// Counters counts by name; it may be used by many goroutines.
type Counters struct {
	mu     sync.Mutex
	counts map[string]int
}

// Add counts the name once more.
func (c *Counters) Add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = make(map[string]int)
	}
	c.counts[name]++
}

// Count returns how often the name was added.
func (c *Counters) Count(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts[name]
}

// ShardedCounters counts as Counters does, with a lock for each shard of the names.
type ShardedCounters struct {
	shards [16]Counters
}

// Add counts the name once more.
func (s *ShardedCounters) Add(name string) {
	s.shardOf(name).Add(name)
}

// Count returns how often the name was added.
func (s *ShardedCounters) Count(name string) int {
	return s.shardOf(name).Count(name)
}

func (s *ShardedCounters) shardOf(name string) *Counters {
	hash := fnv.New32a()
	hash.Write([]byte(name))
	return &s.shards[hash.Sum32()%uint32(len(s.shards))]
}

// SumParts adds the values up in parts, a goroutine for each.
func SumParts(values []int, parts int) int {
	sums := make(chan int)
	size := (len(values) + parts - 1) / parts
	for part := range parts {
		go func() {
			sum := 0
			for _, value := range values[min(part*size, len(values)):min((part+1)*size, len(values))] {
				sum += value
			}
			sums <- sum
		}()
	}
	total := 0
	for range parts {
		total += <-sums
	}
	return total
}
