package hook

import "time"

// What the modes of a message are called in its row.
const (
	modeSvix   = "svix"
	modeDirect = "direct"
)

// The pauses before the second and each later attempt.
var (
	managedPauses = []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
	}
	directPauses = []time.Duration{5 * time.Second, 25 * time.Second}
)

// spread is how far a managed pause moves to either side, so that receivers that failed together are not tried
// together again.
const spread = 0.1

// pause returns the time to wait after the given number of failed attempts; false when there is no further one.
// The chance is in [0, 1).
func pause(mode string, tries int, chance float64) (time.Duration, bool) {
	pauses, width := managedPauses, spread
	if mode == modeDirect {
		pauses, width = directPauses, 0
	}
	if tries < 1 || tries > len(pauses) {
		return 0, false
	}
	d := float64(pauses[tries-1])
	return time.Duration(d * (1 + width*(2*chance-1))), true
}
