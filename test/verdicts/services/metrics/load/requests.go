package main

import (
	"fmt"
	"math/rand"
	"strings"
)

func request(random *rand.Rand) (path, body string) {
	switch random.Intn(8) {
	case 0, 1, 2:
		return "/records", lines(random, 1+random.Intn(400))
	case 3, 4:
		return "/metrics", ""
	case 5:
		return "/archive", lines(random, 1+random.Intn(120))
	default:
		return "/quantiles", lines(random, 100+random.Intn(900))
	}
}

func lines(random *rand.Rand, count int) string {
	var text strings.Builder
	for range count {
		if random.Intn(100) == 0 {
			text.WriteString("not a record\n")
			continue
		}
		method := []string{"GET", "GET", "GET", "POST", "DELETE"}[random.Intn(5)]
		path := fmt.Sprintf("/v%d/%s/%d", 1+random.Intn(2), []string{"items", "orders", "people"}[random.Intn(3)], random.Intn(1e6))
		if random.Intn(3) == 0 {
			path += fmt.Sprintf("/parts?limit=%d&order=name", random.Intn(100))
		}
		fmt.Fprintf(&text, "2026-11-%02dT%02d:%02d:%02d+01:00 %s %s %d %d\n", 1+random.Intn(28), random.Intn(24), random.Intn(60),
			random.Intn(60), method, path, []int{200, 200, 200, 304, 404, 500}[random.Intn(6)], 50+random.Intn(1+random.Intn(300_000)))
	}
	return text.String()
}
