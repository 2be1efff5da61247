// Package gateway answers price requests and writes a record of each.
package gateway

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

// Quote is the answer to a price request.
type Quote struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Cents    int    `json:"cents"`
}

// Router answers /quote?sku=...&quantity=... with the price of so many pieces.
//
// prices holds the price of one piece, in cents, by SKU. The record of a request is written before the answer leaves,
// so a slow log makes slow answers; nil writes none.
func Router(prices map[string]int, record gin.HandlerFunc) *gin.Engine {
	router := gin.New()
	if record != nil {
		router.Use(record)
	}
	router.Use(gin.Recovery())
	router.GET("/quote", quote(prices))
	return router
}

func quote(prices map[string]int) gin.HandlerFunc {
	return func(c *gin.Context) {
		sku := c.Query("sku")
		quantity, err := strconv.Atoi(c.Query("quantity"))
		if err != nil || quantity < 1 {
			c.String(http.StatusBadRequest, "quantity must be a positive number")
			return
		}
		cents, known := prices[sku]
		if !known {
			c.String(http.StatusNotFound, "no such product")
			return
		}
		c.JSON(http.StatusOK, Quote{SKU: sku, Quantity: quantity, Cents: discounted(cents*quantity, quantity)})
	}
}

// discounted takes five per cent off from ten pieces, ten from a hundred.
func discounted(cents, quantity int) int {
	switch {
	case quantity >= 100:
		return cents * 90 / 100
	case quantity >= 10:
		return cents * 95 / 100
	default:
		return cents
	}
}
