package op

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// The words and lines of a page are most of a stored document. They are packed as what differs from the one before:
// words of a line share its top, its height and its text. Lengths are kept in tenths of what answers are rounded to, or
// in the middle between two, so that answers made from them round as those made from the page itself.
const (
	grid       = 2e7
	farthest   = 1e9 // no length is larger, so that differences fit
	leastBytes = 2   // of a packed word: its tag and the length of its text
)

// fields are what is kept of a word beside its text: left, top, width, height, confidence, rotation.
type fields [6]int64

func fieldsOf(w *doc.Word) fields {
	return fields{fixed(w.Box.Left), fixed(w.Box.Top), fixed(w.Box.Width), fixed(w.Box.Height), fixed(w.Confidence), int64(w.Rotation)}
}

func (f *fields) word(text string) doc.Word {
	return doc.Word{
		Text: text, Confidence: float64(f[4]) / grid, Rotation: int(f[5]),
		Box: doc.Box{Left: float64(f[0]) / grid, Top: float64(f[1]) / grid, Width: float64(f[2]) / grid, Height: float64(f[3]) / grid},
	}
}

func fixed(v float64) int64 {
	if math.IsNaN(v) {
		return 0
	}
	v = min(max(v, -farthest), farthest)
	tenths := int64(v * (grid / 2))
	if n := 2 * tenths; float64(n)/grid == v {
		return n
	}
	if v < 0 {
		return 2*tenths - 1
	}
	return 2*tenths + 1
}

// A tag opens a word: one bit for each field that differs from the word before, and above them where its text is.
const (
	next  = iota // in the text of the lines, where the last word ended
	after        // the same, with one byte between them
	own          // behind all that came before
	places

	placeAt = 6 // bits
)

// packer writes words. One that is used again keeps its room.
type packer struct {
	fields, texts, whole []byte
	last                 fields
}

// add writes a word whose text is elsewhere, unless place is own.
func (pk *packer) add(w *doc.Word, place byte) {
	now := fieldsOf(w)
	tag := len(pk.fields)
	pk.fields = append(pk.fields, place<<placeAt)
	for i, v := range now {
		if v != pk.last[i] {
			pk.fields[tag] |= 1 << i
			pk.fields = binary.AppendVarint(pk.fields, v-pk.last[i])
		}
	}
	pk.last = now
	pk.fields = binary.AppendUvarint(pk.fields, uint64(len(w.Text)))
	if place == own {
		pk.texts = append(pk.texts, w.Text...)
	}
}

// page writes the words and lines of a page. What it returns is good until the next one.
func (pk *packer) page(p *doc.Page) []byte {
	pk.fields, pk.texts, pk.last = pk.fields[:0], pk.texts[:0], fields{}
	for i := range p.Lines {
		pk.add((*doc.Word)(&p.Lines[i]), own)
	}
	pk.last = fields{}
	rest := string(pk.texts) // of the lines, from where the last word ended
	for i := range p.Words {
		w := &p.Words[i]
		place := byte(own)
		switch {
		case strings.HasPrefix(rest, w.Text):
			place, rest = next, rest[len(w.Text):]
		case len(rest) > 0 && strings.HasPrefix(rest[1:], w.Text):
			place, rest = after, rest[1+len(w.Text):]
		}
		pk.add(w, place)
	}
	pk.whole = pk.whole[:0]
	for _, n := range []int{len(p.Lines), len(p.Words), len(pk.fields)} {
		pk.whole = binary.AppendUvarint(pk.whole, uint64(n))
	}
	pk.whole = append(append(pk.whole, pk.fields...), pk.texts...)
	return pk.whole
}

var errPacked = errors.New("packed words are damaged")

// unpacker reads words. Once something is wrong it is bad and gives empty ones.
type unpacker struct {
	fields []byte
	texts  string // from behind what was read
	lines  string // of the lines, from where the last word ended
	last   fields
	bad    bool
}

func (u *unpacker) uvarint() uint64 {
	v, n := binary.Uvarint(u.fields)
	if n <= 0 {
		u.bad = true
		return 0
	}
	u.fields = u.fields[n:]
	return v
}

func (u *unpacker) varint() int64 {
	v := u.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// cut takes n bytes off a text.
func (u *unpacker) cut(from *string, n uint64) string {
	if n > uint64(len(*from)) {
		u.bad = true
		return ""
	}
	text := (*from)[:n]
	*from = (*from)[n:]
	return text
}

func (u *unpacker) word() doc.Word {
	if len(u.fields) == 0 {
		u.bad = true
		return doc.Word{}
	}
	tag := u.fields[0]
	u.fields = u.fields[1:]
	for i := range u.last {
		if tag&(1<<i) != 0 {
			u.last[i] += u.varint()
		}
	}
	n := u.uvarint()
	switch tag >> placeAt {
	case own:
		return u.last.word(u.cut(&u.texts, n))
	case after:
		u.cut(&u.lines, 1)
	case places:
		u.bad = true
	}
	return u.last.word(u.cut(&u.lines, n))
}

// unpackPage reads what packer.page wrote.
func unpackPage(p *doc.Page, src []byte) error {
	u := unpacker{fields: src}
	lines, words, size := u.uvarint(), u.uvarint(), u.uvarint()
	if most := uint64(len(src)) / leastBytes; u.bad || size > uint64(len(u.fields)) || lines > most || words > most {
		return errPacked
	}
	u.texts = string(u.fields[size:]) // one allocation for all of them
	u.fields = u.fields[:size]
	all := u.texts
	if lines > 0 {
		p.Lines = make([]doc.Line, lines)
	}
	for i := range p.Lines {
		p.Lines[i] = doc.Line(u.word())
	}
	u.last, u.lines = fields{}, all[:len(all)-len(u.texts)]
	if words > 0 {
		p.Words = make([]doc.Word, words)
	}
	for i := range p.Words {
		p.Words[i] = u.word()
	}
	if u.bad || len(u.fields) > 0 || len(u.texts) > 0 {
		return fmt.Errorf("%d lines and %d words: %w", lines, words, errPacked)
	}
	return nil
}
