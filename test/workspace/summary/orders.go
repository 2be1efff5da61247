// Package summary adds up a shop's orders, in five stages from the obvious to the fast.
package summary

import (
	"time"

	"github.com/shopspring/decimal"
)

// Order is one line of the order file. Amounts are decimals: a float would lose cents.
type Order struct {
	ID       string          `json:"id"`
	Customer string          `json:"customer"`
	Country  string          `json:"country"`
	Amount   decimal.Decimal `json:"amount"`
	Shipping Address         `json:"shipping"`
	Billing  Address         `json:"billing"`
	Placed   time.Time       `json:"placed"`
	Items    []Item          `json:"items"`
}

// Address makes an order as large as real ones are: every copy of one is nearly four hundred bytes.
type Address struct {
	Name, Street, City, Postcode, Region, Country, Phone, Note string
}

// Item is one article of an order.
type Item struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
}

// Summary is what the handlers answer.
type Summary struct {
	Orders    int                        `json:"orders"`
	Items     int                        `json:"items"`
	Total     decimal.Decimal            `json:"total"`
	ByCountry map[string]decimal.Decimal `json:"byCountry"`
}

// SummarizeCopies adds the orders up. It handles them by value: each is copied on its way.
func SummarizeCopies(orders []Order) Summary {
	summary := Summary{ByCountry: map[string]decimal.Decimal{}}
	for _, order := range orders {
		summary = addCopy(summary, order)
	}
	return summary
}

//go:noinline
func addCopy(summary Summary, order Order) Summary {
	summary.Orders++
	summary.Items += pieces(order.Items)
	summary.Total = summary.Total.Add(order.Amount)
	summary.ByCountry[order.Country] = summary.ByCountry[order.Country].Add(order.Amount)
	return summary
}

// Summarize is the same with pointers: nothing is copied.
func Summarize(orders []*Order) *Summary {
	summary := &Summary{ByCountry: map[string]decimal.Decimal{}}
	for _, order := range orders {
		add(summary, order)
	}
	return summary
}

//go:noinline
func add(summary *Summary, order *Order) {
	summary.Orders++
	summary.Items += pieces(order.Items)
	summary.Total = summary.Total.Add(order.Amount)
	summary.ByCountry[order.Country] = summary.ByCountry[order.Country].Add(order.Amount)
}

func pieces(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += item.Quantity
	}
	return sum
}
