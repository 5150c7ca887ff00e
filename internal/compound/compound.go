// Package compound reads compound files, the container of older office files, Outlook messages and locked documents.
package compound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ErrDamaged is a file whose structure cannot be followed.
var ErrDamaged = errors.New("damaged compound file")

// Magic is how a compound file begins.
const Magic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

const (
	headerSize = 512
	entrySize  = 128
	inHeader   = 109        // sectors of the allocation table that the header itself names
	lastSector = 0xfffffffa // numbers above it end chains or mark sectors that are no data
)

// Entry is a stream, or a storage with what lies in it.
type Entry struct {
	Name     string
	Stream   bool
	Size     int64 // of a stream
	Children []*Entry

	start uint32
}

// Child is the entry of that name, nil when there is none.
func (e *Entry) Child(name string) *Entry {
	for _, c := range e.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// File is an opened compound file.
type File struct {
	Root *Entry

	data  io.ReaderAt
	size  int64
	shift uint   // of a sector
	fat   []byte // the next sector of each sector
	mini  struct {
		shift  uint
		cutoff int64  // streams below this size lie in small sectors
		fat    []byte // the next small sector of each
		stream []byte // what the small sectors are cut from
	}
}

// Open reads the structure of a file. What it holds in memory is bounded by the size of the file.
func Open(data io.ReaderAt, size int64) (*File, error) {
	header := make([]byte, headerSize)
	if n, err := data.ReadAt(header, 0); n < headerSize {
		return nil, damaged("header", err)
	}
	if string(header[:8]) != Magic {
		return nil, fmt.Errorf("%w: no header", ErrDamaged)
	}
	f := &File{data: data, size: size}
	f.shift = uint(binary.LittleEndian.Uint16(header[30:]))
	f.mini.shift = uint(binary.LittleEndian.Uint16(header[32:]))
	f.mini.cutoff = int64(binary.LittleEndian.Uint32(header[56:]))
	if f.shift < 7 || f.shift > 16 || f.mini.shift < 4 || f.mini.shift >= f.shift {
		return nil, fmt.Errorf("%w: sectors of 2^%d and 2^%d bytes", ErrDamaged, f.shift, f.mini.shift)
	}
	if err := f.readTable(header); err != nil {
		return nil, err
	}
	if err := f.readDirectory(binary.LittleEndian.Uint32(header[48:])); err != nil {
		return nil, err
	}
	var err error
	if f.mini.fat, err = f.chain(binary.LittleEndian.Uint32(header[60:]), f.size); err != nil {
		return nil, damaged("table of small sectors", err)
	}
	if f.mini.stream, err = f.chain(f.Root.start, f.Root.Size); err != nil {
		return nil, damaged("small sectors", err)
	}
	return f, nil
}

func damaged(what string, err error) error {
	if errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %s: %w", ErrDamaged, what, err)
}

// sector reads one sector. The last one of a file may be cut short.
func (f *File) sector(n uint32, into []byte) ([]byte, error) {
	into = into[:1<<f.shift]
	clear(into)
	read, err := f.data.ReadAt(into, (int64(n)+1)<<f.shift)
	if read == 0 {
		return nil, fmt.Errorf("%w: sector %d lies outside: %w", ErrDamaged, n, err)
	}
	return into, nil
}

// sectors is how many sectors the file has room for.
func (f *File) sectors() int64 { return (f.size + 1<<f.shift - 1) >> f.shift }

// readTable collects the allocation table from the sectors that the header and its continuations name.
func (f *File) readTable(header []byte) error {
	buffer := make([]byte, 1<<f.shift)
	room := f.sectors() * 4 // bytes of a table that describes all sectors
	add := func(names []byte) error {
		for ; len(names) >= 4; names = names[4:] {
			n := binary.LittleEndian.Uint32(names)
			if n > lastSector {
				continue
			}
			if int64(len(f.fat)) > room {
				return fmt.Errorf("%w: the allocation table is larger than the file", ErrDamaged)
			}
			s, err := f.sector(n, buffer)
			if err != nil {
				return err
			}
			f.fat = append(f.fat, s...)
		}
		return nil
	}
	if err := add(header[76 : 76+4*inHeader]); err != nil {
		return err
	}
	next := binary.LittleEndian.Uint32(header[68:])
	list := make([]byte, 1<<f.shift)
	for steps := int64(0); next <= lastSector; steps++ {
		if steps > f.sectors() {
			return fmt.Errorf("%w: the allocation table runs in a circle", ErrDamaged)
		}
		s, err := f.sector(next, list)
		if err != nil {
			return err
		}
		if err := add(s[:len(s)-4]); err != nil {
			return err
		}
		next = binary.LittleEndian.Uint32(s[len(s)-4:])
	}
	return nil
}

// next is the sector that follows in a chain.
func next(table []byte, n uint32) (uint32, error) {
	if int64(n)*4+4 > int64(len(table)) {
		return 0, fmt.Errorf("%w: sector %d is not in the table", ErrDamaged, n)
	}
	return binary.LittleEndian.Uint32(table[int64(n)*4:]), nil
}

// chain reads the sectors of a chain, at most so many bytes.
func (f *File) chain(start uint32, most int64) ([]byte, error) {
	var out []byte
	buffer := make([]byte, 1<<f.shift)
	for n, steps := start, int64(0); n <= lastSector && int64(len(out)) < most; steps++ {
		if steps > f.sectors() {
			return nil, fmt.Errorf("%w: a chain runs in a circle", ErrDamaged)
		}
		s, err := f.sector(n, buffer)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
		if n, err = next(f.fat, n); err != nil {
			return nil, err
		}
	}
	return out[:min(int64(len(out)), most)], nil
}
