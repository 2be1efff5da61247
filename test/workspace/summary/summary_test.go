package summary

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// orderFileSize is the least size of the order file, in bytes.
const orderFileSize = 1_800_000

// stages by name, from the obvious to the fast.
var stages = []struct {
	name    string
	handler func(orderFile string) http.Handler
}{
	{"standard", Standard},
	{"faster-decoder", FasterDecoder},
	{"cached-file", CachedFile},
	{"pointers", Pointers},
	{"cached-response", CachedResponse},
}

// writeOrders writes an order file of at least so many bytes, the same at every call, into a folder that goes with the
// test.
func writeOrders(tb testing.TB, size int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "orders.json")
	var orders []Order
	for written := 0; written < size; {
		order := testOrder(len(orders))
		encoded, err := json.Marshal(order)
		if err != nil {
			tb.Fatal(err)
		}
		written += len(encoded)
		orders = append(orders, order)
	}
	content, err := json.Marshal(orders)
	if err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func testOrder(i int) Order {
	countries := []string{"AT", "CH", "DE", "DK", "FR", "IT", "NL", "PL"}
	country := countries[i*31%len(countries)]
	address := Address{
		Name:     fmt.Sprintf("Customer %d", i*7919%4001),
		Street:   fmt.Sprintf("%d Main Street", 1+i%200),
		City:     "Springfield",
		Postcode: fmt.Sprintf("%05d", i*37%100000),
		Country:  country,
	}
	order := Order{
		ID:       fmt.Sprintf("2025-%06d", i),
		Customer: fmt.Sprintf("customer-%d@example.com", i*7919%4001),
		Country:  country,
		Amount:   decimal.New(int64(500+i*104729%90000), -2),
		Shipping: address,
		Billing:  address,
		Placed:   time.Date(2025, time.March, 1, 8, 0, i, 0, time.UTC),
	}
	for item := range 1 + i%3 {
		order.Items = append(order.Items, Item{SKU: fmt.Sprintf("SKU-%04d", (i+item)*613%2000), Quantity: 1 + item})
	}
	return order
}

func get(handler http.Handler) *httptest.ResponseRecorder {
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/summary", nil))
	return response
}

func TestAmountsAreExact(t *testing.T) {
	orders := []Order{
		{ID: "1", Country: "DE", Amount: decimal.RequireFromString("0.10"), Items: []Item{{SKU: "A", Quantity: 2}}},
		{ID: "2", Country: "FR", Amount: decimal.RequireFromString("0.20")},
		{ID: "3", Country: "DE", Amount: decimal.RequireFromString("1000000000000000.70"), Items: []Item{{SKU: "B", Quantity: 1}}},
	}
	pointers := []*Order{&orders[0], &orders[1], &orders[2]}
	for name, summary := range map[string]Summary{"copies": SummarizeCopies(orders), "pointers": *Summarize(pointers)} {
		if summary.Total.StringFixed(2) != "1000000000000001.00" || summary.ByCountry["DE"].StringFixed(2) != "1000000000000000.80" {
			t.Errorf("%s: total %s, DE %s", name, summary.Total, summary.ByCountry["DE"])
		}
		if summary.Orders != 3 || summary.Items != 3 {
			t.Errorf("%s: %d orders, %d items, want 3 and 3", name, summary.Orders, summary.Items)
		}
	}
}

func TestEveryStageAnswersTheSame(t *testing.T) {
	orderFile := writeOrders(t, 10_000)
	want := get(Standard(orderFile)).Body.String()
	for _, stage := range stages {
		handler := stage.handler(orderFile)
		for range 2 {
			if response := get(handler); response.Code != http.StatusOK || response.Body.String() != want {
				t.Errorf("%s: %d %s, want %s", stage.name, response.Code, response.Body, want)
			}
		}
	}
}

func TestANewFileIsNoticed(t *testing.T) {
	orderFile := writeOrders(t, 10_000)
	for _, stage := range stages {
		handler := stage.handler(orderFile)
		before := get(handler).Body.String()
		content, err := os.ReadFile(orderFile)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(orderFile, []byte("[]"), 0o600)
		os.Chtimes(orderFile, time.Time{}, time.Now().Add(time.Hour))
		if after := get(handler).Body.String(); after == before {
			t.Errorf("%s: still %s", stage.name, after)
		}
		os.WriteFile(orderFile, content, 0o600)
	}
}

func TestWithoutAFile(t *testing.T) {
	for _, stage := range stages {
		if response := get(stage.handler(filepath.Join(t.TempDir(), "absent.json"))); response.Code != http.StatusInternalServerError {
			t.Errorf("%s: status %d, want %d", stage.name, response.Code, http.StatusInternalServerError)
		}
	}
}

func BenchmarkSummary(b *testing.B) {
	orderFile := writeOrders(b, orderFileSize)
	run := func(b *testing.B, handler http.Handler) {
		b.ReportAllocs()
		for b.Loop() {
			if response := get(handler); response.Code != http.StatusOK {
				b.Fatalf("status %d: %s", response.Code, response.Body)
			}
		}
	}

	b.Run("standard", func(b *testing.B) { run(b, Standard(orderFile)) })
	b.Run("faster-decoder", func(b *testing.B) { run(b, FasterDecoder(orderFile)) })
	b.Run("cached-file", func(b *testing.B) { run(b, CachedFile(orderFile)) })
	b.Run("pointers", func(b *testing.B) { run(b, Pointers(orderFile)) })
	b.Run("cached-response", func(b *testing.B) { run(b, CachedResponse(orderFile)) })
}
