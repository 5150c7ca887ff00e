package config

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Units of sizes. MB means what MiB means, as in the interface's own figures (100 MB = 104,857,600).
var sizeUnits = map[string]float64{
	"": 1, "b": 1,
	"kib": 1 << 10, "kb": 1 << 10, "k": 1 << 10,
	"mib": 1 << 20, "mb": 1 << 20, "m": 1 << 20,
	"gib": 1 << 30, "gb": 1 << 30, "g": 1 << 30,
	"tib": 1 << 40, "tb": 1 << 40, "t": 1 << 40,
}

var sizePattern = regexp.MustCompile(`^([0-9][0-9_]*(?:\.[0-9]+)?) *([A-Za-z]*)$`)

var errSize = errors.New("is not a size; write 32MiB, 100MB or a number of bytes")

func parseSize(s string) (int64, error) {
	m := sizePattern.FindStringSubmatch(s)
	if m == nil {
		return 0, errSize
	}
	unit, known := sizeUnits[strings.ToLower(m[2])]
	n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], "_", ""), 64)
	if err != nil || !known || n*unit >= math.MaxInt64 {
		return 0, errSize
	}
	return int64(n * unit), nil
}

var (
	dayPattern  = regexp.MustCompile(`^([0-9]+)d(.*)$`)
	errDuration = errors.New("is not a duration; write 90s, 15m, 24h or 30d")
)

// ParseDuration reads Go's syntax, which may begin with days, and plain numbers as seconds.
func ParseDuration(s string) (time.Duration, error) {
	if seconds, err := strconv.ParseFloat(s, 64); err == nil {
		s = strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
	}
	var days time.Duration
	if m := dayPattern.FindStringSubmatch(s); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n > 100_000 {
			return 0, errDuration
		}
		days = time.Duration(n) * 24 * time.Hour
		if s = m[2]; s == "" {
			return days, nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, errDuration
	}
	return days + d, nil
}
