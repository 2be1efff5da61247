// Command parse prints how many milliseconds google/pprof's parser takes for a file, inflating included.
package main

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"github.com/google/pprof/profile"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		exit(err)
	}
	start := time.Now()
	p, err := profile.Parse(bytes.NewReader(data))
	if err != nil {
		exit(err)
	}
	fmt.Printf("{\"milliseconds\": %.3f, \"samples\": %d}\n", float64(time.Since(start).Microseconds())/1000, len(p.Sample))
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
