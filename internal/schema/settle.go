package schema

import (
	"encoding/json"
	"slices"
)

// settler makes fields of drafts.
type settler struct{ pointers int } // length of all of them

func (t *settler) field(d *draft) (*Field, error) {
	if t.pointers += d.at.size(); t.pointers > maxPointers {
		return nil, refuse(&place{}, "the names of nested properties are too long")
	}
	f := d.Field
	f.Pointer = d.at.String()
	var err error
	if f.Properties, err = t.fields(d.properties); err != nil {
		return nil, err
	}
	if f.Choices, err = t.fields(d.choices); err != nil {
		return nil, err
	}
	if f.Items, err = t.inner(d.items); err != nil {
		return nil, err
	}
	if f.Extra, err = t.inner(d.extra); err != nil {
		return nil, err
	}
	require(f.Properties, d.required)
	f.settle(d.kinds, len(d.required) > 0)
	return &f, nil
}

func (t *settler) fields(list []*draft) ([]*Field, error) {
	if list == nil {
		return nil, nil
	}
	out := make([]*Field, 0, len(list))
	for _, d := range list {
		f, err := t.field(d)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func (t *settler) inner(d *draft) (*Field, error) {
	if d == nil {
		return nil, nil
	}
	return t.field(d)
}

func require(properties []*Field, names []string) {
	needed := make(map[string]bool, len(names))
	for _, n := range names {
		needed[n] = true
	}
	for _, p := range properties {
		p.Required = needed[p.Name]
	}
}

// settle decides on one type. A field of several types is a choice between them.
func (f *Field) settle(kinds []Kind, requires bool) {
	if slices.Contains(f.Enum, nil) || slices.Contains(kinds, Null) && len(kinds) > 1 {
		f.Nullable = true
	}
	for _, c := range f.Choices {
		f.Nullable = f.Nullable || c.Nullable
	}
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool {
		return k == Null && len(kinds) > 1 || k == Integer && slices.Contains(kinds, Number)
	})
	switch {
	case len(kinds) == 1:
		f.Kind = kinds[0]
	case len(kinds) == 0:
		f.Kind = f.implied(requires)
	case len(f.Choices) == 0:
		for _, k := range kinds {
			c := *f
			c.Name, c.Title, c.Description, c.Kind, c.Choices = "", "", "", k, nil
			f.Choices = append(f.Choices, &c)
		}
	}
}

// implied is the type of a field that names none.
func (f *Field) implied(requires bool) Kind {
	switch {
	case f.Properties != nil || f.Extra != nil || requires:
		return Object
	case f.Items != nil || f.MinItems != nil || f.MaxItems != nil || f.UniqueItems:
		return Array
	case f.Enum != nil:
		return same(f.Enum, kindOfValue)
	case f.Choices != nil:
		return same(f.Choices, func(c *Field) Kind { return c.Kind })
	case f.Format != "" || f.Pattern != nil || f.MinLength != nil || f.MaxLength != nil:
		return String
	case f.Minimum != nil || f.Maximum != nil || f.ExclusiveMinimum != nil || f.ExclusiveMaximum != nil || f.MultipleOf != nil:
		return Number
	}
	return Any
}

// same is the type that all of a list have, null aside.
func same[T any](list []T, kind func(T) Kind) Kind {
	var found Kind
	for _, v := range list {
		k := kind(v)
		if k == Null && len(list) > 1 {
			continue
		}
		if found != Any && k != found || k == Any {
			return Any
		}
		found = k
	}
	return found
}

func kindOfValue(v any) Kind {
	switch v.(type) {
	case nil:
		return Null
	case string:
		return String
	case bool:
		return Boolean
	case json.Number:
		return Number
	case []any:
		return Array
	}
	return Object
}
