package job

import "time"

// Usage is what the jobs of one type came to on one day.
type Usage struct {
	Day      string // YYYY-MM-DD, UTC
	Type     string
	Jobs     int64
	Failures int64
	Pages    int64
	Time     time.Duration // sum of durations
}
