// Package pdf carries out edits of PDF files: values into fields, and changes to pages. Files are read and changed in a
// child process.
package pdf

import "github.com/octavo-dev/octavo/internal/doc"

// Order is what is to be done to one file.
type Order struct {
	Entries  []Entry    `json:"entries,omitempty"`
	Steps    []Step     `json:"steps,omitempty"`
	Color    [3]float64 `json:"color"`
	Size     float64    `json:"size,omitempty"` // of letters, in points; 0 for what fits
	Flatten  bool       `json:"flatten,omitempty"`
	Overflow bool       `json:"overflow,omitempty"` // texts that do not fit go on, on pages of their own
}

// Entry is a field: one of the form, by its number, or one that is made.
type Entry struct {
	Field  int     `json:"field"`          // index among the fields of the form; -1 makes one
	Mark   int     `json:"mark,omitempty"` // the widget that was meant, where that is a choice
	Page   int     `json:"page,omitempty"`
	Box    doc.Box `json:"box,omitzero"`
	Label  string  `json:"label,omitempty"`
	Kind   string  `json:"kind,omitempty"`  // of one that is made, as the interface names it
	Value  *string `json:"value,omitempty"` // nil leaves the field as it is
	Size   float64 `json:"size,omitempty"`
	Strict bool    `json:"strict,omitempty"` // a value that does not fit fails the edit
}

// Place is a box on a page, in parts of the page as shown.
type Place struct {
	Page int     `json:"page"`
	Box  doc.Box `json:"box"`
}

// Step is one change to pages.
type Step struct {
	Kind   Kind     `json:"kind"`
	Pages  []int    `json:"pages,omitempty"`
	Places []Place  `json:"places,omitempty"`
	Text   string   `json:"text,omitempty"`  // that is written, or noted beside a mark
	Texts  []string `json:"texts,omitempty"` // that Erase takes out of the rest of the file as well
	Size   float64  `json:"size,omitempty"`
	Center bool     `json:"center,omitempty"`
	Turn   int      `json:"turn,omitempty"` // quarters clockwise
}

// Kind says what a step does.
type Kind string

// The steps.
const (
	Erase     Kind = "erase" // the letters in Places
	Write     Kind = "write" // Text into every one of Places
	Watermark Kind = "watermark"
	Stamp     Kind = "stamp"
	Highlight Kind = "highlight"
	Underline Kind = "underline"
	Strike    Kind = "strike"
	Turn      Kind = "turn"
	Drop      Kind = "drop"
	Number    Kind = "number"
)

// removes reports whether something goes that must not be left in an older state of the file.
func (o *Order) removes() bool {
	for _, s := range o.Steps {
		if s.Kind == Erase || s.Kind == Drop {
			return true
		}
	}
	return false
}

// Field is a field of a form, as far as whoever fills it has to know.
type Field struct {
	Name    string   `json:"name"`
	Label   string   `json:"label,omitempty"`
	Kind    string   `json:"kind"` // text, checkbox, radio, dropdown, list, button or signature
	Options []Option `json:"options,omitempty"`
	Free    bool     `json:"free,omitempty"`   // takes texts beside its options
	Closed  bool     `json:"closed,omitempty"` // read-only, or set by a script of the file
	Lines   bool     `json:"lines,omitempty"`
	Length  int      `json:"length,omitempty"`
	Value   *string  `json:"value,omitempty"`
	Widgets []Widget `json:"widgets"`
}

// Option is one of the values of a field.
type Option struct {
	Value string `json:"value"`
	Shown string `json:"shown"`
}

// Widget is a place where a field is seen.
type Widget struct {
	Place
	On     string `json:"on,omitempty"` // the state of its mark
	Hidden bool   `json:"hidden,omitempty"`
}

// Listing is the form of a file.
type Listing struct {
	Pages  int     `json:"pages"`
	Fields []Field `json:"fields,omitempty"`
	XFA    bool    `json:"xfa,omitempty"`    // it has a form that is no PDF form
	Signed bool    `json:"signed,omitempty"` // a change leaves a signature that no longer covers the file
}

// Report is what became of an order.
type Report struct {
	Values   []*string `json:"values,omitempty"`   // of the entries, as written
	Left     []string  `json:"left,omitempty"`     // why entries were left out
	Erased   []int     `json:"erased,omitempty"`   // letters, of the steps
	Overflow int       `json:"overflow,omitempty"` // pages that were added
	Signed   bool      `json:"signed,omitempty"`
}

// answer is what a child says before it writes the file.
type answer struct {
	Unsound bool     `json:"unsound,omitempty"` // nothing can be changed in the file as it is
	Refused string   `json:"refused,omitempty"` // a value that a field does not take, or a widget that cannot be
	Widget  bool     `json:"widget,omitempty"`  // it is the widget
	Listing *Listing `json:"listing,omitempty"`
	Report  *Report  `json:"report,omitempty"`
}
