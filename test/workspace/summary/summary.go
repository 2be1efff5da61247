// Package summary adds up a shop's orders.
package summary

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"time"
)

// Order is one line of the order file. Amounts are decimals in quotes: a float would lose cents.
type Order struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Country  string    `json:"country"`
	Amount   string    `json:"amount"`
	Placed   time.Time `json:"placed"`
	Items    []Item    `json:"items"`
}

// Item is one article of an order.
type Item struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
}

// Summary is what the handler answers.
type Summary struct {
	Orders    int               `json:"orders"`
	Items     int               `json:"items"`
	Total     string            `json:"total"`
	ByCountry map[string]string `json:"byCountry"`
}

// Handler answers with the summary of the order file, read anew for each request.
func Handler(orderFile string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		content, err := os.ReadFile(orderFile)
		if err != nil {
			http.Error(w, "the orders cannot be read", http.StatusInternalServerError)
			return
		}
		var orders []Order
		if err := json.Unmarshal(content, &orders); err != nil {
			http.Error(w, "the orders are damaged", http.StatusInternalServerError)
			return
		}
		summary, err := Summarize(orders)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(summary)
	}
}

// Summarize adds the orders up, exactly.
func Summarize(orders []Order) (Summary, error) {
	total := new(big.Rat)
	byCountry := map[string]*big.Rat{}
	items := 0
	for _, order := range orders {
		amount, ok := new(big.Rat).SetString(order.Amount)
		if !ok {
			return Summary{}, fmt.Errorf("order %s: %q is not an amount", order.ID, order.Amount)
		}
		total.Add(total, amount)
		if byCountry[order.Country] == nil {
			byCountry[order.Country] = new(big.Rat)
		}
		byCountry[order.Country].Add(byCountry[order.Country], amount)
		for _, item := range order.Items {
			items += item.Quantity
		}
	}

	summary := Summary{
		Orders:    len(orders),
		Items:     items,
		Total:     total.FloatString(2),
		ByCountry: make(map[string]string, len(byCountry)),
	}
	for country, amount := range byCountry {
		summary.ByCountry[country] = amount.FloatString(2)
	}
	return summary, nil
}
