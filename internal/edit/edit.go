// Package edit says what is to be done to a document, as typed actions, and reads the sentences that ask for it.
package edit

// Kind says what an action does.
type Kind string

// What can be asked for. Their names are those of the interface between a language model and this program.
const (
	Fill        Kind = "fill"    // Value into the field Label
	Check       Kind = "check"   // the box or option Label
	Uncheck     Kind = "uncheck" // the box Label; a field of text is emptied
	Select      Kind = "select"  // the option Value of the field Label
	Replace     Kind = "replace" // the text Find by Value
	Remove      Kind = "remove"  // the text Find, from the file and not only from sight
	Insert      Kind = "insert"  // Value at Place, before or after the text Find
	Write       Kind = "write"   // Value at Place, top or bottom, of Pages
	Watermark   Kind = "watermark"
	Stamp       Kind = "stamp"
	Highlight   Kind = "highlight"
	Underline   Kind = "underline"
	Strike      Kind = "strike"
	Rotate      Kind = "rotate" // Pages by Turn
	DeletePage  Kind = "delete_page"
	NumberPages Kind = "number_pages"
)

// Kinds are all there are.
var Kinds = []Kind{
	Fill, Check, Uncheck, Select, Replace, Remove, Insert, Write, Watermark, Stamp, Highlight, Underline, Strike, Rotate, DeletePage, NumberPages,
}

// Place is where something goes.
type Place string

// Places beside a text, and on a page.
const (
	Before Place = "before"
	After  Place = "after"
	Top    Place = "top"
	Bottom Place = "bottom"
)

// Action is one thing that is to be done. What a kind does not need is empty.
type Action struct {
	Kind Kind `json:"kind"`
	// Label names a field in the words of whoever asks. The parts of a label with dots go from the section to the field.
	Label string `json:"label,omitempty"`
	Field string `json:"field,omitempty"` // the ID of the field where that is known
	Value string `json:"value,omitempty"`
	Find  string `json:"find,omitempty"`
	Place Place  `json:"place,omitempty"`
	Pages Pages  `json:"pages,omitempty"` // nil for every page
	Turn  int    `json:"turn,omitempty"`  // degrees clockwise: 90, 180 or 270
	// Source is the sentence that asked for it, as it is written.
	Source string `json:"source,omitempty"`
}

// Fields reports whether the action is about a field of a form.
func (a Action) Fields() bool {
	switch a.Kind {
	case Fill, Check, Uncheck, Select:
		return true
	}
	return false
}
