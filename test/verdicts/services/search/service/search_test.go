package service

import (
	"fmt"
	"strings"
	"testing"
)

const sentence = "The quick brown fox, which nobody had seen before, jumps over 13 lazy dogs; they do not mind. "

func index() *Index {
	made := NewIndex()
	for i := range 600 {
		text := fmt.Sprintf("text %d of %d: ", i, i%7) + strings.Repeat(sentence, 1+i%4)
		if i%3 == 0 {
			text = strings.ReplaceAll(text, "fox", fmt.Sprint("animal", i%50))
		}
		made.Add(text)
	}
	return made
}

func BenchmarkSearch(b *testing.B) {
	index := index()
	for b.Loop() {
		index.Search("quick fox animal12", 10)
	}
}

func BenchmarkWords(b *testing.B) {
	text := strings.Repeat(sentence, 20)
	for b.Loop() {
		Words(text)
	}
}

func BenchmarkCommon(b *testing.B) {
	text := strings.Repeat(sentence, 10) + strings.Join(strings.Split(sentence, " "), "s ")
	for b.Loop() {
		Common(text, 10)
	}
}

func BenchmarkMarked(b *testing.B) {
	text := strings.Repeat(sentence, 3)
	for b.Loop() {
		Marked(text, "fox dogs")
	}
}

func BenchmarkFingerprint(b *testing.B) {
	text := strings.Repeat(sentence, 10)
	for b.Loop() {
		Fingerprint(text)
	}
}
