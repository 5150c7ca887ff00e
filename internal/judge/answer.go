package judge

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/infer"
)

// plain is a text without case, signs and blanks.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// number reads a whole number of an answer; -1 where it is none.
func number(v any) int {
	if n, ok := v.(json.Number); ok {
		if i, err := strconv.Atoi(n.String()); err == nil {
			return i
		}
	}
	return -1
}

// listed are the objects of a list in an answer.
func listed(v any, name string) []map[string]any {
	whole, _ := v.(map[string]any)
	list, _ := whole[name].([]any)
	var out []map[string]any
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			out = append(out, object)
		}
	}
	return out
}

// named is the index of a name that an answer gives, as it is or else without regard to case and signs; -1 where there is
// no such name.
func named(v any, names []string) int {
	text, _ := v.(string)
	text = strings.TrimSpace(text)
	if i := slices.Index(names, text); i >= 0 {
		return i
	}
	if plain(text) == "" {
		return -1
	}
	return slices.IndexFunc(names, func(name string) bool { return plain(name) == plain(text) })
}

// Bounds of a list of names that is given as the only ones allowed; the protocols have theirs.
const (
	maxNames     = 100
	maxNameBytes = 4000
)

// oneOf is a name out of some. Too many are told in words only.
func oneOf(names []string) *infer.Shape {
	s := &infer.Shape{Type: "string"}
	size := 0
	for _, n := range names {
		s.Enum = append(s.Enum, n)
		size += len(n)
	}
	if len(names) > maxNames || size > maxNameBytes || slices.Contains(names, "") {
		s.Enum = nil
	}
	return s
}

func list(name string, properties ...infer.Property) infer.Property {
	return infer.Property{Name: name, Shape: &infer.Shape{Type: "array", Items: &infer.Shape{Type: "object", Properties: properties}}}
}

func field(name, kind string, nullable bool) infer.Property {
	return infer.Property{Name: name, Shape: &infer.Shape{Type: kind, Nullable: nullable}}
}
