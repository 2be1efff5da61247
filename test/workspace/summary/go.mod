module example.com/summary

go 1.24

require (
	github.com/goccy/go-json v0.12.0
	github.com/shopspring/decimal v1.6.0
)
