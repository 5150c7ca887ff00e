package doc

// BlockType is one of the twelve block types of the interface.
type BlockType string

// The block types of the interface.
const (
	Header        BlockType = "Header"
	Footer        BlockType = "Footer"
	Title         BlockType = "Title"
	SectionHeader BlockType = "Section Header"
	PageNumber    BlockType = "Page Number"
	ListItem      BlockType = "List Item"
	Figure        BlockType = "Figure"
	TableBlock    BlockType = "Table"
	KeyValue      BlockType = "Key Value"
	Text          BlockType = "Text"
	Comment       BlockType = "Comment"
	Signature     BlockType = "Signature"
)

// Block is one typed piece of a page.
type Block struct {
	Type      BlockType
	Page      int // Page.Number it stands on
	Box       Box
	Text      string // without Markdown prefix; tables and pairs keep theirs in Table and Pairs
	Level     int    `json:",omitempty"` // headings 2 to 6, list items from 1; 0 = not set
	Marker    string `json:",omitempty"` // the own number of a list item or heading, "3." or "b)"; empty for bullets
	Caption   string `json:",omitempty"` // of a figure; of a table when a Text block beside it holds the same words
	Code      bool   `json:",omitempty"` // Text is program text: line breaks and indents matter
	Lang      string `json:",omitempty"` // language of Code, may be empty
	Author    string `json:",omitempty"` // of a Comment
	Time      string `json:",omitempty"` // of a Comment, as written in the file
	Resolved  bool   `json:",omitempty"` // a Comment whose thread was closed; only the model tells it, answers do not
	Table     *Table `json:",omitempty"`
	Pairs     []Pair `json:",omitempty"`
	Image     string `json:",omitempty"` // where its picture is stored
	Chart     *Chart `json:",omitempty"` // of a figure that is a chart, where charts were asked for
	Spans     []Span `json:",omitempty"` // inline marks of Text, by where they begin; see Span
	Continues bool   `json:",omitempty"` // goes on in the middle of a sentence from the last block of text before it
	Watermark bool   `json:",omitempty"` // Text or a Figure that lies across the page and is no part of what it says
	Counts    bool   `json:",omitempty"` // numbers that count the lines beside them
	// Otherwise is what a Comment or Signature that is drawn on the page counts as where its kind is not asked for; empty
	// where there is nothing of it to see then.
	Otherwise  BlockType `json:",omitempty"`
	Agentic    string    `json:",omitempty"` // what made it better in a second pass; empty for none
	Digest     string    `json:",omitempty"` // of a Table: what a model says it holds, for search
	Confidence float64   // 0 to 1
	Style      *Style    `json:",omitempty"` // how it looks, until package block has seen the whole document; nil afterwards
}

// Chart says where the numbers of a chart are stored. All is empty until they are read.
type Chart struct {
	Job      string   `json:",omitempty"` // that read it
	Data     string   `json:",omitempty"`
	Redrawn  string   `json:",omitempty"`
	Overlays []string `json:",omitempty"`
}

// IsHeading reports whether the block opens a section.
func (b *Block) IsHeading() bool { return b.Type == Title || b.Type == SectionHeader }

// Pair is one label and its value in a Key Value block.
type Pair struct {
	Key, Value string
	Box        Box
	Spans      []Span `json:",omitempty"` // inline marks of Value
}

// SpanKind says what an inline mark means.
type SpanKind string

// Inline marks that formatting.include can show.
const (
	Link      SpanKind = "link"
	Highlight SpanKind = "highlight"
	Inserted  SpanKind = "inserted"
	Deleted   SpanKind = "deleted" // still part of Text; left out of what is shown
	Lowered   SpanKind = "sub"     // on pages only where it was asked for
	Raised    SpanKind = "sup"     // the same
)

// Span marks the bytes [Start, End) of a block's Text. Spans of one kind do not overlap, nor do what was inserted and what
// was deleted, or what is raised and what is lowered; a link may be highlighted and a change may hold both.
type Span struct {
	Kind       SpanKind
	Start, End int
	Target     string `json:",omitempty"` // URL of a Link
	Author     string `json:",omitempty"` // of a tracked change; only the model tells it, answers do not
}
