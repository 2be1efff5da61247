// Wordcount counts words until it has counted enough, or forever.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

// text repeats a sentence, so that there is something to count.
func text() string {
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, "the quick brown fox %d jumps over the lazy dog %d\n", i%977, i%313)
	}
	return b.String()
}

func count(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.Fields(text) {
		counts[strings.ToLower(word)]++
	}
	return counts
}

func main() {
	rounds := 12
	if len(os.Args) > 1 {
		fmt.Println("counting", strings.Join(os.Args[1:], " "))
		rounds = 1 << 30
	}
	var words []string
	for range rounds {
		counts := count(text())
		words = words[:0]
		for word := range counts {
			words = append(words, word)
		}
		sort.Slice(words, func(i, j int) bool { return counts[words[i]] > counts[words[j]] })
	}
	fmt.Println(len(words), "words, most often:", words[0])
}
