package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

// field is one value of an extraction and where it was found.
type field struct {
	Path       string            `json:"path"`
	Value      json.RawMessage   `json:"value"`
	Page       int               `json:"page,omitempty"`
	Text       string            `json:"text,omitempty"`
	Confidence client.Confidence `json:"confidence,omitempty"`
	Box        []float64         `json:"box,omitempty"` // left, top, width, height
	Cut        bool              `json:"cut,omitempty"` // only the beginning of the value is shown
}

// newField is a value. A text can be longer than any answer; then its beginning must do.
func newField(path string, value json.RawMessage) field {
	f := field{Path: path, Value: value}
	var text string
	if len(value) > mostValue && json.Unmarshal(value, &text) == nil {
		if short, _ := cutText(text, mostValue); len(short) < len(text) {
			f.Value, f.Cut = quoted(short+"…"), true
		}
	}
	return f
}

// quoted writes a text as JSON, readable.
func quoted(text string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string can always be written
	return bytes.TrimSpace(b.Bytes())
}

// mostQuoted is how many characters of its source a value is shown with, mostValue how many of its own.
const (
	mostQuoted = 160
	mostValue  = 4000
)

// String is the field for people.
func (f field) String() string {
	line := fmt.Sprintf("%s: %s", f.Path, f.Value)
	if f.Page > 0 {
		line += fmt.Sprintf(" (page %d: %q", f.Page, f.Text)
		if f.Confidence == client.Low {
			line += ", low confidence"
		}
		line += ")"
	}
	return line
}

// flat is the tree of an extraction without the places, and its values one by one in the order of the schema.
type flat struct {
	plain  bytes.Buffer
	fields []field
	cited  bool
}

func flatten(object json.RawMessage) (*flat, error) {
	f := &flat{}
	return f, f.walk("", object)
}

// walk adds one value and all that is in it.
func (f *flat) walk(path string, raw json.RawMessage) error {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) > 2 && raw[0] == '{':
		return f.object(path, raw)
	case len(raw) > 2 && raw[0] == '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return err
		}
		f.plain.WriteByte('[')
		for i, item := range items {
			if i > 0 {
				f.plain.WriteByte(',')
			}
			if err := f.walk(fmt.Sprintf("%s[%d]", path, i), item); err != nil {
				return err
			}
		}
		f.plain.WriteByte(']')
		return nil
	}
	f.plain.Write(raw)
	f.fields = append(f.fields, newField(path, raw))
	return nil
}

func (f *flat) object(path string, raw json.RawMessage) error {
	names, values, err := members(raw)
	if err != nil {
		return err
	}
	if value, places, ok := citedValue(names, values); ok {
		f.place(path, value, places)
		return nil
	}
	f.plain.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			f.plain.WriteByte(',')
		}
		f.plain.Write(append(quoted(name), ':'))
		if err := f.walk(strings.TrimPrefix(path+"."+name, "."), values[i]); err != nil {
			return err
		}
	}
	f.plain.WriteByte('}')
	return nil
}

// place adds a value with the first of its places.
func (f *flat) place(path string, value json.RawMessage, places []client.Citation) {
	f.cited = true
	f.plain.Write(value)
	found := newField(path, value)
	if len(places) > 0 {
		p := places[0]
		found.Page, found.Confidence = p.BBox.OriginalPage, p.Confidence
		if found.Page == 0 {
			found.Page = p.BBox.Page
		}
		found.Text = quote(p.Content)
		found.Box = []float64{p.BBox.Left, p.BBox.Top, p.BBox.Width, p.BBox.Height}
	}
	f.fields = append(f.fields, found)
}

// citedValue tells a value with its places from an object whose properties have the same names: there a value is an
// object again, and with places a value never is one.
func citedValue(names []string, values []json.RawMessage) (json.RawMessage, []client.Citation, bool) {
	if len(names) != 2 || names[0] != "value" || names[1] != "citations" {
		return nil, nil, false
	}
	value := bytes.TrimSpace(values[0])
	var places []client.Citation
	if len(value) > 2 && (value[0] == '{' || value[0] == '[') || json.Unmarshal(values[1], &places) != nil {
		return nil, nil, false
	}
	return value, places, true
}

// members are the keys of an object in their order, and their values.
func members(raw json.RawMessage) (names []string, values []json.RawMessage, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, nil, err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, nil, err
		}
		names, values = append(names, name.(string)), append(values, value) //nolint:forcetypeassert // keys are strings
	}
	return names, values, nil
}

// quote is the beginning of a text, on one line.
func quote(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > mostQuoted {
		return string(line[:mostQuoted-1]) + "…"
	}
	return string(line)
}
