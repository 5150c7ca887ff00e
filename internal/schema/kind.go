package schema

import "slices"

var kindNames = map[string]Kind{
	"object": Object, "array": Array, "string": String, "number": Number, "integer": Integer, "boolean": Boolean, "null": Null,
}

// kindOf is the type that a schema names.
func kindOf(v any) (Kind, bool) {
	name, _ := v.(string)
	k, ok := kindNames[name]
	return k, ok
}

// kindsOf are the types of a type keyword that was found good; nil where there is none.
func kindsOf(v any) []Kind {
	list, ok := v.([]any)
	if !ok {
		if k, ok := kindOf(v); ok {
			return []Kind{k}
		}
		return nil
	}
	var out []Kind
	for _, name := range list {
		if k, _ := kindOf(name); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func (k Kind) String() string {
	for name, kind := range kindNames {
		if kind == k {
			return name
		}
	}
	return "any"
}
