// Package markup reads XML as a stream of tokens: bounded, without document types and entities, names already known by
// one short prefix for each namespace.
package markup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// ErrSyntax is input that is no XML, or XML beyond the bounds.
var ErrSyntax = errors.New("invalid XML")

// Bounds of a text. Drawings carry whole pictures in attributes, so tokens may be long.
const (
	maxDepth = 512
	maxToken = 16 << 20
	maxAttrs = 1024
	maxBinds = 1024 // namespace declarations in force
	piece    = 64 << 10
)

// Kind says what a token is.
type Kind uint8

// Comments and processing instructions are passed over.
const (
	Start Kind = iota + 1
	End
	Text
)

// Names maps the namespaces a caller knows to the prefixes it calls them by. Several may share a prefix. A name in a
// namespace that is not listed has the prefix "?"; one in no namespace has none.
type Names struct {
	Spaces map[string]string
	// Understood are the prefixes of namespaces that a choice between alternatives may require.
	Understood map[string]bool
}

// Reader is a pull parser. What it returns is valid until the next token is read. After an error nothing more is read.
type Reader struct {
	src   io.Reader
	buf   []byte
	at    int // first byte not consumed
	gone  int // bytes of the text before buf
	from  int // where the last token begins in the text
	eof   bool
	names *Names

	open    []element
	binds   []bind
	cache   map[string]string // name as written -> with its known prefix
	interns map[string]string // short values of attributes

	attrs  []attr
	text   []byte
	closed bool // the element just begun ends at once
	begun  bool // the root element was seen
	err    error
}

type element struct {
	raw    string // as written
	name   string
	binds  int  // namespace declarations in force outside of it
	role   role // of the elements that choose between alternatives
	chosen bool // an alternative was taken
}

// NewReader reads UTF-8 or, behind a byte order mark or declaration, another encoding.
func NewReader(src io.Reader, names *Names) *Reader {
	r := &Reader{names: names, cache: map[string]string{}, interns: map[string]string{}}
	r.src, r.err = decoded(src)
	return r
}

// Err is the first error; the regular end is none.
func (r *Reader) Err() error {
	if errors.Is(r.err, io.EOF) {
		return nil
	}
	return r.err
}

// Fail ends the reading with an error of the caller's.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Root moves to the root element and returns its name, empty when there is none.
func (r *Reader) Root() string {
	for {
		kind, err := r.Next()
		switch {
		case err != nil:
			if errors.Is(err, io.EOF) {
				r.err = syntax("no root element")
			}
			return ""
		case kind == Start:
			return r.Name()
		}
	}
}

// Name is the name of the element that began or ended last, with its known prefix: "w:p".
func (r *Reader) Name() string {
	if len(r.open) == 0 {
		return ""
	}
	return r.open[len(r.open)-1].name
}

// Children visits the elements inside the current one. What the caller leaves of a child is skipped.
func (r *Reader) Children() iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			kind, err := r.Next()
			if err != nil || kind == End {
				return
			}
			if kind == Text {
				continue
			}
			depth := len(r.open)
			if !yield(r.Name()) {
				return
			}
			for len(r.open) >= depth && r.err == nil {
				_, _ = r.Next()
			}
		}
	}
}

// Chars visits the pieces of text inside the current element and all below it.
func (r *Reader) Chars(visit func([]byte)) {
	depth := len(r.open)
	for len(r.open) >= depth && r.err == nil {
		if kind, _ := r.Next(); kind == Text {
			visit(r.text)
		}
	}
}

// String is the text inside the current element, of which it keeps at most so many bytes.
func (r *Reader) String(most int) string {
	var out bytes.Buffer
	r.Chars(func(b []byte) { out.Write(b[:min(len(b), most-out.Len())]) })
	return string(bytes.ToValidUTF8(out.Bytes(), nil))
}

// Text is the text of a Text token; a long text comes as several.
func (r *Reader) Text() []byte { return r.text }

// Span is where the last token begins and ends in the text, in bytes of UTF-8 behind a byte order mark. The end of an
// element that is a single tag has no length.
func (r *Reader) Span() (from, to int) { return r.from, r.gone + r.at }

// Next reads the next token. At the end of the text the error is io.EOF. The name of an element that ends is no longer
// known afterwards.
func (r *Reader) Next() (Kind, error) {
	for r.err == nil {
		r.from = r.gone + r.at
		kind, err := r.token()
		if err != nil {
			r.err = err
			break
		}
		if kind, ok := r.choose(kind); ok {
			return kind, nil
		}
	}
	return 0, r.err
}

// token reads one token, whatever it is part of. Kind 0 is one that tells nothing.
func (r *Reader) token() (Kind, error) {
	if r.closed {
		r.closed = false
		return End, nil
	}
	if err := r.need(1); err != nil {
		if errors.Is(err, io.EOF) && (len(r.open) > 0 || !r.begun) {
			return 0, syntax("it ends early")
		}
		return 0, err
	}
	if r.buf[r.at] != '<' {
		return r.chars()
	}
	if err := r.need(2); err != nil {
		return 0, syntax("it ends inside a tag")
	}
	switch r.buf[r.at+1] {
	case '?':
		_, err := r.until("?>")
		return 0, err
	case '!':
		return r.declaration()
	case '/':
		return r.endTag()
	}
	return r.startTag()
}

// declaration passes over comments, takes character data and refuses document types.
func (r *Reader) declaration() (Kind, error) {
	const data, comment = "<![CDATA[", "<!--"
	_ = r.need(len(data)) // a shorter rest is told by its prefix
	switch {
	case bytes.HasPrefix(r.buf[r.at:], []byte(comment)):
		r.at += len(comment)
		_, err := r.until("-->")
		return 0, err
	case bytes.HasPrefix(r.buf[r.at:], []byte(data)) && len(r.open) > 0:
		r.at += len(data)
		body, err := r.until("]]>")
		r.text = clean(body)
		return Text, err
	}
	return 0, syntax("document types are refused")
}

// until consumes what comes up to a mark, and the mark.
func (r *Reader) until(mark string) ([]byte, error) {
	from := 0
	for {
		if i := bytes.Index(r.buf[r.at+from:], []byte(mark)); i >= 0 {
			body := r.buf[r.at : r.at+from+i]
			r.at += from + i + len(mark)
			return body, nil
		}
		from = max(len(r.buf)-r.at-len(mark)+1, 0)
		if err := r.need(len(r.buf) - r.at + 1); err != nil {
			return nil, syntax("no " + mark)
		}
	}
}

// need makes sure that so many bytes wait to be consumed.
func (r *Reader) need(n int) error {
	for len(r.buf)-r.at < n {
		switch {
		case r.eof:
			return io.EOF
		case n > maxToken:
			return syntax("a token is too long")
		}
		if err := r.fill(); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) fill() error {
	if r.at > 0 {
		r.gone += r.at
		r.buf = r.buf[:copy(r.buf, r.buf[r.at:])]
		r.at = 0
	}
	if len(r.buf) == cap(r.buf) {
		r.buf = append(make([]byte, 0, max(2*cap(r.buf), piece)), r.buf...)
	}
	n, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	if errors.Is(err, io.EOF) {
		r.eof, err = true, nil
	}
	return err
}

func syntax(why string) error { return fmt.Errorf("%w: %s", ErrSyntax, why) }
