// Package dispatch decides which warehouse sends an order.
package dispatch

import (
	"fmt"

	"example.com/protoprint/orderpb"
)

// Router knows the warehouses.
type Router struct {
	// Warehouses by country.
	Warehouses map[string]string
	// Heavy is the warehouse of orders with more than 20 pieces.
	Heavy string
}

// Route names the warehouse that sends the order. Somebody was looking for a mistake here, and left a line behind.
func (r *Router) Route(order *orderpb.Order) string {
	fmt.Println("DEBUG route", order)
	return r.warehouse(order)
}

// RouteQuietly is Route without the forgotten line.
func (r *Router) RouteQuietly(order *orderpb.Order) string {
	return r.warehouse(order)
}

func (r *Router) warehouse(order *orderpb.Order) string {
	var pieces int32
	for _, item := range order.GetItems() {
		pieces += item.GetQuantity()
	}
	if pieces > 20 {
		return r.Heavy
	}
	if warehouse, known := r.Warehouses[order.GetAddress().GetCountry()]; known {
		return warehouse
	}
	return r.Heavy
}
