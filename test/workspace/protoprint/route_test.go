package dispatch

import (
	"fmt"
	"os"
	"testing"

	"example.com/protoprint/orderpb"
)

func testRouter() *Router {
	return &Router{Warehouses: map[string]string{"DE": "Leipzig", "FR": "Lyon"}, Heavy: "Rotterdam"}
}

func testOrder(country string, items int) *orderpb.Order {
	order := &orderpb.Order{
		Id:       "2025-000017",
		Customer: "customer-17@example.com",
		Address:  &orderpb.Address{Street: "1 Main Street", City: "Springfield", Postcode: "01234", Country: country},
		Notes:    map[string]string{"gift": "yes", "door": "ring twice"},
	}
	for i := range items {
		order.Items = append(order.Items, &orderpb.Item{Sku: fmt.Sprintf("SKU-%04d", i), Quantity: 1, Cents: 1990})
	}
	return order
}

// withoutStdout sends what is printed to the null device: the benchmark's own result line goes to the standard output
// as well, and must not drown.
func withoutStdout(tb testing.TB) {
	tb.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = null
	tb.Cleanup(func() {
		os.Stdout = stdout
		null.Close()
	})
}

func TestRoute(t *testing.T) {
	withoutStdout(t)
	router := testRouter()
	for _, test := range []struct {
		order *orderpb.Order
		want  string
	}{
		{testOrder("DE", 3), "Leipzig"},
		{testOrder("FR", 20), "Lyon"},
		{testOrder("FR", 21), "Rotterdam"},
		{testOrder("NO", 1), "Rotterdam"},
		{nil, "Rotterdam"},
	} {
		if got := router.Route(test.order); got != test.want {
			t.Errorf("%d items to %s: %s, want %s", len(test.order.GetItems()), test.order.GetAddress().GetCountry(), got, test.want)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	router := testRouter()
	order := testOrder("DE", 12)

	b.Run("printing", func(b *testing.B) {
		withoutStdout(b)
		b.ReportAllocs()
		for b.Loop() {
			router.Route(order)
		}
	})
	b.Run("quiet", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			router.RouteQuietly(order)
		}
	})
}
