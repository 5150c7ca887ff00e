package schema

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Bounds of a schema.
const (
	maxBytes      = 512 << 10
	maxDepth      = 16 // schemas within schemas, references followed
	maxProperties = 5_000
	maxValues     = 10_000 // of all enums
	maxExpanded   = 20_000 // schemas after every reference is replaced by what it refers to
	maxNesting    = 64     // lists and objects of the JSON text
	maxNumber     = 400    // characters of a number, and its exponent; the longest finite double needs 309 digits
	maxPointers   = 32 << 20
)

// Parse reads the schema of a caller. It is nil where the caller asks for no particular fields: the schema is absent,
// null, {}, or a string that holds one of these. Everything else that is not understood is refused at its first place.
func Parse(raw json.RawMessage) (*Field, error) {
	text, err := unquote(raw)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	tree, deep, err := readTree(text)
	if err != nil || tree == nil {
		return nil, err
	}
	root, ok := tree.(*object)
	if !ok {
		return nil, refuse(&place{}, "a schema must be a JSON object")
	}
	if len(root.members) == 0 {
		return nil, nil
	}
	if otherRoot(root) {
		return nil, refuse(&place{}, wantObject)
	}
	schemas := survey(root)
	if err := schemas.check(); err != nil {
		return nil, err
	}
	if deep != nil {
		return nil, deep
	}
	f, err := schemas.expand()
	if err != nil {
		return nil, err
	}
	if f.Kind != Object {
		return nil, refuse(&place{}, wantObject)
	}
	return f, nil
}

const blanks = " \t\r\n"

const wantObject = "the type of the outermost schema must be object"

// unquote takes the text out of a string that holds a schema.
func unquote(raw json.RawMessage) ([]byte, error) {
	if len(raw) > 2*maxBytes { // a string may need escapes
		return nil, refuse(&place{}, "the schema has more than %d KiB", maxBytes>>10)
	}
	text := bytes.Trim(raw, blanks)
	if len(text) > 0 && text[0] == '"' {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return nil, refuse(&place{}, "this is not valid JSON")
		}
		text = []byte(strings.Trim(s, blanks))
	}
	if len(text) > maxBytes {
		return nil, refuse(&place{}, "the schema has more than %d KiB", maxBytes>>10)
	}
	return text, nil
}

// otherRoot reports whether the outermost schema says of itself that it is not an object. That is said before anything
// inside it is looked at, because it stands before it.
func otherRoot(root *object) bool {
	v, ok := root.get("type")
	if !ok {
		return false
	}
	names, isList := v.([]any)
	if !isList {
		names = []any{v}
	}
	for _, n := range names {
		if k, ok := kindOf(n); !ok || k == Object {
			return false
		}
	}
	return len(names) > 0
}
