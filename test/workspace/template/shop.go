// Package shop serves a small product catalogue as HTML.
package shop

import (
	"bytes"
	"html/template"
	"net/http"
	"path/filepath"
	"slices"
)

// Product is one article on a page.
type Product struct {
	SKU     string
	Name    string
	Cents   int
	InStock bool
	Tags    []string
}

// Price returns the price in whole units, as the page prints it.
func (p Product) Price() float64 { return float64(p.Cents) / 100 }

// Page is what the templates see.
type Page struct {
	Title    string
	Products []Product
}

// Shop is the HTTP handler of the catalogue.
type Shop struct {
	// Views is the folder with the templates.
	Views    string
	Products []Product
}

// ServeHTTP renders the catalogue, or the part of it with the tag asked for.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	views, err := template.ParseFiles(
		filepath.Join(s.Views, "layout.html"),
		filepath.Join(s.Views, "components.html"),
		filepath.Join(s.Views, "forms.html"),
		filepath.Join(s.Views, "catalogue.html"),
	)
	if err != nil {
		http.Error(w, "the page has a mistake", http.StatusInternalServerError)
		return
	}
	page := Page{Title: "Catalogue", Products: s.tagged(r.FormValue("tag"))}

	// Rendered aside first, so that a failure half way does not leave half a page.
	var body bytes.Buffer
	if err := views.ExecuteTemplate(&body, "layout", page); err != nil {
		http.Error(w, "the page has a mistake", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	body.WriteTo(w)
}

// tagged returns the products with the tag; every product for the empty tag.
func (s *Shop) tagged(tag string) []Product {
	if tag == "" {
		return s.Products
	}
	var found []Product
	for _, product := range s.Products {
		if slices.Contains(product.Tags, tag) {
			found = append(found, product)
		}
	}
	return found
}
