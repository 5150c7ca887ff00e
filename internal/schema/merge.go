package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// merge makes d what both schemas say together. Of words the later ones hold, of bounds the tighter ones.
func (d *draft) merge(o *draft) error {
	kinds, ok := common(d.kinds, o.kinds)
	if !ok {
		return refuse(o.at, "the type contradicts that of another schema for the same place")
	}
	d.kinds = kinds
	if d.Enum != nil && o.Enum != nil {
		if d.Enum = shared(d.Enum, o.Enum); len(d.Enum) == 0 {
			return refuse(o.at, "no value is allowed here and by another schema for the same place")
		}
	} else if o.Enum != nil {
		d.Enum = o.Enum
	}
	if o.Pattern != nil && d.Pattern != nil && o.Pattern.String() != d.Pattern.String() {
		return refuse(o.at, "another schema for the same place has a pattern too")
	}
	if len(o.choices) > 0 && len(d.choices) > 0 {
		return refuse(o.at, "another schema for the same place leaves a choice too")
	}
	d.words(&o.Field)
	d.bounds(&o.Field)
	d.required = append(d.required, o.required...)
	d.choices = append(d.choices, o.choices...)
	return d.inside(o)
}

// words takes over what is written for readers, and what cannot be bounded.
func (d *draft) words(o *Field) {
	later := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	later(&d.Title, o.Title)
	later(&d.Description, o.Description)
	later(&d.Format, o.Format)
	if o.Default != nil {
		d.Default = o.Default
	}
	if o.Examples != nil {
		d.Examples = o.Examples
	}
	if o.Pattern != nil {
		d.Pattern = o.Pattern
	}
	if o.MultipleOf != nil {
		d.MultipleOf = o.MultipleOf
	}
	d.Nullable = d.Nullable || o.Nullable
}

func (d *draft) bounds(o *Field) {
	tighter(&d.Minimum, o.Minimum, 1)
	tighter(&d.ExclusiveMinimum, o.ExclusiveMinimum, 1)
	tighter(&d.Maximum, o.Maximum, -1)
	tighter(&d.ExclusiveMaximum, o.ExclusiveMaximum, -1)
	tighter(&d.MinLength, o.MinLength, 1)
	tighter(&d.MaxLength, o.MaxLength, -1)
	tighter(&d.MinItems, o.MinItems, 1)
	tighter(&d.MaxItems, o.MaxItems, -1)
	d.UniqueItems = d.UniqueItems || o.UniqueItems
}

// tighter keeps the larger of two lower bounds, with sign -1 the smaller of two upper ones.
func tighter[N int | float64](to **N, from *N, sign N) {
	if from != nil && (*to == nil || *from*sign > **to*sign) {
		*to = from
	}
}

// inside joins the fields within.
func (d *draft) inside(o *draft) error {
	if o.properties != nil && d.properties == nil {
		d.properties = []*draft{}
	}
	if d.index == nil && o.properties != nil {
		d.index = map[string]int{}
	}
	for _, p := range o.properties {
		i, ok := d.index[p.Name]
		if !ok {
			d.index[p.Name] = len(d.properties)
			d.properties = append(d.properties, p)
			continue
		}
		if err := d.properties[i].merge(p); err != nil {
			return err
		}
	}
	if err := join(&d.items, o.items); err != nil {
		return err
	}
	return join(&d.extra, o.extra)
}

func join(to **draft, from *draft) error {
	if *to == nil || from == nil {
		if from != nil {
			*to = from
		}
		return nil
	}
	return (*to).merge(from)
}

// common is what two lists of types both allow; a whole number is a number.
func common(a, b []Kind) ([]Kind, bool) {
	if a == nil || b == nil {
		return append(a, b...), true
	}
	var out []Kind
	for _, k := range a {
		switch {
		case slices.Contains(b, k):
			out = append(out, k)
		case k == Number && slices.Contains(b, Integer), k == Integer && slices.Contains(b, Number):
			out = append(out, Integer)
		}
	}
	return out, len(out) > 0
}

// shared is what two enums both allow. The shorter one is remembered and the longer one gone through, texts as they are: a
// long enum may be referred to often.
func shared(a, b []any) []any {
	if len(a) > len(b) {
		a, b = b, a
	}
	texts, others := map[string]bool{}, map[string]bool{}
	for _, v := range a {
		if s, ok := v.(string); ok {
			texts[s] = true
		} else {
			others[canonical(v)] = true
		}
	}
	var out []any
	for _, v := range b {
		if s, ok := v.(string); ok && texts[s] || !ok && len(others) > 0 && others[canonical(v)] {
			out = append(out, v)
		}
	}
	return out
}

// canonical is the same for values that are equal: numbers by value, objects whatever the order of their keys.
func canonical(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case json.Number:
		if r, ok := exact(v); ok {
			return r.RatString()
		}
		return string(v)
	case []any:
		parts := make([]string, len(v))
		for i, in := range v {
			parts[i] = canonical(in)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, strconv.Quote(key)+":"+canonical(v[key]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return fmt.Sprint(v) // true, false and nil
}
