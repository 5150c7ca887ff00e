package doc

// Style is how a block of a page looks: what decisions about the whole document need of it. Lengths are in sizes of the
// block's own font unless said otherwise.
type Style struct {
	Size   float64 // of the font, points
	Bold   bool    `json:",omitempty"`
	Italic bool    `json:",omitempty"`
	Caps   bool    `json:",omitempty"` // all letters are capitals
	Color  uint32  `json:",omitempty"` // 0xRRGGBB
	Font   string  `json:",omitempty"` // family, lower case
	Lines  int
	Above  float64    `json:",omitempty"` // white space to what stands above it in its column
	Below  float64    `json:",omitempty"`
	Role   string     `json:",omitempty"` // what the page alone suggests: see package block
	Score  float64    `json:",omitempty"` // log-odds, on the page alone, of being a heading
	Open   bool       `json:",omitempty"` // its last line is full and ends no sentence: it may go on in the next block
	Indent bool       `json:",omitempty"` // its first line is indented
	Column [2]float64 // left and right edge of its column, parts of the page's width
	Tag    string     `json:",omitempty"` // kind of the tagged element that holds it, where tags are sound
}
