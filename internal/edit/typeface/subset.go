package typeface

import (
	"encoding/binary"
	"maps"
	"slices"
)

// subset is the font file with the outlines of some glyphs only. The others keep their numbers and are empty, so that
// nothing else in the file has to change.
func (f *Face) subset(used map[uint16]bool) []byte {
	all := map[uint16]bool{0: true}
	for g := range used {
		f.reach(g, all, 0)
	}
	var outlines []byte
	places := make([]byte, 4*(f.glyphs+1))
	for g := range f.glyphs {
		if all[uint16(g)] {
			outlines = append(outlines, f.outline(uint16(g))...)
			for len(outlines)%4 != 0 {
				outlines = append(outlines, 0)
			}
		}
		binary.BigEndian.PutUint32(places[4*(g+1):], uint32(len(outlines)))
	}
	head := slices.Clone(f.tables["head"])
	head[50], head[51] = 0, 1 // places of four bytes
	binary.BigEndian.PutUint32(head[8:], 0)
	tables := map[string][]byte{"glyf": outlines, "loca": places, "head": head}
	for _, name := range []string{"hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"} {
		if t := f.tables[name]; t != nil {
			tables[name] = t
		}
	}
	return join(tables)
}

// outline is how a glyph is drawn; a blank has none.
func (f *Face) outline(g uint16) []byte {
	place := func(i int) int {
		if f.long {
			return int(binary.BigEndian.Uint32(f.tables["loca"][4*i:]))
		}
		return 2 * int(binary.BigEndian.Uint16(f.tables["loca"][2*i:]))
	}
	if int(g) >= f.glyphs {
		return nil
	}
	from, to := place(int(g)), place(int(g)+1)
	if from >= to || to > len(f.tables["glyf"]) {
		return nil
	}
	return f.tables["glyf"][from:to]
}

// reach adds a glyph and those it is put together from.
func (f *Face) reach(g uint16, all map[uint16]bool, depth int) {
	const mostDepth = 8
	if all[g] || depth > mostDepth {
		return
	}
	all[g] = true
	o := f.outline(g)
	if len(o) < 10 || int16(binary.BigEndian.Uint16(o)) >= 0 {
		return
	}
	const words, scale, more, scales, matrix = 1, 8, 32, 64, 128
	for at := 10; at+4 <= len(o); {
		flags := binary.BigEndian.Uint16(o[at:])
		f.reach(binary.BigEndian.Uint16(o[at+2:]), all, depth+1)
		at += 6
		if flags&words != 0 {
			at += 2
		}
		switch {
		case flags&scale != 0:
			at += 2
		case flags&scales != 0:
			at += 4
		case flags&matrix != 0:
			at += 8
		}
		if flags&more == 0 {
			return
		}
	}
}

// join writes a font file of tables.
func join(tables map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(tables))
	out := make([]byte, 12+16*len(names))
	binary.BigEndian.PutUint32(out, 0x00010000)
	power := 1
	for power*2 <= len(names) {
		power *= 2
	}
	for i, v := range []int{len(names), 16 * power, log2(power), 16 * (len(names) - power)} {
		binary.BigEndian.PutUint16(out[4+2*i:], uint16(v))
	}
	for i, name := range names {
		t := tables[name]
		at := 12 + 16*i
		copy(out[at:], name)
		binary.BigEndian.PutUint32(out[at+4:], sum(t))
		binary.BigEndian.PutUint32(out[at+8:], uint32(len(out)))
		binary.BigEndian.PutUint32(out[at+12:], uint32(len(t)))
		out = append(out, t...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}

func log2(power int) (n int) {
	for ; power > 1; power /= 2 {
		n++
	}
	return n
}

func sum(t []byte) (s uint32) {
	for len(t) >= 4 {
		s += binary.BigEndian.Uint32(t)
		t = t[4:]
	}
	var last [4]byte
	copy(last[:], t)
	return s + binary.BigEndian.Uint32(last[:])
}
