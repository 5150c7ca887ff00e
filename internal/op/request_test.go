package op

import (
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
)

// A time that was asked for is never taken for none, however short or long it is.
func TestTimeout(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{
		0: 0, 1e-9: time.Millisecond, 0.25: 250 * time.Millisecond, 90: 90 * time.Second, 1e300: mostSeconds * time.Second,
	} {
		var p Plan
		if p.Settle(api.JobSettings{Timeout: seconds}); p.Timeout != want {
			t.Errorf("%g s become %v, want %v", seconds, p.Timeout, want)
		}
	}
}
