package summary

import (
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"time"

	gojson "github.com/goccy/go-json"
)

// Standard, stage 1: for each request the order file is read, decoded with encoding/json, and added up.
func Standard(orderFile string) http.Handler {
	return answering(func() ([]byte, error) {
		content, err := os.ReadFile(orderFile)
		if err != nil {
			return nil, err
		}
		var orders []Order
		if err := json.Unmarshal(content, &orders); err != nil {
			return nil, err
		}
		return json.Marshal(SummarizeCopies(orders))
	})
}

// FasterDecoder, stage 2: the same with goccy/go-json.
func FasterDecoder(orderFile string) http.Handler {
	return answering(func() ([]byte, error) {
		content, err := os.ReadFile(orderFile)
		if err != nil {
			return nil, err
		}
		var orders []Order
		if err := gojson.Unmarshal(content, &orders); err != nil {
			return nil, err
		}
		return gojson.Marshal(SummarizeCopies(orders))
	})
}

// CachedFile, stage 3: the file is read and decoded again only when it has changed.
func CachedFile(orderFile string) http.Handler {
	orders := cached(orderFile, decode[Order])
	return answering(func() ([]byte, error) {
		current, err := orders()
		if err != nil {
			return nil, err
		}
		return gojson.Marshal(SummarizeCopies(current))
	})
}

// Pointers, stage 4: the orders are no longer copied while they are added up.
func Pointers(orderFile string) http.Handler {
	orders := cached(orderFile, decode[*Order])
	return answering(func() ([]byte, error) {
		current, err := orders()
		if err != nil {
			return nil, err
		}
		return gojson.Marshal(Summarize(current))
	})
}

// CachedResponse, stage 5: the answer itself is kept until the file changes.
func CachedResponse(orderFile string) http.Handler {
	return answering(cached(orderFile, func(content []byte) ([]byte, error) {
		orders, err := decode[*Order](content)
		if err != nil {
			return nil, err
		}
		return gojson.Marshal(Summarize(orders))
	}))
}

func decode[T any](content []byte) ([]T, error) {
	var orders []T
	err := gojson.Unmarshal(content, &orders)
	return orders, err
}

// cached makes something of a file's content, and again when the file has changed.
func cached[T any](path string, from func(content []byte) (T, error)) func() (T, error) {
	var (
		mutex   sync.Mutex
		kept    T
		changed time.Time
	)
	return func() (T, error) {
		mutex.Lock()
		defer mutex.Unlock()
		about, err := os.Stat(path)
		if err != nil || about.ModTime().Equal(changed) {
			return kept, err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return kept, err
		}
		fresh, err := from(content)
		if err != nil {
			return kept, err
		}
		kept, changed = fresh, about.ModTime()
		return kept, nil
	}
}

func answering(body func() ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, err := body()
		if err != nil {
			http.Error(w, "the orders cannot be read", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(content)
	})
}
