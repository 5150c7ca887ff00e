package engine

// Info is what a document says about itself as a whole.
type Info struct {
	Pages       int
	Version     string            // of the format, such as "1.7"
	Properties  map[string]string // the information dictionary: Title, Author, Subject, …; dates as the file spells them
	Metadata    map[string]string // the same from the file's XMP, under the same names
	Language    string
	Tagged      bool
	Encrypted   bool
	Form        FormKind
	Bookmarks   []Bookmark
	Attachments []Attachment
	Signatures  []Signature
}

// FormKind tells which kind of form a document holds.
type FormKind uint8

// The kinds of forms.
const (
	NoForm FormKind = iota
	AcroForm
	XFAForm       // XFA only
	XFAForeground // XFA beside an AcroForm
)

// Bookmark is one line of the outline, in order of display.
type Bookmark struct {
	Title string
	Level int // 0 at the top
	Page  int // from 1; 0 when it leads nowhere in this document
}

// Attachment is a file inside the document.
type Attachment struct {
	Name string
	Type string // media type, where the file gives one
	Size int64
}

// Signature is a digital signature, which is reported and not checked. Fields that nobody signed are not among them.
type Signature struct {
	Filter string // the encoding of the signature, such as adbe.pkcs7.detached
	Reason string
	Time   string // as the file spells it
	Ranges []int  // offset and length of each signed stretch of bytes
}
