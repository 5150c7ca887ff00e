package doc

// Style is how a block of a page looks: what decisions about the whole document need of it.
type Style struct {
	Size    float64 // of the font, points
	Weight  int     // of the font: 400 is regular, 700 bold
	Italic  bool    `json:",omitempty"`
	Caps    bool    `json:",omitempty"` // all letters are capitals
	Alone   bool    `json:",omitempty"` // nothing else stands on its first line
	Centred bool    `json:",omitempty"` // in its column
	Low     bool    `json:",omitempty"` // in the lower half of the page, as it is read
	Color   uint32  `json:",omitempty"` // 0xRRGGBB
	Font    string  `json:",omitempty"` // family, lower case
	Lines   int
	Above   float64 `json:",omitempty"` // white space above it, in sizes of its font
	Below   float64 `json:",omitempty"`
	Role    string  `json:",omitempty"` // what the page alone suggests
	Seen    float64 `json:",omitempty"` // log-odds that it is a heading, by the layout model
	Tag     string  `json:",omitempty"` // kind of the tagged element that holds it, where tags are sound
}
