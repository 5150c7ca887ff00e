package convert

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// mostBoxes is how many boxes of a file are looked at; cameras write a few hundred.
const mostBoxes = 20_000

// size is that of the largest picture that the header of a HEIC file speaks of: the others are its tiles and its
// thumbnails. One above the bounds is refused.
func size(r io.ReaderAt, length int64) (width, height int, err error) {
	if length == 0 {
		return 0, 0, fault.New(fault.DocumentEmpty, "")
	}
	w := &walk{r: r}
	w.within(0, length, "")
	switch {
	case w.err != nil:
		return 0, 0, w.err
	case tooLarge(w.width, w.height):
		return 0, 0, fault.New(fault.ImageTooLarge, "image of %d×%d pixels exceeds the limit", w.width, w.height)
	case w.width == 0 && w.film:
		return 0, 0, fault.New(fault.DocumentUnsupported, "moving pictures are not supported")
	case w.width == 0:
		return 0, 0, fault.New(fault.DocumentCorrupt, "the image cannot be read: it does not say its size")
	}
	return w.width, w.height, nil
}

func tooLarge(width, height int) bool {
	return max(width, height) > engine.MaxAxis || width*height > engine.MaxPixels
}

// walk goes through the boxes of a file. Nothing is sized by what they say.
type walk struct {
	r             io.ReaderAt
	seen          int
	width, height int
	film          bool
	err           error
}

// The boxes on the way to the sizes, by the path to them, and where the boxes inside them begin.
var inside = map[string]int64{"/meta": 4, "/meta/iprp": 0, "/meta/iprp/ipco": 0}

// within looks at the boxes between two places of the file; path names the box that holds them.
func (w *walk) within(from, to int64, path string) {
	for from+8 <= to && w.seen < mostBoxes && w.err == nil {
		w.seen++
		var head [16]byte
		n, err := w.r.ReadAt(head[:], from)
		if n < 8 {
			if !errors.Is(err, io.EOF) {
				w.err = err
			}
			return
		}
		start, end := from+8, from+int64(binary.BigEndian.Uint32(head[:]))
		switch end - from {
		case 0: // as far as there is something
			end = to
		case 1:
			start, end = from+16, to
			if long := binary.BigEndian.Uint64(head[8:]); n == len(head) && long < uint64(to-from) {
				end = from + int64(long)
			}
		}
		if end < start {
			return
		}
		w.box(path+"/"+string(head[4:8]), start, min(end, to))
		from = end
	}
}

func (w *walk) box(path string, start, end int64) {
	if skip, ok := inside[path]; ok {
		w.within(start+skip, end, path)
		return
	}
	switch path {
	case "/moov":
		w.film = true
	case "/meta/iprp/ipco/ispe":
		var body [12]byte // version, width, height
		if _, err := w.r.ReadAt(body[:], start); err != nil {
			return
		}
		width, height := int(binary.BigEndian.Uint32(body[4:])), int(binary.BigEndian.Uint32(body[8:]))
		if tooLarge(w.width, w.height) {
			return // enough is known
		}
		if tooLarge(width, height) || width*height > w.width*w.height {
			w.width, w.height = width, height
		}
	}
}
