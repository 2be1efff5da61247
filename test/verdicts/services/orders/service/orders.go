// Package service checks, adds up and prints orders.
package service

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math/rand"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Order is what a customer has ordered.
type Order struct {
	ID       string `json:"id"`
	Customer string `json:"customer"`
	Email    string `json:"email"`
	Country  string `json:"country"`
	Items    []Item `json:"items"`
}

// Item is a line of an order.
type Item struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Cents    int    `json:"cents"`
}

// Row is what a customer's orders come to.
type Row struct {
	Customer string `json:"customer"`
	Country  string `json:"country"`
	Orders   int    `json:"orders"`
	Cents    int    `json:"cents"`
}

// Handler answers all requests. Orders are those that were posted, and some that are there from the beginning.
func Handler() http.Handler {
	kept := firstOrders(3000)
	var mutex sync.Mutex
	next := 0
	asked := func(r *http.Request) []Order {
		from, _ := strconv.Atoi(r.FormValue("from"))
		count, _ := strconv.Atoi(r.FormValue("count"))
		mutex.Lock()
		defer mutex.Unlock()
		from = min(max(from, 0), len(kept))
		return slices.Clone(kept[from:min(from+max(count, 0), len(kept))])
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var order Order
		if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		faults := Check(order)
		mutex.Lock()
		kept[next%len(kept)] = order
		next++
		mutex.Unlock()
		write(w, map[string]any{"faults": faults, "mark": Sign(order)})
	})
	mux.HandleFunc("GET /check", func(w http.ResponseWriter, r *http.Request) {
		faults := map[string][]string{}
		for _, order := range asked(r) {
			if found := Check(order); len(found) > 0 {
				faults[order.ID] = found
			}
		}
		write(w, faults)
	})
	mux.HandleFunc("GET /summary", func(w http.ResponseWriter, r *http.Request) {
		write(w, Summary(asked(r)))
	})
	mux.HandleFunc("GET /marks", func(w http.ResponseWriter, r *http.Request) {
		marks := map[string]string{}
		for _, order := range asked(r) {
			marks[order.ID] = Sign(order)
		}
		write(w, marks)
	})
	mux.HandleFunc("GET /invoices", func(w http.ResponseWriter, r *http.Request) {
		for _, order := range asked(r) {
			io.WriteString(w, Invoice(order))
		}
	})
	return mux
}

func write(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

func firstOrders(count int) []Order {
	random := rand.New(rand.NewSource(1))
	orders := make([]Order, count)
	for i := range orders {
		items := make([]Item, 1+random.Intn(15))
		for j := range items {
			name := fmt.Sprintf("%c%c-%d", 'A'+random.Intn(26), 'A'+random.Intn(26), 100+random.Intn(20000))
			if random.Intn(8) == 0 {
				name += "-blue"
			}
			items[j] = Item{SKU: name, Quantity: 1 + random.Intn(9), Cents: random.Intn(20000)}
		}
		orders[i] = Order{
			ID:       fmt.Sprint("A", i),
			Customer: fmt.Sprint("Someone & Sons ", random.Intn(400)),
			Email:    fmt.Sprintf("orders.%d@mail.shop-%d.example", i, random.Intn(50)),
			Country:  []string{"DE", "FR", "IT", "JP", "US"}[random.Intn(5)],
			Items:    items,
		}
	}
	return orders
}

var (
	email = regexp.MustCompile(`^[a-z0-9._-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$`)
	sku   = regexp.MustCompile(`^[A-Z]{2}-[0-9]{3,5}(-[a-z]+)?$`)
)

// Check says what is wrong with an order.
func Check(order Order) []string {
	var faults []string
	if !email.MatchString(order.Email) {
		faults = append(faults, "email")
	}
	seen := map[string]bool{}
	for _, item := range order.Items {
		if !isSKU(item.SKU) {
			faults = append(faults, "sku "+item.SKU)
		}
		if seen[item.SKU] {
			faults = append(faults, "twice "+item.SKU)
		}
		seen[item.SKU] = true
		if item.Quantity < 1 || item.Cents < 0 {
			faults = append(faults, "amount "+item.SKU)
		}
	}
	return faults
}

func isSKU(text string) bool {
	return sku.MatchString(text)
}

// Summary adds up what each customer has ordered, those of a country together.
func Summary(orders []Order) []Row {
	rows := map[string]*Row{}
	for _, order := range orders {
		row := rows[order.Customer]
		if row == nil {
			row = &Row{Customer: order.Customer, Country: order.Country}
			rows[order.Customer] = row
		}
		row.Orders++
		for _, item := range order.Items {
			row.Cents += item.Quantity * item.Cents
		}
	}
	all := make([]Row, 0, len(rows))
	for _, row := range rows {
		all = append(all, *row)
	}
	sort.Slice(all, func(i, j int) bool { return key(all[i]) < key(all[j]) })
	return all
}

func key(row Row) string {
	return fmt.Sprintf("%s/%012d/%s", row.Country, row.Cents, strings.ToLower(row.Customer))
}

// Sign returns a mark that only the same order has.
func Sign(order Order) string {
	text := order.ID + "\n" + order.Customer + "\n" + order.Email + "\n"
	for _, item := range order.Items {
		text += fmt.Sprintf("%s x %d = %d\n", item.SKU, item.Quantity, item.Quantity*item.Cents)
	}
	sum := sha256.Sum256([]byte(text))
	for range 4 {
		sum = sha256.Sum256(append(sum[:], text...))
	}
	return hex.EncodeToString(sum[:])
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{"money": money}).Parse(`<h1>Order {{.ID}}</h1>
<p>{{.Customer}}, {{.Country}} <a href="mailto:{{.Email}}">{{.Email}}</a></p>
<table>{{range .Items}}
<tr><td>{{.SKU}}</td><td>{{.Quantity}}</td><td>{{money .Cents}}</td></tr>{{end}}
</table>
`))

// Invoice prints an order.
func Invoice(order Order) string {
	var out bytes.Buffer
	if err := page.Execute(&out, order); err != nil {
		return err.Error()
	}
	return out.String()
}

func money(cents int) string {
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
