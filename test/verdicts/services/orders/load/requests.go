package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
)

func request(random *rand.Rand) (path, body string) {
	kind := []string{"check", "check", "summary", "marks", "marks", "invoices", "orders", "orders"}[random.Intn(8)]
	if kind == "orders" {
		text, _ := json.Marshal(order(random))
		return "/orders", string(text)
	}
	count := 1 + random.Intn(60)
	switch kind {
	case "check":
		count *= 2
	case "invoices":
		count = 1 + random.Intn(12)
	case "summary":
		count = 1 + random.Intn(50)
	}
	return fmt.Sprintf("/%s?from=%d&count=%d", kind, random.Intn(2900), count), ""
}

func order(random *rand.Rand) map[string]any {
	items := make([]map[string]any, 1+random.Intn(15))
	for i := range items {
		sku := fmt.Sprintf("%c%c-%d", 'A'+random.Intn(26), 'A'+random.Intn(26), 100+random.Intn(20000))
		if random.Intn(8) == 0 {
			sku += "-blue"
		}
		if random.Intn(40) == 0 {
			sku = "unknown article"
		}
		items[i] = map[string]any{"sku": sku, "quantity": random.Intn(9), "cents": random.Intn(20000)}
	}
	return map[string]any{
		"id":       fmt.Sprint("B", random.Intn(1e6)),
		"customer": fmt.Sprint("Someone & Sons ", random.Intn(200)),
		"email":    fmt.Sprintf("orders.%d@mail.shop-%d.example", random.Intn(1000), random.Intn(50)),
		"country":  []string{"DE", "FR", "IT", "JP", "US"}[random.Intn(5)],
		"items":    items,
	}
}
