package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// sample is a set of measured times.
type sample []time.Duration

// at returns the time that the given share of the sample does not exceed.
func (s sample) at(share float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}

func (s sample) median() time.Duration { return s.at(0.5) }

// middle is the median of single figures; of an even number it is the mean of the two in the middle.
func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func ms(d time.Duration) string {
	v := float64(d.Microseconds()) / 1000
	switch {
	case v < 1:
		return fmt.Sprintf("%.2f ms", v)
	case v < 10:
		return fmt.Sprintf("%.1f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}

func ratio(v float64) string { return fmt.Sprintf("%.2f ×", v) }

// share is a divided by b, as a figure that can be held against a target.
func share(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// verdict says whether a target was met.
func verdict(target string, met bool) string {
	if met {
		return target + ": met"
	}
	return target + ": **missed**"
}
