// Package engine holds what an engine process tells about a document: its pages, what stands on them, its pixels.
package engine

// Page is what stands on one page of a document. Coordinates are points as the page is displayed: its rotation and
// crop box are applied, the origin is the top left corner, y grows downwards.
type Page struct {
	Number        int // from 1
	Label         string
	Width, Height float32
	Rotation      int // 0, 90, 180 or 270: the turn, clockwise, that has been applied already
	Chars         []Char
	Fonts         []Font
	Paths         []Path
	Images        []Image
	Links         []Link
	Annotations   []Annotation
	Widgets       []Widget
	Elements      []Element // the tagged structure, each element before those inside it, in reading order
	// Dropped counts drawn objects and annotations beyond the bounds of one page, which are not listed.
	Dropped int
}

// Point is a place on a page.
type Point struct{ X, Y float32 }

// Box is an upright rectangle with X0 ≤ X1 and Y0 ≤ Y1.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Color is 0xRRGGBBAA; an alpha of 0 paints nothing.
type Color uint32

// Char is one character as it was drawn.
type Char struct {
	Rune   rune
	Box    Box   // around the ink
	Loose  Box   // the font's height and the character's advance
	Origin Point // on the baseline
	Size   float32
	Angle  float32 // of the baseline, degrees clockwise, 0 ≤ Angle < 360
	Fill   Color
	Stroke Color
	Font   int32 // index in Page.Fonts, -1 for a generated character
	Object int32 // its place in drawing order among all objects of the page, -1 for a generated character
	Mode   TextMode
	Flags  CharFlags
	// Element is the place in Page.Elements of the one that holds it, counted from 1; 0 for none.
	Element uint16
}

// TextMode is the PDF text rendering mode: what is done with the outlines of a character.
type TextMode uint8

// The text rendering modes.
const (
	TextFill TextMode = iota
	TextStroke
	TextFillStroke
	TextInvisible
	TextFillClip
	TextStrokeClip
	TextFillStrokeClip
	TextClip
)

// CharFlags say what is particular about a character.
type CharFlags uint8

// What may be particular about a character.
const (
	CharGenerated  CharFlags = 1 << iota // a space or line end that the engine made up from the distances
	CharHyphen                           // a hyphen that divides a word at a line end
	CharUnmapped                         // its font gives no sound Unicode value
	CharClipped                          // outside the clip path it was drawn with
	CharOffPage                          // outside the page
	CharAnnotation                       // drawn by a form field or another annotation, not by the page itself
	CharSlanted                          // sheared by its matrix: italic without an italic font
	CharArtifact                         // tagged as no part of the content: running heads, page numbers, ornaments
)

// Font is a font that a page uses.
type Font struct {
	Name     string // without the tag of a subset
	Family   string
	Weight   int // as the file says, which is often wrong; Bold is better
	Bold     bool
	Italic   bool
	Fixed    bool
	Serif    bool
	Symbolic bool
	Embedded bool
}

// Path is a drawn outline: rules, boxes, curves.
type Path struct {
	Box      Box       // around the outline, without the width of its stroke
	Visible  Box       // what the clip path and the page leave of it
	Segments []Segment // as drawn
	Fill     Color     // 0 when it is not filled
	Stroke   Color     // 0 when it is not stroked
	Width    float32   // of the stroke
	Object   int32     // its place in drawing order
	Element  uint16    // as Char.Element
	// Annotation marks what a form field or another annotation drew.
	Annotation bool
}

// Segment is one step of a path. A curve is three segments: two control points and its end.
type Segment struct {
	To    Point
	Kind  SegmentKind
	Close bool // a line back to the last Move follows
	_     uint16
}

// SegmentKind is how a step of a path is drawn.
type SegmentKind uint8

// How a step of a path is drawn.
const (
	Move SegmentKind = iota
	Line
	Curve
)

// Image is a drawn picture.
type Image struct {
	Box           Box     // as placed on the page
	Visible       Box     // what the clip path and the page leave of it
	Width, Height int32   // in pixels
	DPIX, DPIY    float32 // pixels per inch as placed, along its own axes
	Angle         float32 // degrees clockwise
	Object        int32   // its place in drawing order
	Element       uint16  // as Char.Element
	// Annotation marks what a form field or another annotation drew.
	Annotation bool
}

// Link is an area that leads somewhere: to a URI, or to a page of the same document.
type Link struct {
	Box  Box
	URI  string
	Page int // from 1; 0 when it leads elsewhere
}

// Quad is the four corners of a marked stretch of text: top left, top right, bottom left, bottom right.
type Quad [4]Point

// Annotation is a mark or remark on a page. Links and form widgets have lists of their own.
type Annotation struct {
	Kind     string // as PDF spells it: Highlight, Underline, StrikeOut, Text, FreeText, Stamp, …
	Box      Box
	Quads    []Quad
	Color    Color
	Contents string
	Author   string
	Subject  string
	Name     string // the annotation's own id
	Created  string // dates as the file spells them
	Modified string
	State    string // what a review says of the annotation it answers: Accepted, Rejected, …
	Hidden   bool
	Index    int // its place among all annotations of the page
	ReplyTo  int // the Index of the annotation it answers, -1 for none
}

// WidgetKind is the kind of a form field.
type WidgetKind uint8

// The kinds of form fields.
const (
	WidgetUnknown WidgetKind = iota
	WidgetButton
	WidgetCheckbox
	WidgetRadio
	WidgetCombo
	WidgetList
	WidgetText
	WidgetSignature
)

// Widget is the place of a form field on a page.
type Widget struct {
	Kind    WidgetKind
	Box     Box
	Name    string // full, with the names of its parents
	Title   string // what a reader is shown instead of the name
	Value   string
	Export  string // what a checkbox or radio button stands for
	Checked bool
	Signed  bool // a signature field with a signature in it
	Hidden  bool
	Flags   uint32 // as PDF defines them for its kind: 1 read only, 2 required, …
	Size    float32
	Options []Option
	Index   int // its place among all annotations of the page
}

// Option is one choice of a list or combo box.
type Option struct {
	Label    string
	Selected bool
}
