package infer

import (
	"fmt"
	"slices"
	"strings"
)

// Shape is what an answer must be like, in words that every protocol has. What it cannot say, limits and formats, belongs
// into descriptions.
type Shape struct {
	Type        string // object, array, string, number, integer or boolean; empty beside AnyOf
	Description string
	Nullable    bool
	Properties  []Property // of an object
	Entries     *Shape     // of an object: what properties of any other name are like; nil where there are none
	Items       *Shape     // of an array
	Enum        []any      // strings, numbers or booleans; nil where anything is allowed
	AnyOf       []*Shape
}

// Property is a named part of an object.
type Property struct {
	Name     string
	Optional bool // may be left out
	Shape    *Shape
}

// rest is the property that holds the entries of an object whose names are not known beforehand.
const rest = "other_entries"

// Common is the shape in the form that every protocol accepts: names of letters and digits, all properties demanded and
// those that were optional nullable, entries of free names as a list of names and values.
func (s *Shape) Common() *Shape {
	if s == nil {
		return nil
	}
	out := *s
	out.Properties, out.Entries = nil, nil
	out.Items = s.Items.Common()
	out.AnyOf = nil
	for _, a := range s.AnyOf {
		out.AnyOf = append(out.AnyOf, a.Common())
	}
	if s.Type != "object" {
		return &out
	}
	names := safeNames(s.Properties)
	for i, p := range s.Properties {
		inner := p.Shape.Common()
		inner.Nullable = inner.Nullable || p.Optional
		if names[i] != p.Name {
			inner.Description = strings.TrimSpace(fmt.Sprintf("%q. %s", p.Name, inner.Description))
		}
		out.Properties = append(out.Properties, Property{Name: names[i], Shape: inner})
	}
	if entries := s.free(); entries != nil {
		out.Properties = append(out.Properties, Property{Name: restName(names), Shape: &Shape{
			Type: "array", Description: "Further properties, one entry for each.",
			Items: &Shape{Type: "object", Properties: []Property{
				{Name: "name", Shape: &Shape{Type: "string"}}, {Name: "value", Shape: entries.Common()},
			}},
		}})
	}
	return &out
}

// free is what properties of free names are like. An object that names none may hold texts: no protocol lets one that
// must be empty pass.
func (s *Shape) free() *Shape {
	if s.Entries == nil && len(s.Properties) == 0 {
		return &Shape{Type: "string", Nullable: true}
	}
	return s.Entries
}

func restName(names []string) string {
	name := rest
	for slices.Contains(names, name) {
		name += "_"
	}
	return name
}

// maxName is the longest name of a property that every protocol takes.
const maxName = 64

// safeNames gives every property a name of letters, digits, "_" and "-". Names that are such already stay.
func safeNames(properties []Property) []string {
	taken := make(map[string]bool, len(properties))
	for _, p := range properties {
		taken[p.Name] = true
	}
	names := make([]string, len(properties))
	for i, p := range properties {
		if names[i] = p.Name; isSafe(p.Name) {
			continue
		}
		stem := cleaned(p.Name)
		for n := i; ; n += len(properties) {
			names[i] = fmt.Sprintf("%s_%d", stem, n)
			if !taken[names[i]] {
				break
			}
		}
		taken[names[i]] = true
	}
	return names
}

func isSafe(name string) bool {
	return name != "" && len(name) <= maxName && !strings.ContainsFunc(name, func(r rune) bool { return !isSafeRune(r) })
}

func isSafeRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

func cleaned(name string) string {
	out := strings.Map(func(r rune) rune {
		if isSafeRune(r) {
			return r
		}
		return '_'
	}, name)
	return out[:min(len(out), maxName/2)]
}

// Size is how deep a shape is and how many properties, allowed values and bytes of names and values it has.
func (s *Shape) Size() (depth, properties, values, text int) {
	for _, v := range s.Enum {
		values++
		text += len(fmt.Sprint(v))
	}
	parts := slices.Clone(s.AnyOf)
	if s.Items != nil {
		parts = append(parts, s.Items)
	}
	if s.Entries != nil {
		parts = append(parts, s.Entries)
	}
	for _, p := range s.Properties {
		properties++
		text += len(p.Name)
		parts = append(parts, p.Shape)
	}
	for _, p := range parts {
		d, n, v, t := p.Size()
		depth, properties, values, text = max(depth, d), properties+n, values+v, text+t
	}
	return depth + 1, properties, values, text
}
