// Package layout makes words and lines out of the glyphs of a page.
package layout

import "github.com/octavo-dev/octavo/internal/engine"

// Text is what is written on a page.
type Text struct {
	// Lines are what a reader of the page sees, from the top down and from left to right on one height. Lines that run
	// at another angle than most follow, each angle in its own order.
	Lines []Line
	// Hidden is what stands in the file and is not seen, in the same order; Line.Hidden says why.
	Hidden []Line
	// Apart is what is seen and no part of the text, in the same order; Line.Apart says what it is.
	Apart []Line
	// Boxes are the places of the check boxes that are words of the text: what is drawn there means nothing else.
	Boxes []engine.Box
	// Stamps are the places of watermarks that are pictures.
	Stamps []engine.Box
	// Unsound are the places where glyphs are drawn that have no Unicode values: whole lines, or single words in lines
	// that are otherwise sound. The text stays in Lines.
	Unsound []engine.Box
	// Shifted are the stretches of words that are raised or lowered beside others that are not, by Word.First. Few words
	// have any.
	Shifted map[int32][]Shift
}

// Line is a run of words on one baseline that no wide gap interrupts. What stands beyond a gutter or in the next cell
// of a table is a line of its own with the same Row.
type Line struct {
	Words    []Word
	Box      engine.Box
	Angle    float32 // degrees clockwise, 0 ≤ Angle < 360
	Baseline float32 // its height when the page is turned so that the line runs level: y of the baseline where Angle is 0
	Size     float32 // of most of its characters
	Row      int32   // lines of one angle on the same baseline share it; it grows down the page
	Hidden   Reason
	Apart    Apart
	Owner    int  // of what is apart: the index in Page.Annotations, of a signature in Page.Widgets
	Unsound  bool // its characters have no Unicode values, or implausible ones
}

// Word is a run of characters without a space.
type Word struct {
	Text       string
	Box        engine.Box // upright around the font's height and the advance of its characters
	Size       float32
	Font       int32 // index in Page.Fonts of its first character, -1 for recognised text
	Color      engine.Color
	Angle      float32 // degrees clockwise, 0 ≤ Angle < 360
	Confidence float32 // 1 for embedded text
	First      int32   // the lowest index in Page.Chars of its characters
	Last       int32   // the highest; characters of other words may lie between
	Object     int32   // place in drawing order of its first character
	Bold       bool
	Italic     bool
	Script     Script // of all its characters; a word with a raised mark at its end is None
	torn       bool   // some of its characters are letters, and some stand for none
}

// Script tells whether characters stand above or below the baseline of their line.
type Script int8

// Where characters stand.
const (
	Sub   Script = -1
	None  Script = 0
	Super Script = 1
)

// Shift is a stretch of a word that is raised or lowered, in bytes of its text.
type Shift struct {
	From, To int
	Script   Script
}

// Reason says why text is not seen.
type Reason uint8

// The reasons, from what is certain to what is inferred.
const (
	Seen      Reason = iota
	Layer            // the recognised text of a scanned page, which lies invisibly behind or in front of its image
	Invisible        // drawn with nothing: text mode 3, or wholly transparent
	OffPage          // outside the page
	Clipped          // outside the clip path it was drawn with
	Tiny             // smaller than a point
	Blended          // in the colour of what lies under it
	Covered          // under something opaque that was drawn later
)

// Apart says what is seen on a page and no part of its text.
type Apart uint8

// What words may be instead of text.
const (
	Part      Apart = iota // they are text
	Watermark              // they lie across the page
	Remark                 // a free text annotation draws them
	Signature              // a signed field draws them
)
