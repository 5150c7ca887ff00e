//go:build chaos

package chaos

import "time"

// The long form looks for what one run does not show, in a binary that watches for data races.
const (
	long     = true
	parallel = 2
	runs     = 5
	jobs     = 1000

	shortLease = 6 * time.Second // the watched binary is slow
)
