package main

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

func request(random *rand.Rand) (path, body string) {
	frequent := rand.NewZipf(random, 1.2, 8, 4000)
	word := func() string { return strconv.FormatUint(frequent.Uint64()*7919+11, 26) }
	switch random.Intn(4) {
	case 0, 1:
		words := make([]string, 1+random.Intn(3))
		for i := range words {
			words[i] = word()
		}
		return "/search?q=" + strings.Join(words, "+"), ""
	case 2:
		return fmt.Sprintf("/similar?text=%d", random.Intn(1500)), ""
	}
	var text strings.Builder
	for range 20 + random.Intn(1500) {
		text.WriteString(word())
		text.WriteString([]string{" ", " ", ", ", ".\n", " — "}[random.Intn(5)])
	}
	return "/words", text.String()
}
