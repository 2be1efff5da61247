package shop

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func testShop() *Shop {
	return &Shop{
		Views: "views",
		Products: []Product{
			{SKU: "KT-100", Name: "Kettle", Cents: 3490, InStock: true, Tags: []string{"kitchen", "steel"}},
			{SKU: "LA-220", Name: "Desk lamp", Cents: 5900, InStock: true, Tags: []string{"office"}},
			{SKU: "CH-007", Name: "Folding chair", Cents: 4250, Tags: []string{"office", "garden"}},
			{SKU: "MU-031", Name: "Mug <large>", Cents: 890, InStock: true, Tags: []string{"kitchen"}},
		},
	}
}

func TestCatalogue(t *testing.T) {
	response := httptest.NewRecorder()
	testShop().ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/?tag=kitchen", nil))

	if response.Code != http.StatusOK {
		t.Fatalf("status %d, want %d", response.Code, http.StatusOK)
	}
	body := response.Body.String()
	for _, want := range []string{"<title>Catalogue</title>", "Kettle", "34.90", "Mug &lt;large&gt;"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(body, "Desk lamp") {
		t.Error("the page shows a product without the tag")
	}
}

func BenchmarkCatalogue(b *testing.B) {
	shop := testShop()
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
