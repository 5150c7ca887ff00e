package main

import (
	"testing"
	"time"
)

func TestSample(t *testing.T) {
	var s sample
	for n := 100; n >= 1; n-- {
		s = append(s, time.Duration(n))
	}
	for _, tt := range []struct {
		share float64
		want  time.Duration
	}{{0, 1}, {0.5, 50}, {0.95, 95}, {0.99, 99}, {1, 100}} {
		if got := s.at(tt.share); got != tt.want {
			t.Errorf("at %v: %d, want %d", tt.share, got, tt.want)
		}
	}
	if got := (sample{}).at(0.99); got != 0 {
		t.Errorf("of nothing: %d", got)
	}
	if s[0] != 100 {
		t.Error("the sample was sorted in place")
	}
}

func TestMiddle(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 2, 9}, 3}} {
		if got := middle(tt.values); got != tt.want {
			t.Errorf("middle of %v is %v, want %v", tt.values, got, tt.want)
		}
	}
}
