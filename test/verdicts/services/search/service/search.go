// Package service finds texts by their words.
package service

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"math"
	"math/rand"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Index knows in which texts each word stands.
type Index struct {
	mutex sync.RWMutex
	texts []string
	// By word, how often it stands in each text.
	counts map[string]map[int]int
	seen   map[uint64]int
}

// Hit is a text that was found.
type Hit struct {
	Text  int     `json:"text"`
	Score float64 `json:"score"`
	Part  string  `json:"part"`
}

// NewIndex returns an index without texts.
func NewIndex() *Index {
	return &Index{counts: map[string]map[int]int{}, seen: map[uint64]int{}}
}

// Handler answers all requests, from texts that are there from the beginning.
func Handler() http.Handler {
	index := NewIndex()
	for _, text := range firstTexts(1500) {
		index.Add(text)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		hits := index.Search(r.FormValue("q"), 10)
		for i := range hits {
			hits[i].Part = Marked(index.texts[hits[i].Text], r.FormValue("q"))
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(hits)
	})
	mux.HandleFunc("POST /words", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, Fingerprint(string(text)))
		for _, word := range Common(string(text), 20) {
			fmt.Fprintln(w, word)
		}
	})
	mux.HandleFunc("GET /similar", func(w http.ResponseWriter, r *http.Request) {
		text, _ := strconv.Atoi(r.FormValue("text"))
		text = min(max(text, 0), len(index.texts)-1)
		for _, word := range Common(index.texts[text], 3) {
			for _, hit := range index.Search(word, 3) {
				fmt.Fprintf(w, "%d %.3f\n", hit.Text, hit.Score)
			}
		}
	})
	return mux
}

// Add indexes a text, unless it is there.
func (x *Index) Add(text string) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	mark := Fingerprint(text)
	if _, known := x.seen[mark]; known {
		return
	}
	number := len(x.texts)
	x.seen[mark] = number
	x.texts = append(x.texts, text)
	for _, word := range Words(text) {
		if x.counts[word] == nil {
			x.counts[word] = map[int]int{}
		}
		x.counts[word][number]++
	}
}

// Words splits a text, in lower case.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Common returns the words that a text has most often.
func Common(text string, most int) []string {
	counts := map[string]int{}
	for _, word := range Words(text) {
		counts[word]++
	}
	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	sort.Slice(words, func(i, j int) bool {
		if counts[words[i]] != counts[words[j]] {
			return counts[words[i]] > counts[words[j]]
		}
		return words[i] < words[j]
	})
	return words[:min(most, len(words))]
}

// Fingerprint is the same for texts of the same words.
func Fingerprint(text string) uint64 {
	hash := fnv.New64a()
	for _, word := range strings.Fields(text) {
		io.WriteString(hash, strings.ToLower(word))
		hash.Write([]byte{0})
	}
	return hash.Sum64()
}

// Search returns the texts that have the most of the words.
func (x *Index) Search(query string, most int) []Hit {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	scores := map[int]float64{}
	for _, word := range Words(query) {
		found := x.counts[word]
		weight := math.Log(1 + float64(len(x.texts))/float64(1+len(found)))
		for text, count := range found {
			scores[text] += weight * saturated(count, len(x.texts[text]))
		}
	}
	hits := make([]Hit, 0, len(scores))
	for text, score := range scores {
		hits = append(hits, Hit{Text: text, Score: score})
	}
	return best(hits, most)
}

func saturated(count, length int) float64 {
	return float64(count) / (float64(count) + 0.5 + float64(length)/1000)
}

func best(hits []Hit, most int) []Hit {
	sort.Slice(hits, func(i, j int) bool { return before(hits[i], hits[j]) })
	return hits[:min(most, len(hits))]
}

func before(a, b Hit) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	return a.Text < b.Text
}

// Marked returns the beginning of a text as HTML, in which the words of a query stand out.
func Marked(text, query string) string {
	part := html.EscapeString(text[:min(300, len(text))])
	for _, word := range Words(query) {
		pattern := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`)
		part = pattern.ReplaceAllString(part, "<b>$0</b>")
	}
	return part
}

func firstTexts(count int) []string {
	random := rand.New(rand.NewSource(1))
	frequent := rand.NewZipf(random, 1.2, 8, 4000)
	texts := make([]string, count)
	for i := range texts {
		var text strings.Builder
		for range 30 + random.Intn(300) {
			number := frequent.Uint64()
			word := strconv.FormatUint(number*7919+11, 26)
			if random.Intn(9) == 0 {
				word = strings.ToUpper(word)
			}
			text.WriteString(word)
			text.WriteString([]string{" ", " ", " ", ", ", ". ", "\n"}[random.Intn(6)])
		}
		texts[i] = text.String()
	}
	return texts
}
