package rank

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRank(t *testing.T) {
	index := NewIndex()
	for _, text := range []string{"The quick brown fox", "A quick note on foxes", "Nothing of it"} {
		index.Add(text)
	}
	hits := index.Rank("Quick fox!", 10)
	if len(hits) != 2 || hits[0].Document != 0 || hits[1].Document != 1 {
		t.Fatalf("got %v", hits)
	}
}

func BenchmarkSearch(b *testing.B) {
	index, query := library(2000), words(5)
	b.ReportAllocs()
	for b.Loop() {
		index.Rank(query, 20)
	}
}

func BenchmarkRank(b *testing.B) {
	for _, documents := range []int{10, 100, 1000, 10000} {
		index := library(documents)
		for _, terms := range []int{1, 3, 9} {
			b.Run(fmt.Sprintf("documents=%d/terms=%d", documents, terms), func(b *testing.B) {
				query := words(terms)
				for b.Loop() {
					index.Rank(query, 20)
				}
			})
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	text := words(500)
	for b.Loop() {
		NewIndex().Add(text)
	}
}

// library returns an index of documents with made-up words, some of which are in most documents.
func library(documents int) *Index {
	index := NewIndex()
	for range documents {
		index.Add(words(60))
	}
	return index
}

// random gives the same words in every run.
var random = rand.New(rand.NewPCG(1, 2))

// words returns a text of words that are the rarer the higher their number.
func words(count int) string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("word%d", int(random.ExpFloat64()*40))
	}
	return strings.Join(list, " ")
}
