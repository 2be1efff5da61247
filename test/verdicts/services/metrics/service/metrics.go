// Package service takes in records of requests and says what they come to.
package service

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Record is a request that was answered.
type Record struct {
	At     time.Time
	Method string
	Path   string
	Status int
	Micros int
}

// Series is what the requests of a path come to.
type Series struct {
	Path    string
	Count   int
	Failed  int
	Micros  int
	Buckets [12]int
}

type store struct {
	mutex  sync.Mutex
	series map[string]*Series
}

// Handler answers all requests.
func Handler() http.Handler {
	kept := &store{series: map[string]*Series{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /records", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		records, wrong := Parse(text)
		kept.add(records)
		fmt.Fprintf(w, "%d taken, %d wrong\n", len(records), wrong)
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, Expose(kept.all()))
	})
	mux.HandleFunc("POST /archive", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		packed := Pack(text)
		fmt.Fprintln(w, len(packed), Token(packed))
	})
	mux.HandleFunc("POST /quantiles", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		records, _ := Parse(text)
		fmt.Fprintln(w, Quantiles(records, 0.5, 0.9, 0.99))
	})
	return mux
}

// Parse reads lines such as `2026-01-02T15:04:05Z GET /path?query 200 1234`, and says how many are not.
func Parse(text []byte) (records []Record, wrong int) {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		record, err := parseLine(lines.Text())
		if err != nil {
			wrong++
			continue
		}
		records = append(records, record)
	}
	return records, wrong
}

func parseLine(line string) (Record, error) {
	fields := strings.Split(line, " ")
	if len(fields) != 5 {
		return Record{}, fmt.Errorf("not five fields: %q", line)
	}
	at, err := time.Parse(time.RFC3339, fields[0])
	if err != nil {
		return Record{}, err
	}
	status, err := strconv.Atoi(fields[3])
	if err != nil {
		return Record{}, err
	}
	micros, err := strconv.Atoi(fields[4])
	if err != nil {
		return Record{}, err
	}
	return Record{At: at, Method: fields[1], Path: route(fields[2]), Status: status, Micros: micros}, nil
}

// route replaces numbers, so that a path is the same for all things of a kind.
func route(path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if _, err := strconv.Atoi(part); err == nil {
			parts[i] = ":id"
		}
	}
	return strings.Join(parts, "/")
}

func (s *store) add(records []Record) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, record := range records {
		key := record.Method + " " + record.Path
		series := s.series[key]
		if series == nil {
			series = &Series{Path: key}
			s.series[key] = series
		}
		series.Count++
		series.Micros += record.Micros
		if record.Status >= 500 {
			series.Failed++
		}
		bucket := 0
		for limit := 100; limit < record.Micros && bucket < len(series.Buckets)-1; limit *= 3 {
			bucket++
		}
		series.Buckets[bucket]++
	}
}

func (s *store) all() []Series {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	all := make([]Series, 0, len(s.series))
	for _, series := range s.series {
		all = append(all, *series)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Path < all[j].Path })
	return all
}

// Expose prints series as Prometheus reads them.
func Expose(all []Series) string {
	var out strings.Builder
	for _, series := range all {
		path := label(series.Path)
		fmt.Fprintf(&out, "requests_total{path=\"%s\"} %d\n", path, series.Count)
		fmt.Fprintf(&out, "requests_failed{path=\"%s\"} %d\n", path, series.Failed)
		fmt.Fprintf(&out, "requests_seconds_sum{path=\"%s\"} %g\n", path, float64(series.Micros)/1e6)
		sum, limit := 0, 100
		for _, count := range series.Buckets {
			sum += count
			fmt.Fprintf(&out, "requests_seconds_bucket{path=\"%s\",le=\"%g\"} %d\n", path, float64(limit)/1e6, sum)
			limit *= 3
		}
	}
	return out.String()
}

func label(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text)
}

// Pack makes a text small.
func Pack(text []byte) string {
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	writer.Write(text)
	writer.Close()
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// Token proves that a text is ours.
func Token(text string) string {
	sum := hmac.New(sha256.New, []byte("not a secret"))
	io.WriteString(sum, text)
	return base64.URLEncoding.EncodeToString(sum.Sum(nil))
}

// Quantiles returns the times that so many of the requests of each path took at most.
func Quantiles(records []Record, shares ...float64) map[string][]int {
	times := map[string][]int{}
	for _, record := range records {
		times[record.Path] = append(times[record.Path], record.Micros)
	}
	found := map[string][]int{}
	for path, all := range times {
		sort.Ints(all)
		for _, share := range shares {
			found[path] = append(found[path], all[int(share*float64(len(all)-1))])
		}
	}
	return found
}
