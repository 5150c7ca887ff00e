package edit

import "strings"

// FieldKind says what a field takes.
type FieldKind string

// The fields of forms. A signature is never filled.
const (
	TextField FieldKind = "text"
	CheckBox  FieldKind = "checkbox"
	Radio     FieldKind = "radio"
	Dropdown  FieldKind = "dropdown"
	ListBox   FieldKind = "list"
	Barcode   FieldKind = "barcode"
	Signature FieldKind = "signature"
)

// Field is a field of a document, whatever the document is.
type Field struct {
	ID      string // tells it apart from the others of its document
	Name    string // that the file gives it
	Label   string // that a reader sees beside it
	Section string // what stands above or before it and the fields around it
	Kind    FieldKind
	Options []Option // of a radio, dropdown or list
	Free    bool     // it takes texts beside its options
	Value   string   // that it has now
	Page    int      // from 1; 0 where that is not known
}

// Option is one of the values that a field may take.
type Option struct{ Value, Label string }

// Bool reads a value of a check box.
func Bool(value string) (on, known bool) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "true", "yes", "on", "1", "x", "checked":
		return true, true
	case "false", "no", "off", "0", "unchecked", "":
		return false, true
	}
	return false, false
}

// Choose finds the option that a value names: by its value or label, without regard to case.
func (f *Field) Choose(value string) (Option, bool) {
	value = strings.TrimSpace(value)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, o := range f.Options {
			if same(o.Value, value) || same(strings.TrimSpace(o.Label), value) {
				return o, true
			}
		}
	}
	return Option{}, false
}
