// Package doc is the document model that every reader produces and every operation consumes; it holds data only.
package doc

// Kind tells how a document is divided, and with it what boxes are measured in.
type Kind string

// Paged boxes are fractions of the displayed page, origin top left; Sheet boxes count cells from 1.
const (
	Paged Kind = "paged" // pdf, images, office text, slides
	Flow  Kind = "flow"  // txt, md, html, mail: one page whose height is shared by the text lines (package flow)
	Sheet Kind = "sheet" // spreadsheets
)

// Document is a file that has been read.
type Document struct {
	Type       string // the format that read it: "pdf", "txt", "csv"
	Kind       Kind
	Name       string  // file name without folder, may be empty
	PageCount  int     // pages, slides or sheets of the source
	Pages      []Page  // the selected ones, ascending
	Blocks     []Block // in reading order, page by page
	Properties Properties
	Issues     []Issue
}

// Page is what was seen on one page, slide or sheet.
type Page struct {
	Number   int    // 1-based in its source
	Name     string // sheet name, empty elsewhere
	Width    float64
	Height   float64 // points after rotation; 0 where the format has no page size
	Rotation int     // degrees counterclockwise already applied
	Native   bool    // the text came from the file, not from pixels
	Words    []Word  // empty on sheets and on flow pages, whose words package flow derives from the blocks
	Lines    []Line
	Cells    int        // non-empty cells of a sheet
	Sheet    *SheetInfo `json:",omitempty"` // nil on pages that are no sheets
}

// SheetInfo is what a sheet says about itself beyond its blocks. Rows and columns count from 1.
type SheetInfo struct {
	Hidden     bool         `json:",omitempty"`
	HiddenRows []int        `json:",omitempty"`
	HiddenCols []Columns    `json:",omitempty"`
	Tables     []NamedTable `json:",omitempty"`
}

// Columns is a run of columns, both ends included.
type Columns struct{ First, Last int }

// NamedTable is a table that the workbook itself declares.
type NamedTable struct {
	Name, Range string
	Columns     []string
}

// Box is a rectangle in the unit of its document's Kind.
type Box struct {
	Left, Top, Width, Height float64
}

// Word is one recognised or embedded word.
type Word struct {
	Text       string
	Box        Box
	Confidence float64 // 1 for embedded text
	Rotation   int     // degrees counterclockwise, 0 to 359
}

// Line is a run of words on one baseline.
type Line struct {
	Text       string
	Box        Box
	Confidence float64
	Rotation   int
}

// Properties are what the file says about itself; empty strings were not given.
type Properties struct {
	Title, Author, Subject, Keywords, Creator, Producer, LastModifiedBy string
	Created, Modified                                                   string // RFC 3339
}

// Issue is something left out or replaced while reading. Page 0 means the whole document.
type Issue struct {
	Page    int
	Message string
	Failed  string `json:",omitempty"` // name of the failure because of which the page could not be read at all
}
