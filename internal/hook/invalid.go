package hook

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxURL         = 2048
	maxDescription = 1024
	maxChannels    = 10
	maxChannel     = 128
)

// Problem is one rule a field breaks, in the terms of a validation error: Loc is the path below the body.
type Problem struct {
	Loc     []any
	Type    string
	Message string
	Ctx     map[string]any
}

// Invalid is a request that breaks rules of its fields. It is never empty.
type Invalid []Problem

func (e Invalid) Error() string { return e[0].Type + ": " + e[0].Message }

// add notes a broken rule.
func (e *Invalid) add(typ, msg string, ctx map[string]any, loc ...any) {
	*e = append(*e, Problem{Loc: loc, Type: typ, Message: msg, Ctx: ctx})
}

// err is nil when no rule is broken.
func (e Invalid) err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// url checks the form of a URL. Whether it may be called is the address policy's business.
func (e *Invalid) url(rawURL string) {
	e.text(rawURL, maxURL, "url")
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		e.value("the URL must be absolute and use http or https", "url")
	} else if u.User != nil {
		e.value("the URL must not hold credentials", "url")
	}
}

func (e *Invalid) channels(channels []string) {
	if len(channels) > maxChannels {
		e.add("too_long", "at most 10 channels are allowed", map[string]any{"max_length": maxChannels, "actual_length": len(channels)}, "channels")
	}
	for i, c := range channels {
		e.text(c, maxChannel, "channels", i)
	}
}

// text checks the length of a string and that a database and a log can hold it.
func (e *Invalid) text(s string, limit int, loc ...any) {
	if utf8.RuneCountInString(s) > limit {
		e.add("string_too_long", "the text is too long", map[string]any{"max_length": limit}, loc...)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		e.value("the text must not hold control characters", loc...)
	}
}

func (e *Invalid) value(msg string, loc ...any) {
	e.add("value_error", msg, map[string]any{"error": msg}, loc...)
}
