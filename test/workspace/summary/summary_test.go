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
)

// orderFileSize is the least size of the order file, in bytes.
const orderFileSize = 1_800_000

// writeOrders writes an order file, the same at every call, into a folder that goes with the test.
func writeOrders(tb testing.TB) string {
	tb.Helper()
	countries := []string{"AT", "CH", "DE", "DK", "FR", "IT", "NL", "PL"}
	day := time.Date(2025, time.March, 1, 8, 0, 0, 0, time.UTC)

	content := []byte("[")
	for i := 0; len(content) < orderFileSize; i++ {
		if i > 0 {
			content = append(content, ",\n"...)
		}
		order := Order{
			ID:       fmt.Sprintf("2025-%06d", i),
			Customer: fmt.Sprintf("customer-%d@example.com", i*7919%4001),
			Country:  countries[i*31%len(countries)],
			Amount:   fmt.Sprintf("%d.%02d", 5+i*104729%900, i*37%100),
			Placed:   day.Add(time.Duration(i) * 90 * time.Second),
		}
		for item := range 1 + i%3 {
			order.Items = append(order.Items, Item{SKU: fmt.Sprintf("SKU-%04d", (i+item)*613%2000), Quantity: 1 + item})
		}
		encoded, err := json.Marshal(order)
		if err != nil {
			tb.Fatal(err)
		}
		content = append(content, encoded...)
	}
	content = append(content, ']')

	path := filepath.Join(tb.TempDir(), "orders.json")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func TestSummarize(t *testing.T) {
	summary, err := Summarize([]Order{
		{ID: "1", Country: "DE", Amount: "0.10", Items: []Item{{SKU: "A", Quantity: 2}}},
		{ID: "2", Country: "FR", Amount: "0.20"},
		{ID: "3", Country: "DE", Amount: "1000000000000000.70", Items: []Item{{SKU: "B", Quantity: 1}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if summary.Total != "1000000000000001.00" || summary.ByCountry["DE"] != "1000000000000000.80" {
		t.Errorf("total %s, DE %s", summary.Total, summary.ByCountry["DE"])
	}
	if summary.Orders != 3 || summary.Items != 3 {
		t.Errorf("%d orders, %d items, want 3 and 3", summary.Orders, summary.Items)
	}
	if _, err := Summarize([]Order{{ID: "4", Amount: "a lot"}}); err == nil {
		t.Error("an amount that is no number was accepted")
	}
}

func TestHandlerWithoutFile(t *testing.T) {
	response := httptest.NewRecorder()
	handler := Handler(filepath.Join(t.TempDir(), "absent.json"))
	handler(response, httptest.NewRequest(http.MethodGet, "/summary", nil))
	if response.Code != http.StatusInternalServerError {
		t.Errorf("status %d, want %d", response.Code, http.StatusInternalServerError)
	}
}

func BenchmarkSummary(b *testing.B) {
	handler := Handler(writeOrders(b))
	request := httptest.NewRequest(http.MethodGet, "/summary", nil)

	b.ReportAllocs()
	b.SetBytes(orderFileSize)
	for b.Loop() {
		response := httptest.NewRecorder()
		handler(response, request)
		if response.Code != http.StatusOK {
			b.Fatalf("status %d: %s", response.Code, response.Body)
		}
	}
}
