// Package rank finds the documents that answer a query best, by BM25 (https://en.wikipedia.org/wiki/Okapi_BM25).
package rank

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// An Index holds documents by the words that are in them.
type Index struct {
	postings map[string][]posting
	lengths  []int
	words    int
}

type posting struct{ document, count int }

// A Hit is a document with its score for a query. Documents are numbered in the order in which they were added.
type Hit struct {
	Document int
	Score    float64
}

// BM25's parameters: how soon more occurrences of a word stop to count, and how much long documents are scaled down.
const saturation, scaling = 1.2, 0.75

// NewIndex returns an index without documents.
func NewIndex() *Index { return &Index{postings: make(map[string][]posting)} }

// Add puts a document into the index, and returns its number.
func (index *Index) Add(text string) int {
	document, words, counts := len(index.lengths), Words(text), make(map[string]int)
	for _, word := range words {
		counts[word]++
	}
	for word, count := range counts {
		index.postings[word] = append(index.postings[word], posting{document: document, count: count})
	}
	index.lengths = append(index.lengths, len(words))
	index.words += len(words)
	return document
}

// Rank returns the best documents for a query, the best first, at most limit of them.
func (index *Index) Rank(query string, limit int) []Hit {
	scores := make(map[int]float64)
	for _, word := range Words(query) {
		found := index.postings[word]
		rarity := index.rarity(len(found))
		for _, each := range found {
			weight := index.weight(each.count, index.lengths[each.document])
			scores[each.document] += rarity * weight
		}
	}
	hits := make([]Hit, 0, len(scores))
	for document, score := range scores {
		hits = append(hits, Hit{Document: document, Score: score})
	}
	slices.SortFunc(hits, bestFirst)
	return hits[:min(limit, len(hits))]
}

// bestFirst orders hits by their scores, and equal ones by when they were added.
func bestFirst(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), a.Document-b.Document)
}

// rarity says how much a word tells that is in so many documents.
func (index *Index) rarity(found int) float64 {
	others := float64(len(index.lengths) - found)
	return math.Log(1 + (others+0.5)/(float64(found)+0.5))
}

// weight says how much a word counts that occurs this often in a document of this length.
func (index *Index) weight(count, length int) float64 {
	average := float64(index.words) / float64(len(index.lengths))
	scaled := 1 - scaling + scaling*float64(length)/average
	return float64(count) * (saturation + 1) / (float64(count) + saturation*scaled)
}

// Words returns the words of a text in lower case, without punctuation.
func Words(text string) []string {
	isBreak := func(char rune) bool { return !unicode.IsLetter(char) && !unicode.IsNumber(char) }
	return strings.FieldsFunc(strings.ToLower(text), isBreak)
}
