package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// piece is a part of the instructions: a JSON object with what it asks for, or a text.
type piece struct {
	object   bool
	actions  []Action
	from, to int
}

// Bounds of objects.
const (
	maxObjects = 1000 // that are tried
	maxNesting = 32
)

// objects divides instructions into the JSON objects in them and the texts between those.
func objects(text string) []piece {
	var out []piece
	from := 0
	for at, tries := 0, 0; at < len(text) && tries < maxObjects; tries++ {
		i := strings.IndexByte(text[at:], '{')
		if i < 0 {
			break
		}
		at += i
		actions, n, ok := object(text[at:])
		if !ok {
			at++
			continue
		}
		out = append(out, piece{from: from, to: at}, piece{object: true, actions: actions, from: at, to: at + n})
		at += n
		from = at
	}
	return append(out, piece{from: from, to: len(text)})
}

// object reads the object that a text begins with and tells how long it is.
func object(text string) ([]Action, int, bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, 0, false
	}
	o := &objectReader{dec: dec, text: text}
	if err := o.members("", 1); err != nil {
		return nil, 0, false
	}
	return named(o.actions), int(dec.InputOffset()), true
}

// named turns an object that names a field and gives its value apart into one action: {"field": "Name", "value": "Ada"}.
func named(actions []Action) []Action {
	if len(actions) != 2 || !strings.EqualFold(actions[1].Label, "value") {
		return actions
	}
	switch strings.ToLower(actions[0].Label) {
	case "field", "label", "name", "key":
		return []Action{{Kind: Fill, Label: actions[0].Value, Value: actions[1].Value, Source: actions[0].Source + ", " + actions[1].Source}}
	}
	return actions
}

type objectReader struct {
	dec     *json.Decoder
	text    string
	actions []Action
}

var errNesting = errors.New("the object is nested too deeply")

// members reads the members of an object whose labels begin with a prefix.
func (o *objectReader) members(prefix string, depth int) error {
	if depth > maxNesting {
		return errNesting
	}
	for o.dec.More() {
		from := o.dec.InputOffset()
		key, err := o.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := o.value(dotted(prefix, name), from, depth); err != nil {
			return err
		}
	}
	_, err := o.dec.Token()
	return err
}

func dotted(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// value reads the value of a label: one that is nothing says nothing, a list of plain values is one value.
func (o *objectReader) value(label string, from int64, depth int) error {
	t, err := o.dec.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case string:
		o.add(label, t, from)
	case json.Number:
		o.add(label, t.String(), from)
	case bool:
		o.add(label, strconv.FormatBool(t), from)
	case json.Delim:
		if t == '{' {
			return o.members(label, depth+1)
		}
		return o.list(label, from, depth+1)
	}
	return nil
}

// list reads an array.
func (o *objectReader) list(label string, from int64, depth int) error {
	if depth > maxNesting {
		return errNesting
	}
	values, first := []string{}, len(o.actions)
	for n := 1; o.dec.More(); n++ {
		before := len(o.actions)
		if err := o.value(dotted(label, strconv.Itoa(n)), from, depth); err != nil {
			return err
		}
		if len(o.actions) == before+1 && o.actions[before].Label == dotted(label, strconv.Itoa(n)) {
			values = append(values, o.actions[before].Value)
			o.actions = o.actions[:before]
		}
	}
	if _, err := o.dec.Token(); err != nil {
		return err
	}
	if len(values) > 0 {
		o.add(label, List(values), from)
		o.actions = slices.Insert(o.actions[:len(o.actions)-1], first, o.actions[len(o.actions)-1])
	}
	return nil
}

func (o *objectReader) add(label, value string, from int64) {
	if len(o.actions) < maxActions {
		o.actions = append(o.actions, Action{Kind: Fill, Label: label, Value: value, Source: strings.Trim(o.text[from:o.dec.InputOffset()], " \t\r\n,{[")})
	}
}

// List is several values as one: a JSON array of strings.
func List(values []string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(values) // strings can be written
	return strings.TrimSpace(b.String())
}

// Values are the values that one stands for: those of a JSON array of strings, else itself.
func Values(value string) []string {
	if !strings.HasPrefix(value, "[") {
		return []string{value}
	}
	dec := json.NewDecoder(strings.NewReader(value))
	var out []string
	if dec.Decode(&out) != nil {
		return []string{value}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return []string{value}
	}
	return out
}
