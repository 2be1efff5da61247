package gateway

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

var prices = map[string]int{"KT-100": 3490, "LA-220": 5900}

func TestQuote(t *testing.T) {
	gateway := &Gateway{Prices: prices, Log: slog.New(slog.DiscardHandler)}
	for _, test := range []struct {
		query  string
		status int
		body   string
	}{
		{"sku=KT-100&quantity=2", http.StatusOK, `{"sku":"KT-100","quantity":2,"cents":6980}` + "\n"},
		{"sku=LA-220&quantity=10", http.StatusOK, `{"sku":"LA-220","quantity":10,"cents":56050}` + "\n"},
		{"sku=KT-100&quantity=0", http.StatusBadRequest, "quantity must be a positive number\n"},
		{"sku=NONE&quantity=1", http.StatusNotFound, "no such product\n"},
	} {
		response := httptest.NewRecorder()
		gateway.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/quote?"+test.query, nil))
		if response.Code != test.status || response.Body.String() != test.body {
			t.Errorf("%s: %d %q, want %d %q", test.query, response.Code, response.Body, test.status, test.body)
		}
	}
}

// containerLog returns a logger as a container has it: every record is one write to a pipe that
// somebody else reads.
func containerLog(b *testing.B) *slog.Logger {
	b.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		io.Copy(io.Discard, reader)
	}()
	b.Cleanup(func() {
		writer.Close()
		<-drained
		reader.Close()
	})
	return slog.New(slog.NewJSONHandler(writer, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func BenchmarkQuote(b *testing.B) {
	request := httptest.NewRequest(http.MethodGet, "/quote?sku=KT-100&quantity=12", nil)
	run := func(b *testing.B, log *slog.Logger) {
		gateway := &Gateway{Prices: prices, Log: log}
		b.ReportAllocs()
		for b.Loop() {
			gateway.ServeHTTP(httptest.NewRecorder(), request)
		}
	}

	b.Run("logged", func(b *testing.B) { run(b, containerLog(b)) })
	b.Run("silent", func(b *testing.B) { run(b, slog.New(slog.DiscardHandler)) })
}
