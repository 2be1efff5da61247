package gateway

import (
	"io"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// DefaultRecords is what gin.Default brings along: a formatted line for each request, written at once.
func DefaultRecords(out io.Writer) gin.HandlerFunc {
	return gin.LoggerWithWriter(out)
}

// ZapRecords writes the same facts with Zap, as JSON.
func ZapRecords(log *zap.Logger) gin.HandlerFunc {
	return func(c *gin.Context) {
		start := time.Now()
		path, query := c.Request.URL.Path, c.Request.URL.RawQuery
		c.Next()
		log.Info("request",
			zap.Int("status", c.Writer.Status()),
			zap.Duration("latency", time.Since(start)),
			zap.String("client", c.ClientIP()),
			zap.String("method", c.Request.Method),
			zap.String("path", path),
			zap.String("query", query),
		)
	}
}

// Zap returns a logger that writes every record at once.
func Zap(out io.Writer) *zap.Logger {
	return zap.New(core(zapcore.AddSync(out)))
}

// BufferedZap returns a logger that writes 256 kB at a time, or what there is once a second. Call stop before the
// program ends, or the last records are lost.
func BufferedZap(out io.Writer) (log *zap.Logger, stop func() error) {
	buffered := &zapcore.BufferedWriteSyncer{
		WS:            zapcore.AddSync(out),
		Size:          256 * 1024,
		FlushInterval: time.Second,
	}
	return zap.New(core(buffered)), buffered.Stop
}

func core(out zapcore.WriteSyncer) zapcore.Core {
	return zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), out, zap.InfoLevel)
}
