package op

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
)

// The words and lines of a page are most of a stored document. They are packed: fixed fields first, then their texts.
// Boxes keep 24 bits, which is finer than what answers are rounded to.
const (
	packedSize = 26 // box and confidence, 4 bytes each; rotation, 2; length of the text, 4
	rotationAt = 20
	lengthAt   = 22
)

// packPage writes the words and lines of a page.
func packPage(p *doc.Page) []byte {
	packed := pack(nil, len(p.Words), func(i int) *doc.Word { return &p.Words[i] })
	return pack(packed, len(p.Lines), func(i int) *doc.Word { return (*doc.Word)(&p.Lines[i]) })
}

func pack(dst []byte, n int, word func(int) *doc.Word) []byte {
	dst = binary.AppendUvarint(dst, uint64(n))
	for i := range n {
		w := word(i)
		for _, v := range [...]float64{w.Box.Left, w.Box.Top, w.Box.Width, w.Box.Height, w.Confidence} {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v)))
		}
		dst = binary.LittleEndian.AppendUint16(dst, uint16(w.Rotation))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w.Text)))
	}
	for i := range n {
		dst = append(dst, word(i).Text...)
	}
	return dst
}

var errPacked = errors.New("packed words are damaged")

// unpackPage reads what packPage wrote.
func unpackPage(p *doc.Page, src []byte) error {
	rest, err := unpack(src, func(n int) { p.Words = make([]doc.Word, n) }, func(i int) *doc.Word { return &p.Words[i] })
	if err == nil {
		rest, err = unpack(rest, func(n int) { p.Lines = make([]doc.Line, n) }, func(i int) *doc.Word { return (*doc.Word)(&p.Lines[i]) })
	}
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes too many: %w", len(rest), errPacked)
	}
	return err
}

// unpack makes room for as many words as there are, fills them and returns the bytes behind them.
func unpack(src []byte, room func(int), word func(int) *doc.Word) ([]byte, error) {
	count, used := binary.Uvarint(src)
	if used <= 0 || count > uint64(len(src))/packedSize {
		return nil, errPacked
	}
	n, fields := int(count), src[used:]
	if n*packedSize > len(fields) {
		return nil, errPacked
	}
	length := func(i int) int { return int(binary.LittleEndian.Uint32(fields[i*packedSize+lengthAt:])) }
	rest, size := fields[n*packedSize:], 0
	for i := range n {
		size += length(i)
	}
	if size > len(rest) {
		return nil, fmt.Errorf("%d bytes of text: %w", size, errPacked)
	}
	if n > 0 {
		room(n)
	}
	texts := string(rest[:size]) // one allocation for all of them
	for i := range n {
		f := fields[i*packedSize:]
		number := func(k int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(f[4*k:]))) }
		*word(i) = doc.Word{
			Text: texts[:length(i)], Confidence: number(4), Rotation: int(binary.LittleEndian.Uint16(f[rotationAt:])),
			Box: doc.Box{Left: number(0), Top: number(1), Width: number(2), Height: number(3)},
		}
		texts = texts[length(i):]
	}
	return rest[size:], nil
}
