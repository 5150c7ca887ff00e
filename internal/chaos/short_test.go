//go:build !chaos

package chaos

import "time"

// The short form is part of every test run.
const (
	long     = false
	parallel = 4   // tests at a time
	runs     = 1   // seeds of every test with random moments
	jobs     = 300 // submitted while workers are killed

	shortLease = 3 * time.Second
)
