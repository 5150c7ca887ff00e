// Package schema reads the JSON schemas of callers: what is asked for, within bounds, and what a value must be like.
package schema

import (
	"encoding/json"
	"regexp"
)

// Kind is the type of a field.
type Kind uint8

// The types a field can have. Any is a field without a type.
const (
	Any Kind = iota
	Object
	Array
	String
	Number
	Integer
	Boolean
	Null
)

// Field is one place of a schema that a value can take: the root, a property, or the items of an array. References are
// resolved and allOf is merged, so that a field stands for itself.
type Field struct {
	Name        string // of the property; empty at the root and for items
	Pointer     string // where the caller's schema declares it, "#/properties/a"
	Title       string
	Description string
	Kind        Kind
	Nullable    bool
	Required    bool // by the object it belongs to

	Properties []*Field // of an object, in the order the caller wrote them
	Extra      *Field   // what further properties of an object may be; nil where none is declared
	Items      *Field   // of an array; nil where they may be anything
	Choices    []*Field // anyOf and oneOf, tried in order

	Enum     []any // allowed values, those of const too; nil where anything is allowed
	Format   string
	Pattern  *regexp.Regexp
	Default  json.RawMessage // hints, nothing more
	Examples []string

	Minimum, Maximum                   *float64
	ExclusiveMinimum, ExclusiveMaximum *float64
	MultipleOf                         *float64
	MinLength, MaxLength               *int
	MinItems, MaxItems                 *int
	UniqueItems                        bool
}

// IsLeaf reports whether the field holds one value and not several.
func (f *Field) IsLeaf() bool { return f.Kind != Object && f.Kind != Array }
