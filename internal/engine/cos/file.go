// Package cos reads and changes the objects of a PDF file: those that PDFium has no word for, and all that an edit touches.
//
// It follows only what a sound file has, within bounds on bytes, objects and depth; of a file it cannot follow it says
// nothing. It repairs nothing and decrypts nothing. Changes are written behind the file as it is, as an update.
package cos

import (
	"bytes"
	"io"
	"strconv"
)

// File is a PDF file. It belongs to one goroutine.
type File struct {
	r        io.ReaderAt
	base     int64 // where the header stands, from which offsets count
	size     int64
	budget   int64 // of bytes that may still be read or unpacked
	sections []section
	trailer  Dict
	packed   map[int]*packedObjects
	counts   map[int]int // pages below an object of the page tree, 1 for a page
	kids     map[int]*node
	depth    int // of objects being read for each other
	opened   bool
	start    int64 // where the newest cross references stand; 0 where they were not found
	streams  bool  // the newest cross references are a stream
}

// Bounds of one file.
const (
	mostGlance   = 48 << 20 // read and unpacked in all for the few objects that every file is asked for
	mostUnpacked = 16 << 20 // of one stream
	mostPacked   = 16       // streams of objects kept unpacked
	mostSections = 256      // of cross references
	mostDepth    = 32       // of values, of the page tree and of references to references
)

// Open takes a file that stays the caller's, for a glance at a few of its objects.
func Open(r io.ReaderAt, size int64) *File { return open(r, size, mostGlance) }

// Whole takes a file that stays the caller's, for as many of its objects as an edit needs.
func Whole(r io.ReaderAt, size int64) *File { return open(r, size, 8*size+mostGlance) }

func open(r io.ReaderAt, size, budget int64) *File {
	return &File{r: r, size: size, budget: budget, packed: map[int]*packedObjects{}, counts: map[int]int{}, kids: map[int]*node{}}
}

// Catalog is the root of the document, nil when the file cannot be followed to it.
func (f *File) Catalog() Dict { return f.catalog() }

// Encrypted reports whether strings and streams are not what they look like.
func (f *File) Encrypted() bool {
	f.catalog()
	return f.trailer["Encrypt"] != nil
}

// catalog is the root of the document, nil when it cannot be found.
func (f *File) catalog() Dict {
	if !f.opened {
		f.opened = true
		f.open()
	}
	root, _ := f.resolve(f.trailer["Root"]).(Dict)
	return root
}

// open finds the header and the chain of cross references that the end of the file leads to.
func (f *File) open() {
	const head, tail = 1024, 2048
	f.base = int64(max(0, bytes.Index(f.read(0, head), []byte("%PDF-"))))
	end := f.read(max(0, f.size-f.base-tail), tail)
	at := bytes.LastIndex(end, []byte("startxref"))
	if at < 0 {
		return
	}
	p := parser{data: end[at+len("startxref"):]}
	start, ok := p.integer()
	if ok {
		f.start = start
	}
	seen := map[int64]bool{}
	for ok && !seen[start] && len(f.sections) < mostSections {
		seen[start] = true
		trailer := f.references(start)
		if f.trailer == nil {
			f.trailer = trailer
			f.streams = trailer["Type"] == Name("XRef")
		}
		if hybrid, has := integer(trailer["XRefStm"]); has && !seen[hybrid] {
			seen[hybrid] = true
			f.references(hybrid)
		}
		start, ok = integer(trailer["Prev"])
	}
}

// read gives up to n bytes from an offset, fewer at the end of the file, none when the budget is used up.
func (f *File) read(at, n int64) []byte {
	n = min(n, f.size-f.base-at)
	if at < 0 || n <= 0 || f.budget < n {
		return nil
	}
	f.budget -= n
	data := make([]byte, n)
	got, err := f.r.ReadAt(data, f.base+at)
	if err != nil && err != io.EOF {
		return nil
	}
	return data[:got]
}

// Metadata is the XMP packet that the catalog names, nil where there is none or the file is encrypted.
func (f *File) Metadata() []byte {
	root := f.catalog()
	if root == nil || f.trailer["Encrypt"] != nil {
		return nil
	}
	ref, ok := root["Metadata"].(Ref)
	if !ok {
		return nil
	}
	stream, ok := f.object(ref.Number).(Stream)
	if !ok {
		return nil
	}
	data, ok := f.unpack(stream)
	if !ok {
		return nil
	}
	return data
}

// UserUnit is how many points one unit of page n, counted from 1, stands for.
func (f *File) UserUnit(n int) float64 {
	root := f.catalog()
	if root == nil || n < 1 {
		return 1
	}
	page := f.page(root["Pages"], n-1, 0)
	unit, ok := f.resolve(page["UserUnit"]).(float64)
	if !ok || !(unit > 0 && unit <= mostUnit) {
		return 1
	}
	return unit
}

// mostUnit makes a side of a page some thirty kilometres long.
const mostUnit = 100_000

func integer(v any) (int64, bool) {
	n, ok := v.(float64)
	if !ok || n < 0 || n > 1<<53 || n != float64(int64(n)) {
		return 0, false
	}
	return int64(n), true
}

func (p *parser) integer() (int64, bool) {
	p.space()
	from := p.at
	for p.at < len(p.data) && p.data[p.at] >= '0' && p.data[p.at] <= '9' {
		p.at++
	}
	n, err := strconv.ParseInt(string(p.data[from:p.at]), 10, 64)
	return n, err == nil
}
