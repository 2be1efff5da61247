// Command reference reads profiles with google/pprof's own parser, for comparison with ours.
//
// It reads profiles from standard input, each after its length (uint32, big endian), and writes a verdict for each as
// one line of JSON.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"

	"github.com/google/pprof/profile"
)

// verdict is the parser's result for one input. It has counts and sums if the input was accepted.
type verdict struct {
	Accepted bool `json:"accepted"`
	// Legacy is set if the input was accepted by a parser for an older format, not as protobuf.
	Legacy      bool     `json:"legacy"`
	Error       string   `json:"error"`
	SampleTypes []string `json:"sampleTypes"`
	// Totals has the sum of the values of each sample type, which may be larger than int64.
	Totals    []string `json:"totals"`
	Samples   int      `json:"samples"`
	Locations int      `json:"locations"`
	Functions int      `json:"functions"`
	Mappings  int      `json:"mappings"`
	// Digest is a hash of every value and every frame of every stack; see digest.ts.
	Digest uint32 `json:"digest"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	answers := json.NewEncoder(out)
	for {
		var length uint32
		if err := binary.Read(in, binary.BigEndian, &length); err == io.EOF {
			return
		} else if err != nil {
			exit(err)
		}
		data := make([]byte, length)
		if _, err := io.ReadFull(in, data); err != nil {
			exit(err)
		}
		if err := answers.Encode(judge(data)); err != nil {
			exit(err)
		}
		// Answers are written when there are no more questions to read.
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				exit(err)
			}
		}
	}
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func judge(data []byte) (v verdict) {
	defer func() {
		if r := recover(); r != nil {
			v = verdict{Error: fmt.Sprintf("panic: %v", r)}
		}
	}()
	p, err := profile.ParseData(data)
	if err != nil {
		return verdict{Error: err.Error()}
	}
	v = verdict{
		Accepted:    true,
		Legacy:      !isProto(data),
		SampleTypes: []string{},
		Totals:      []string{},
		Samples:     len(p.Sample),
		Locations:   len(p.Location),
		Functions:   len(p.Function),
		Mappings:    len(p.Mapping),
		Digest:      digest(p),
	}
	for i, t := range p.SampleType {
		total := new(big.Int)
		for _, s := range p.Sample {
			total.Add(total, big.NewInt(s.Value[i]))
		}
		v.SampleTypes = append(v.SampleTypes, t.Type+"/"+t.Unit)
		v.Totals = append(v.Totals, total.String())
	}
	return v
}

// isProto reports whether data, inflated if necessary, can be parsed without the parsers for older formats.
func isProto(data []byte) bool {
	if len(data) >= 2 && data[0] == 0x1f && data[1] == 0x8b {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return false
		}
		if data, err = io.ReadAll(z); err != nil {
			return false
		}
	}
	_, err := profile.ParseUncompressed(data)
	return err == nil
}

// fnv is a 32-bit FNV-1a hash.
type fnv uint32

func (h *fnv) bytes(s string) {
	h.number(uint64(len(s)))
	for i := range len(s) {
		*h = (*h ^ fnv(s[i])) * 16777619
	}
}

// number adds the two halves of n, each like a byte.
func (h *fnv) number(n uint64) {
	*h = (*h ^ fnv(uint32(n))) * 16777619
	*h = (*h ^ fnv(uint32(n>>32))) * 16777619
}

func digest(p *profile.Profile) uint32 {
	h := fnv(2166136261)
	for _, s := range p.Sample {
		for _, value := range s.Value {
			h.number(uint64(value))
		}
		for _, l := range s.Location {
			h.number(l.ID)
			h.number(l.Address)
			if l.Mapping != nil {
				h.number(l.Mapping.ID)
				h.bytes(l.Mapping.File)
			}
			for _, line := range l.Line {
				h.number(uint64(line.Line))
				h.number(uint64(line.Column))
				h.bytes(line.Function.Name)
				h.bytes(line.Function.Filename)
			}
		}
	}
	return uint32(h)
}
