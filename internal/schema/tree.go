package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

// object is a JSON object that keeps its key order. Values are *object, []any, string, json.Number, bool or nil.
type object struct {
	members []member
	index   map[string]int
}

type member struct {
	key   string
	value any
}

// get returns the value of a key and whether it is there.
func (o *object) get(key string) (any, bool) {
	i, ok := o.index[key]
	if !ok {
		return nil, false
	}
	return o.members[i].value, true
}

// put adds a member. Of a key that stands twice the last value holds, at the place of the first, as everywhere else in
// a request.
func (o *object) put(key string, value any) {
	if i, ok := o.index[key]; ok {
		o.members[i].value = value
		return
	}
	o.index[key] = len(o.members)
	o.members = append(o.members, member{key, value})
}

// place is a position in a schema. It is spelled out only where somebody needs it: with long names and many levels all
// pointers of a document are far larger than the document.
type place struct {
	above *place
	token string
}

func (p *place) at(token string) *place { return &place{p, token} }
func (p *place) item(i int) *place      { return &place{p, strconv.Itoa(i)} }

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func (p *place) String() string {
	var tokens []string
	for ; p.above != nil; p = p.above {
		tokens = append(tokens, p.token)
	}
	var b strings.Builder
	b.WriteByte('#')
	for i := len(tokens) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(escaper.Replace(tokens[i]))
	}
	return b.String()
}

// size is at least the length of the pointer.
func (p *place) size() int {
	n := 1
	for ; p.above != nil; p = p.above {
		n += 1 + 2*len(p.token)
	}
	return n
}

// refuse says what is wrong at a place.
func refuse(p *place, format string, args ...any) error {
	pointer := p.String()
	return fault.New(fault.InvalidSchema, "invalid schema at %s: "+format, append([]any{pointer}, args...)...).
		Typed("schema_validation_error").At(pointer)
}

// treeReader reads JSON within the bounds of depth and number length.
type treeReader struct {
	d    *json.Decoder
	deep error // the first place that was passed over because it is too deep
}

// readTree reads a document. The second result says where it was too deep; a schema of that depth breaks a rule further
// up, which is the place to tell.
func readTree(text []byte) (v any, deep, err error) {
	root := &place{}
	r := treeReader{d: json.NewDecoder(bytes.NewReader(text))}
	r.d.UseNumber()
	if v, err = r.value(root, 0); err != nil {
		return nil, nil, err
	}
	if _, err := r.d.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, refuse(root, "text after the end of the JSON value")
	}
	return v, r.deep, nil
}

func (r *treeReader) value(at *place, depth int) (any, error) {
	t, err := r.d.Token()
	if err != nil {
		return nil, refuse(at, "this is not valid JSON")
	}
	switch t := t.(type) {
	case json.Delim:
		if depth == maxNesting {
			if r.deep == nil {
				r.deep = refuse(at, "more than %d levels of JSON", maxNesting)
			}
			return nil, r.skip(at)
		}
		if t == '{' {
			return r.object(at, depth+1)
		}
		return r.list(at, depth+1)
	case json.Number:
		if _, ok := finite(t); !ok {
			return nil, refuse(at, "the number is out of range")
		}
	}
	return t, nil
}

func (r *treeReader) object(at *place, depth int) (any, error) {
	o := &object{index: map[string]int{}}
	for r.d.More() {
		key, err := r.d.Token()
		if err != nil {
			return nil, refuse(at, "this is not valid JSON")
		}
		v, err := r.value(at.at(key.(string)), depth)
		if err != nil {
			return nil, err
		}
		o.put(key.(string), v)
	}
	return o, r.end(at)
}

func (r *treeReader) list(at *place, depth int) (any, error) {
	list := []any{}
	for r.d.More() {
		v, err := r.value(at.item(len(list)), depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, r.end(at)
}

// skip passes over the rest of a list or an object.
func (r *treeReader) skip(at *place) error {
	for open := 1; open > 0; {
		t, err := r.d.Token()
		if err != nil {
			return refuse(at, "this is not valid JSON")
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			open++
		case json.Delim('}'), json.Delim(']'):
			open--
		}
	}
	return nil
}

func (r *treeReader) end(at *place) error {
	if _, err := r.d.Token(); err != nil {
		return refuse(at, "this is not valid JSON")
	}
	return nil
}

// finite is the value of a number that costs nothing to compute with: 1e1000000 has few characters and very many digits.
func finite(n json.Number) (float64, bool) {
	s := string(n)
	if len(s) > maxNumber {
		return 0, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if e, err := strconv.Atoi(s[i+1:]); err != nil || e > maxNumber || e < -maxNumber {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}
