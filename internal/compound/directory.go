package compound

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// Bounds of the directory: Outlook messages of a thousand recipients have some thousands of entries.
const (
	maxEntries = 200_000
	maxDepth   = 64
	noEntry    = 0xffffffff
)

// Kinds of directory entries.
const (
	storage = 1
	stream  = 2
	root    = 5
)

// readDirectory builds the tree of entries.
func (f *File) readDirectory(start uint32) error {
	raw, err := f.chain(start, maxEntries*entrySize)
	if err != nil {
		return damaged("directory", err)
	}
	t := tree{raw: raw, seen: make([]bool, len(raw)/entrySize)}
	if len(t.seen) == 0 || raw[66] != root {
		return fmt.Errorf("%w: no root entry", ErrDamaged)
	}
	f.Root, err = t.entry(0, 0)
	return err
}

// tree is the directory while it is followed. Each entry is reached once.
type tree struct {
	raw  []byte
	seen []bool
}

func (t *tree) entry(n uint32, depth int) (*Entry, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%w: storages are nested too deeply", ErrDamaged)
	}
	r := t.raw[int(n)*entrySize:][:entrySize]
	t.seen[n] = true
	e := &Entry{
		Name: name(r), Stream: r[66] == stream,
		start: binary.LittleEndian.Uint32(r[116:]),
		// Files with sectors of 512 bytes may leave the upper half undefined.
		Size: int64(binary.LittleEndian.Uint32(r[120:])),
	}
	if e.Stream {
		return e, nil
	}
	var err error
	e.Children, err = t.siblings(binary.LittleEndian.Uint32(r[76:]), depth+1)
	return e, err
}

// siblings lists the entries of a storage, which the file keeps as a search tree, in the order of that tree.
func (t *tree) siblings(first uint32, depth int) ([]*Entry, error) {
	var out []*Entry
	var above []uint32
	for n := first; n != noEntry || len(above) > 0; {
		if n != noEntry {
			if int64(n) >= int64(len(t.seen)) || t.seen[n] {
				return nil, fmt.Errorf("%w: directory entry %d", ErrDamaged, n)
			}
			t.seen[n] = true
			above = append(above, n)
			n = binary.LittleEndian.Uint32(t.raw[int(n)*entrySize+68:])
			continue
		}
		at := above[len(above)-1]
		above = above[:len(above)-1]
		if kind := t.raw[int(at)*entrySize+66]; kind == storage || kind == stream {
			e, err := t.entry(at, depth)
			if err != nil {
				return nil, err
			}
			out = append(out, e)
		}
		n = binary.LittleEndian.Uint32(t.raw[int(at)*entrySize+72:])
	}
	return out, nil
}

func name(entry []byte) string {
	n := min(int(binary.LittleEndian.Uint16(entry[64:]))/2, 32)
	units := make([]uint16, 0, n)
	for i := range n {
		u := binary.LittleEndian.Uint16(entry[2*i:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}
