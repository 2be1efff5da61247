package service

import (
	"bytes"
	"fmt"
	"testing"
)

func lines(count int) []byte {
	var text bytes.Buffer
	for i := range count {
		path := []string{"/", "/products/%d", "/customers/%d/orders?page=2"}[i%3]
		if i%3 > 0 {
			path = fmt.Sprintf(path, i)
		}
		fmt.Fprintf(&text, "2026-01-02T15:04:%02dZ GET %s %d %d\n", i%60, path, 200+i%2*300, 100+i*7919%10_000)
	}
	return text.Bytes()
}

func series(count int) []Series {
	all := make([]Series, count)
	for i := range all {
		all[i] = Series{Path: fmt.Sprint("GET /things/", i), Count: i * i, Failed: i, Micros: 1000 * i * i}
		for j := range all[i].Buckets {
			all[i].Buckets[j] = i * j
		}
	}
	return all
}

func BenchmarkParse(b *testing.B) {
	text := lines(100)
	for b.Loop() {
		Parse(text)
	}
}

func BenchmarkExpose(b *testing.B) {
	all := series(20)
	for b.Loop() {
		Expose(all)
	}
}

func BenchmarkPack(b *testing.B) {
	text := lines(20)
	for b.Loop() {
		Pack(text)
	}
}

func BenchmarkQuantiles(b *testing.B) {
	records, _ := Parse(lines(500))
	for b.Loop() {
		Quantiles(records, 0.5, 0.99)
	}
}
