package schema

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// A duration and a uuid as ISO 8601 and RFC 9562 write them.
var (
	durationForm = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`)
	uuidForm     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
)

// Clock times, with seconds or without, and with an offset or without: documents rarely tell one.
var (
	clocks = []string{"15:04:05", "15:04", "15:04:05Z07:00", "15:04Z07:00"}
	day    = "2006-01-02"
)

// formatted reports whether a text has the form that its schema names; one that is not known says nothing.
func formatted(s, format string) bool {
	switch format {
	case "date":
		return parses(s, day)
	case "time":
		return clock(s)
	case "date-time":
		date, rest, ok := strings.Cut(s, "T")
		return ok && parses(date, day) && clock(rest)
	case "duration":
		return durationForm.MatchString(s) && s != "P" && !strings.HasSuffix(s, "T")
	case "email":
		a, err := mail.ParseAddress(s)
		return err == nil && a.Name == "" && a.Address == s
	case "uri":
		u, err := url.Parse(s)
		return err == nil && u.Scheme != "" && (u.Host != "" || u.Opaque != "" || u.Path != "")
	case "uuid":
		return uuidForm.MatchString(s)
	}
	return true
}

// clock asks for two digits of an hour, which time.Parse does not.
func clock(s string) bool { return len(s) >= 5 && s[2] == ':' && parses(s, clocks...) }

func parses(s string, layouts ...string) bool {
	for _, l := range layouts {
		if _, err := time.Parse(l, s); err == nil {
			return true
		}
	}
	return false
}
