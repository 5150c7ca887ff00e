package api

// Bounds of what is reported.
const (
	maxErrors = 100
	maxInput  = 64 << 10 // a larger offending value is left out, or an answer could be many times the request
)

// passwordKey is the one field whose value is never shown.
const passwordKey = "document_password"

// step leads from a value into one of its parts.
type step struct {
	key   string
	item  bool // an item of a list, named by index instead of key
	index int
}

// walk goes through a schema and a value together, collects what is wrong and writes the normal form.
type walk struct {
	at   []step // where it is, from the outside in
	errs Errors
}

// from starts a walk at a place.
func from(keys ...string) *walk {
	w := &walk{}
	for _, key := range keys {
		w.enter(key)
	}
	return w
}

func (w *walk) enter(key string)    { w.at = append(w.at, step{key: key}) }
func (w *walk) enterItem(index int) { w.at = append(w.at, step{item: true, index: index}) }
func (w *walk) leave()              { w.at = w.at[:len(w.at)-1] }
func (w *walk) full() bool          { return len(w.errs) >= maxErrors }

// fail records a problem with the value the walk is at.
func (w *walk) fail(typ, msg string, input []byte, ctx Ctx) {
	if w.full() {
		return
	}
	e := ValidationError{Loc: make([]any, len(w.at)), Msg: msg, Type: typ, Ctx: ctx}
	secret := false
	for i, s := range w.at {
		if e.Loc[i] = s.key; s.item {
			e.Loc[i] = s.index
		}
		secret = secret || s.key == passwordKey
	}
	switch {
	case secret:
		e.Input = []byte(`"***"`)
	case len(input) <= maxInput:
		e.Input = redact(nil, input)
	}
	w.errs = append(w.errs, e)
}

// failIn records a problem with a part of the value the walk is at.
func (w *walk) failIn(key, typ, msg string, input []byte, ctx Ctx) {
	w.enter(key)
	w.fail(typ, msg, input, ctx)
	w.leave()
}

// invalid records that a value breaks a rule of its own.
func (w *walk) invalid(v []byte, why string) {
	w.fail("value_error", "Value "+why, v, Ctx{"error": why})
}

// value checks the value v against s and appends its normal form to out. What is appended for a wrong value does
// not matter, because a body with errors has no normal form.
func (w *walk) value(s *schema, v []byte, out []byte) []byte {
	before, start := len(w.errs), len(out)
	if v[0] == 'n' && s.nullable {
		return append(out, v...)
	}
	if s.null && (string(v) == `""` || v[0] == '[' && v[skip(v, 1)] == ']') {
		return append(out, "null"...)
	}
	switch s.kind {
	case anyKind:
		out = compact(out, v)
	case objectKind:
		out = w.object(s, v, out)
	case mapKind:
		out = w.mapping(s, v, out)
	case listKind:
		out = w.list(s, v, out)
	case stringKind:
		out = w.text(s, v, out)
	case integerKind:
		out = w.integer(s, v, out)
	case numberKind:
		out = w.number(s, v, out)
	case booleanKind:
		out = w.boolean(v, out)
	case unionKind:
		out = w.union(s, v, out)
	case taggedKind:
		out = w.tagged(s, v, out)
	}
	if len(w.errs) > before {
		return out
	}
	if s.maxBytes > 0 && size(s, out[start:]) > s.maxBytes {
		w.invalid(v, "is larger than 16 KiB")
	} else if s.rule != nil {
		s.rule(w, v, out[start:])
	}
	return out
}

// size is the length of a text, or of any other value as it is written.
func size(s *schema, normal []byte) int {
	if s.kind == stringKind {
		return len(unquote(normal))
	}
	return len(normal)
}
