package word

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// part is a part of the package that was read, and changed or not.
type part struct {
	name    string
	data    []byte // UTF-8 without byte order mark
	tree    *node  // nil until it is asked for, and after every change
	changed bool
	gone    bool
}

// maxPart bounds a part that is held in memory, as it was and as it becomes.
const maxPart = 32 << 20

// tooLong is the failure of a part that would become too large.
func tooLong() error {
	return fault.New(fault.DocumentTooLarge, "a part of the edited document would exceed %d bytes", int64(maxPart))
}

// part reads a part; one that is not there is nil.
func (f *File) part(name string) (*part, error) {
	id := strings.ToLower(name)
	if p := f.parts[id]; p != nil {
		if p.gone {
			return nil, nil
		}
		return p, nil
	}
	if size := f.pkg.Size(name); size > maxPart {
		return nil, fault.New(fault.DocumentTooLarge, "a part of the document is %d bytes, the limit is %d", size, int64(maxPart))
	}
	in, err := f.pkg.Open(name)
	if errors.Is(err, ooxml.ErrMissing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	data, err := io.ReadAll(io.LimitReader(in, maxPart+1))
	if err != nil {
		return nil, err
	}
	p := &part{name: name, data: bytes.TrimPrefix(data, []byte("\ufeff"))}
	if !plainXML(p.data) {
		return nil, fault.New(fault.DocumentUnsupported, "a part of the document is in an encoding that cannot be edited")
	}
	f.parts[id] = p
	return p, nil
}

// plainXML reports whether a part is in UTF-8, as office programs write it.
func plainXML(data []byte) bool {
	head := data[:min(len(data), 200)]
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	decl, _, ok := bytes.Cut(head, []byte("?>"))
	if !ok || !bytes.HasPrefix(decl, []byte("<?xml")) {
		return true
	}
	_, encoding, ok := bytes.Cut(bytes.ToLower(decl), []byte("encoding"))
	return !ok || bytes.Contains(encoding, []byte("utf-8")) || bytes.Contains(encoding, []byte("utf8")) || bytes.Contains(encoding, []byte("us-ascii"))
}

// root is the tree of a part. A part that is not there has no tree.
func (f *File) root(name string) (*node, error) {
	p, err := f.part(name)
	if p == nil || err != nil {
		return nil, err
	}
	if p.tree == nil {
		if p.tree, err = scan(p.data); err != nil {
			return nil, ooxml.Corrupt(err, "a part of it is no sound XML")
		}
	}
	return p.tree, nil
}

// add puts a new part into the package.
func (f *File) add(name, content string) {
	f.parts[strings.ToLower(name)] = &part{name: name, data: []byte(content), changed: true}
}

// changed are the parts that differ from those of the file.
func (f *File) changed() map[string][]byte {
	out := map[string][]byte{}
	for _, p := range f.parts {
		switch {
		case p.gone:
			out[p.name] = nil
		case p.changed:
			out[p.name] = p.data
		}
	}
	return out
}

// stories are the names of the parts that a reader reads: the body, headers and footers, notes.
func (f *File) stories() []string {
	out := []string{f.main}
	for _, kind := range []string{"header", "footer", "footnotes", "endnotes"} {
		for _, l := range f.links {
			if l.Kind == kind && !l.External && (f.pkg.Has(l.Target) || f.parts[strings.ToLower(l.Target)] != nil) {
				out = append(out, l.Target)
			}
		}
	}
	return out
}
