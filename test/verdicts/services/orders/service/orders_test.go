package service

import (
	"fmt"
	"testing"
)

func order(i, items int) Order {
	made := Order{
		ID:       fmt.Sprint("A", 1000+i),
		Customer: fmt.Sprint("Customer ", i%60),
		Email:    fmt.Sprintf("someone.%d@shop.example", i),
		Country:  []string{"DE", "FR", "JP"}[i%3],
	}
	for j := range items {
		made.Items = append(made.Items, Item{SKU: fmt.Sprintf("AB-%d", 1000+j*7), Quantity: j%5 + 1, Cents: 100 + 13*j})
	}
	return made
}

func orders(count int) []Order {
	made := make([]Order, count)
	for i := range made {
		made[i] = order(i, 8)
	}
	return made
}

func BenchmarkCheck(b *testing.B) {
	order := order(1, 10)
	for b.Loop() {
		Check(order)
	}
}

func BenchmarkSummary(b *testing.B) {
	orders := orders(100)
	for b.Loop() {
		Summary(orders)
	}
}

func BenchmarkSign(b *testing.B) {
	order := order(1, 20)
	for b.Loop() {
		Sign(order)
	}
}

func BenchmarkInvoice(b *testing.B) {
	order := order(1, 10)
	for b.Loop() {
		Invoice(order)
	}
}
