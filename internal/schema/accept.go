package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Accepts reports whether a value is what the field asks for: string, json.Number, bool, nil, []any or map[string]any.
// Members of an object that are nil were not found and are no reason to refuse the others.
func (f *Field) Accepts(v any) bool {
	if v == nil {
		return f.Nullable || f.Kind == Null || f.Kind == Any && f.Enum == nil && f.Choices == nil
	}
	if f.Enum != nil && !slices.ContainsFunc(f.Enum, func(e any) bool { return equal(e, v) }) {
		return false
	}
	if f.Choices != nil && !slices.ContainsFunc(f.Choices, func(c *Field) bool { return c.Accepts(v) }) {
		return false
	}
	switch v := v.(type) {
	case string:
		return f.is(String) && f.acceptsText(v)
	case json.Number:
		return f.acceptsNumber(v)
	case bool:
		return f.is(Boolean)
	case []any:
		return f.is(Array) && f.acceptsItems(v)
	case map[string]any:
		return f.is(Object) && f.acceptsMembers(v)
	}
	return false
}

func (f *Field) is(k Kind) bool { return f.Kind == k || f.Kind == Any }

func (f *Field) acceptsText(s string) bool {
	n := utf8.RuneCountInString(s)
	return inside(n, f.MinLength, f.MaxLength) && (f.Pattern == nil || f.Pattern.MatchString(s)) && formatted(s, f.Format)
}

func (f *Field) acceptsNumber(n json.Number) bool {
	v, ok := finite(n)
	if !ok || !f.is(Number) && f.Kind != Integer || !inside(v, f.Minimum, f.Maximum) ||
		f.ExclusiveMinimum != nil && v <= *f.ExclusiveMinimum || f.ExclusiveMaximum != nil && v >= *f.ExclusiveMaximum {
		return false
	}
	if f.Kind != Integer && f.MultipleOf == nil {
		return true
	}
	r, ok := exact(n)
	if !ok || f.Kind == Integer && !r.IsInt() {
		return false
	}
	if f.MultipleOf == nil {
		return true
	}
	// 0.3 is a multiple of 0.1 as they are written, not as they are stored.
	step, ok := exact(json.Number(strconv.FormatFloat(*f.MultipleOf, 'g', -1, 64)))
	return ok && step.Sign() > 0 && r.Quo(r, step).IsInt()
}

func (f *Field) acceptsItems(list []any) bool {
	if !inside(len(list), f.MinItems, f.MaxItems) {
		return false
	}
	seen := map[string]bool{}
	for _, v := range list {
		if f.Items != nil && !f.Items.Accepts(v) {
			return false
		}
		if f.UniqueItems {
			key := canonical(v)
			if seen[key] {
				return false
			}
			seen[key] = true
		}
	}
	return true
}

func (f *Field) acceptsMembers(m map[string]any) bool {
	declared := make(map[string]bool, len(f.Properties))
	for _, p := range f.Properties {
		declared[p.Name] = true
		if v := m[p.Name]; v != nil && !p.Accepts(v) {
			return false
		}
	}
	for name, v := range m {
		if f.Extra != nil && !declared[name] && v != nil && !f.Extra.Accepts(v) {
			return false
		}
	}
	return true
}

func inside[N int | float64](v N, low, high *N) bool {
	return (low == nil || v >= *low) && (high == nil || v <= *high)
}

func equal(a, b any) bool {
	s, ok := a.(string)
	t, also := b.(string)
	if ok || also {
		return ok && also && s == t
	}
	return canonical(a) == canonical(b)
}

// exact is a number as it is written.
func exact(n json.Number) (*big.Rat, bool) {
	if _, ok := finite(n); !ok {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}

// Leaves counts the values that the field asks for, those of an array's items once and of choices the most.
func (f *Field) Leaves() int {
	n := 0
	for _, p := range f.Properties {
		n += p.Leaves()
	}
	if f.Items != nil {
		n += f.Items.Leaves()
	}
	most := 0
	for _, c := range f.Choices {
		most = max(most, c.Leaves())
	}
	return max(n, most, 1)
}
