package gateway

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

var prices = map[string]int{"KT-100": 3490, "LA-220": 5900}

func TestMain(m *testing.M) {
	gin.SetMode(gin.ReleaseMode)
	os.Exit(m.Run())
}

func TestQuote(t *testing.T) {
	router := Router(prices, nil)
	for _, test := range []struct {
		query  string
		status int
		body   string
	}{
		{"sku=KT-100&quantity=2", http.StatusOK, `{"sku":"KT-100","quantity":2,"cents":6980}`},
		{"sku=LA-220&quantity=10", http.StatusOK, `{"sku":"LA-220","quantity":10,"cents":56050}`},
		{"sku=KT-100&quantity=0", http.StatusBadRequest, "quantity must be a positive number"},
		{"sku=NONE&quantity=1", http.StatusNotFound, "no such product"},
	} {
		response := httptest.NewRecorder()
		router.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/quote?"+test.query, nil))
		if response.Code != test.status || response.Body.String() != test.body {
			t.Errorf("%s: %d %q, want %d %q", test.query, response.Code, response.Body, test.status, test.body)
		}
	}
}

func TestEveryRequestIsRecorded(t *testing.T) {
	var gins, zaps, buffered bytes.Buffer
	log, stop := BufferedZap(&buffered)
	for _, record := range []gin.HandlerFunc{DefaultRecords(&gins), ZapRecords(Zap(&zaps)), ZapRecords(log)} {
		router := Router(prices, record)
		for range 3 {
			router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/quote?sku=KT-100&quantity=1", nil))
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"gin": gins.String(), "zap": zaps.String(), "buffered": buffered.String()} {
		if got := strings.Count(text, "\n"); got != 3 || !strings.Contains(text, "/quote") {
			t.Errorf("%s: %d records, want 3: %s", name, got, text)
		}
	}
}

// container returns the standard output as a container has it: a pipe that somebody else reads.
func container(b *testing.B) io.Writer {
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
	return writer
}

func BenchmarkQuote(b *testing.B) {
	request := httptest.NewRequest(http.MethodGet, "/quote?sku=KT-100&quantity=12", nil)
	run := func(b *testing.B, record gin.HandlerFunc) {
		router := Router(prices, record)
		b.ReportAllocs()
		for b.Loop() {
			router.ServeHTTP(httptest.NewRecorder(), request)
		}
	}

	b.Run("gin", func(b *testing.B) { run(b, DefaultRecords(container(b))) })
	b.Run("zap", func(b *testing.B) { run(b, ZapRecords(Zap(container(b)))) })
	b.Run("buffered", func(b *testing.B) {
		log, stop := BufferedZap(container(b))
		defer stop()
		run(b, ZapRecords(log))
	})
	b.Run("silent", func(b *testing.B) { run(b, nil) })
}
