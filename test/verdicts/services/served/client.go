// Sends so many requests to a server, from a few clients, each of which waits for its answer. A seed gives the same requests again.
package main

import (
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
)

const clients = 4

func main() {
	address, count, seed := os.Args[1], number(os.Args[2]), number(os.Args[3])
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			random := rand.New(rand.NewSource(int64(seed*clients + i)))
			for range count / clients {
				send(random, "http://"+address)
			}
		})
	}
	all.Wait()
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// send asks with GET if there is no body.
func send(random *rand.Rand, server string) {
	path, body := request(random)
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	asked, err := http.NewRequest(method, server+path, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		log.Fatal(path, " ", answer.Status, " ", err)
	}
}
