/** A benchmark that has the runtime do all that it can be asked for, and what of it is in no cause. */
import { isOfRuntime } from '../../src/analysis/bill/causes.ts';
import { chargesOf } from '../../src/analysis/bill/charges.ts';
import type { Profile } from '../../src/pprof/profile.ts';

export const runtimeWork = `package m

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"sort"
	upper "strings"
	"sync"
	"testing"
	"time"
)

type part struct {
	Name  string
	Sizes map[string]int
	Next  *part \`json:"-"\` // a stack of 64 frames would have no line of ours
}

var parts []*part
var some any

func deep(n int) int {
	var room [128]int
	if n == 0 {
		return room[n]
	}
	return deep(n-1) + room[n]
}

func worked(file *os.File, n int) {
	counts := map[string]int{}
	var text string
	var list []*part
	for i := range 200 {
		name := fmt.Sprintf("part %d of %d", i, n)
		counts[name] += len(name)
		text += name[:3]
		p := &part{Name: upper.ToUpper(name), Sizes: map[string]int{name: i}}
		if i > 0 {
			p.Next = list[i-1]
		}
		list = append(list, p)
		some = p.Name
		defer func() { some = i }()
	}
	for name := range counts {
		for _, letter := range name {
			n += int(letter)
		}
		delete(counts, name)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	parts = append(list[:100:100], parts[:min(len(parts), 100)]...)
	bytes, _ := json.Marshal(list[:20])
	_ = reflect.DeepEqual(string(bytes), text)
	file.Write(bytes)
	var callers [20]uintptr
	runtime.Callers(0, callers[:])
	var mutex sync.Mutex
	var group sync.WaitGroup
	values, done := make(chan int), make(chan bool)
	for range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for value := range values {
				mutex.Lock()
				n += value + deep(value%40) + int(time.Now().Unix())
				mutex.Unlock()
			}
		}()
	}
	for i := range 200 {
		select {
		case values <- i:
		case <-done:
		}
	}
	close(values)
	group.Wait()
}

func BenchmarkWork(b *testing.B) {
	file, _ := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	for b.Loop() {
		worked(file, b.N)
	}
}
`;

/** Functions of the runtime that are in no cause, with more than 1% of the samples, and more than chance can bring there. */
export function unnamedWork(profile: Profile): string[] {
  const { samples, locations, functions, strings, sampleTypes } = profile;
  const { cause, causes } = chargesOf(profile);
  const counts = new Map<string, number>();
  let all = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const count = samples.values.approximate[sample * sampleTypes.length]!;
    all += count;
    const leaf = locations.lineStart[samples.locations[samples.locationStart[sample]!]!]!;
    const f = locations.lineFunction[leaf]!;
    const name = strings.get(functions.name[f]!);
    if (causes[cause[sample]!]?.cause !== 'runtime' || !isOfRuntime(name)) continue;
    const text = `${name} (${strings.get(functions.filename[f]!)})`;
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  return [...counts].filter(([, count]) => count > Math.max(2, all / 100)).map(([text]) => text);
}
