package shop

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestParsedOnceIsTheSamePage(t *testing.T) {
	shop := testShop()
	parsed := &ParsedShop{Shop: *shop}
	for _, query := range []string{"/", "/?tag=kitchen", "/?tag=none"} {
		want, got := httptest.NewRecorder(), httptest.NewRecorder()
		shop.ServeHTTP(want, httptest.NewRequest(http.MethodGet, query, nil))
		parsed.ServeHTTP(got, httptest.NewRequest(http.MethodGet, query, nil))
		if got.Code != want.Code || got.Body.String() != want.Body.String() {
			t.Errorf("%s: %d %s, want %d %s", query, got.Code, got.Body, want.Code, want.Body)
		}
	}
}

func BenchmarkParsedCatalogue(b *testing.B) {
	shop := &ParsedShop{Shop: *testShop()}
	request := httptest.NewRequest(http.MethodGet, "/", nil)

	b.ReportAllocs()
	for b.Loop() {
		response := httptest.NewRecorder()
		shop.ServeHTTP(response, request)
		if response.Code != http.StatusOK {
			b.Fatalf("status %d, want %d", response.Code, http.StatusOK)
		}
	}
}
