// Package gateway answers price requests and logs every step of each.
package gateway

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
)

// Quote is the answer to a price request.
type Quote struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Cents    int    `json:"cents"`
}

// Gateway is the HTTP handler of /quote?sku=...&quantity=...
type Gateway struct {
	// Prices holds the price of one piece, in cents, by SKU.
	Prices map[string]int
	// Log is written to before the answer is: a slow log makes slow answers.
	Log *slog.Logger
}

// ServeHTTP answers with the price of so many pieces.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sku := r.FormValue("sku")
	log := g.Log.With("method", r.Method, "path", r.URL.Path, "sku", sku)
	log.Debug("request received", "remote", r.RemoteAddr, "agent", r.UserAgent())

	quantity, err := strconv.Atoi(r.FormValue("quantity"))
	if err != nil || quantity < 1 {
		log.Warn("quantity refused", "quantity", r.FormValue("quantity"))
		http.Error(w, "quantity must be a positive number", http.StatusBadRequest)
		return
	}
	cents, known := g.Prices[sku]
	if !known {
		log.Warn("price missing")
		http.Error(w, "no such product", http.StatusNotFound)
		return
	}
	quote := Quote{SKU: sku, Quantity: quantity, Cents: discounted(cents*quantity, quantity)}
	log.Debug("quote made", "quote", quote)

	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(quote); err != nil {
		log.Error("answer not sent", "error", err)
		return
	}
	log.Info("request answered", "status", http.StatusOK, "cents", quote.Cents)
}

// discounted takes five per cent off from ten pieces, ten from a hundred.
func discounted(cents, quantity int) int {
	switch {
	case quantity >= 100:
		return cents * 90 / 100
	case quantity >= 10:
		return cents * 95 / 100
	default:
		return cents
	}
}
