// Reads profiles as google/pprof's own parser does, to compare with: on standard input each is its length in four
// bytes (big endian) and its bytes, on standard output each is answered by a line of JSON.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/google/pprof/profile"
)

type answer struct {
	Accepted  bool     `json:"accepted"`
	Error     string   `json:"error"`
	Samples   int      `json:"samples"`
	Locations int      `json:"locations"`
	Frames    int      `json:"frames"`
	Totals    []string `json:"totals"`
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		bytes, err := next(in)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		line, err := json.Marshal(parse(bytes))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		out.Write(append(line, '\n'))
		// Whoever asks waits for the answer.
		out.Flush()
	}
}

func next(in io.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		return nil, err
	}
	bytes := make([]byte, binary.BigEndian.Uint32(length[:]))
	_, err := io.ReadFull(in, bytes)
	return bytes, err
}

// parse leaves out the parsers of old formats: they accept nearly any text.
func parse(bytes []byte) answer {
	p, err := profile.ParseUncompressed(bytes)
	if err == nil {
		err = p.CheckValid()
	}
	if err != nil {
		return answer{Error: err.Error()}
	}
	result := answer{Accepted: true, Samples: len(p.Sample), Locations: len(p.Location), Totals: []string{}}
	sums := make([]int64, len(p.SampleType))
	for _, sample := range p.Sample {
		for i, value := range sample.Value {
			sums[i] += value
		}
		for _, location := range sample.Location {
			result.Frames += len(location.Line)
		}
	}
	for _, sum := range sums {
		result.Totals = append(result.Totals, fmt.Sprint(sum))
	}
	return result
}
