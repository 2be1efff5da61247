package shop

import (
	"bytes"
	"html/template"
	"net/http"
	"path/filepath"
	"sync"
)

// ParsedShop is Shop after the repair: the templates are parsed at the first request and kept.
type ParsedShop struct {
	Shop

	once  sync.Once
	views *template.Template
	err   error
}

// ServeHTTP renders the catalogue, or the part of it with the tag asked for.
func (s *ParsedShop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	views, err := s.parsed()
	if err != nil {
		http.Error(w, "the page has a mistake", http.StatusInternalServerError)
		return
	}
	page := Page{Title: "Catalogue", Products: s.tagged(r.FormValue("tag"))}

	var body bytes.Buffer
	if err := views.ExecuteTemplate(&body, "layout", page); err != nil {
		http.Error(w, "the page has a mistake", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	body.WriteTo(w)
}

func (s *ParsedShop) parsed() (*template.Template, error) {
	s.once.Do(func() {
		s.views, s.err = template.ParseFiles(
			filepath.Join(s.Views, "layout.html"),
			filepath.Join(s.Views, "components.html"),
			filepath.Join(s.Views, "forms.html"),
			filepath.Join(s.Views, "catalogue.html"),
		)
	})
	return s.views, s.err
}
