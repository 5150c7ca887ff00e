// Package compoundtest writes compound files for tests.
package compoundtest

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/compound"
)

// Entry is a stream with its content, or a storage with what lies in it.
type Entry struct {
	Name     string
	Content  []byte
	Children []Entry // makes it a storage
}

const (
	sector = 512
	small  = 64
	cutoff = 4096
	end    = 0xfffffffe
	free   = 0xffffffff
	table  = 0xfffffffd // a sector of the allocation table
)

// writer lays out a file: sectors in the order in which they are asked for.
type writer struct {
	sectors bytes.Buffer
	fat     []uint32
	mini    bytes.Buffer
	miniFAT []uint32
	dir     []byte
}

// File is a compound file with these entries.
func File(entries ...Entry) []byte {
	w := &writer{}
	root := w.entry("Root Entry", 5)
	w.children(root, entries)
	stream := w.put(w.mini.Bytes())
	w.set(root, 116, stream)
	w.set(root, 120, uint32(w.mini.Len()))
	miniFAT := w.put(numbers(w.miniFAT))
	dir := w.put(w.dir)
	return append(w.header(dir, miniFAT), w.sectors.Bytes()...)
}

func (w *writer) children(parent int, entries []Entry) {
	last := -1
	for _, e := range entries {
		kind := byte(2)
		if e.Children != nil {
			kind = 1
		}
		n := w.entry(e.Name, kind)
		if last < 0 {
			w.set(parent, 76, uint32(n))
		} else {
			w.set(last, 72, uint32(n))
		}
		last = n
		if e.Children != nil {
			w.children(n, e.Children)
			continue
		}
		w.set(n, 120, uint32(len(e.Content)))
		if len(e.Content) < cutoff {
			w.set(n, 116, w.putSmall(e.Content))
		} else {
			w.set(n, 116, w.put(e.Content))
		}
	}
}

// entry adds a directory entry without relations.
func (w *writer) entry(name string, kind byte) int {
	raw := make([]byte, 128)
	units := utf16.Encode([]rune(name))
	for i, u := range units {
		binary.LittleEndian.PutUint16(raw[2*i:], u)
	}
	binary.LittleEndian.PutUint16(raw[64:], uint16(2*len(units)+2))
	raw[66] = kind
	for _, at := range []int{68, 72, 76, 116} {
		binary.LittleEndian.PutUint32(raw[at:], free)
	}
	w.dir = append(w.dir, raw...)
	return len(w.dir)/128 - 1
}

func (w *writer) set(entry, at int, value uint32) {
	binary.LittleEndian.PutUint32(w.dir[entry*128+at:], value)
}

// put writes content into a chain of sectors.
func (w *writer) put(content []byte) uint32 {
	return chain(&w.sectors, &w.fat, content, sector)
}

func (w *writer) putSmall(content []byte) uint32 {
	return chain(&w.mini, &w.miniFAT, content, small)
}

func chain(to *bytes.Buffer, fat *[]uint32, content []byte, size int) uint32 {
	if len(content) == 0 {
		return end
	}
	first := uint32(len(*fat))
	for len(content) > 0 {
		n := min(size, len(content))
		to.Write(content[:n])
		to.Write(make([]byte, size-n))
		content = content[n:]
		next := uint32(len(*fat)) + 1
		if len(content) == 0 {
			next = end
		}
		*fat = append(*fat, next)
	}
	return first
}

// header ends the file: the allocation table is its last sectors, all of them named in the header.
func (w *writer) header(dir, miniFAT uint32) []byte {
	h := make([]byte, sector)
	copy(h, compound.Magic)
	binary.LittleEndian.PutUint16(h[26:], 3)
	binary.LittleEndian.PutUint16(h[28:], 0xfffe)
	binary.LittleEndian.PutUint16(h[30:], 9)
	binary.LittleEndian.PutUint16(h[32:], 6)
	binary.LittleEndian.PutUint32(h[48:], dir)
	binary.LittleEndian.PutUint32(h[56:], cutoff)
	binary.LittleEndian.PutUint32(h[60:], miniFAT)
	binary.LittleEndian.PutUint32(h[68:], end)
	for at := 76; at < sector; at += 4 {
		binary.LittleEndian.PutUint32(h[at:], free)
	}
	count := 1
	for (len(w.fat)+count)*4 > count*sector {
		count++
	}
	binary.LittleEndian.PutUint32(h[44:], uint32(count))
	first := len(w.fat)
	for i := range count {
		w.fat = append(w.fat, table)
		binary.LittleEndian.PutUint32(h[76+4*i:], uint32(first+i))
	}
	raw := numbers(w.fat)
	w.sectors.Write(raw)
	w.sectors.Write(bytes.Repeat([]byte{0xff}, count*sector-len(raw)))
	return h
}

func numbers(list []uint32) []byte {
	var out []byte
	for _, n := range list {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return out
}
