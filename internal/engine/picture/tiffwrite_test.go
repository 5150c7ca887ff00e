package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"slices"
)

// tiffSpec is a page to be written: its tags but those of the places of its chunks, and the chunks.
type tiffSpec struct {
	tags   map[uint16][]int64
	chunks [][]byte
}

// fractions are the tags that hold fractions.
var fractions = []uint16{tagXResolution, tagYResolution}

// writeTIFF makes a file of pages. In a looped one the last directory leads back to the first.
func writeTIFF(order binary.ByteOrder, big, looped bool, pages ...tiffSpec) []byte {
	out := []byte("II")
	if order == binary.BigEndian {
		out = []byte("MM")
	}
	offset := func(v int64) []byte {
		if big {
			b := make([]byte, 8)
			order.PutUint64(b, uint64(v))
			return b
		}
		b := make([]byte, 4)
		order.PutUint32(b, uint32(v))
		return b
	}
	short := func(v int64) []byte {
		b := make([]byte, 2)
		order.PutUint16(b, uint16(v))
		return b
	}
	if big {
		out = slices.Concat(out, short(43), short(8), short(0))
	} else {
		out = slices.Concat(out, short(42))
	}
	link := len(out) // where the offset of the next directory goes
	first := int64(0)
	out = append(out, offset(0)...)
	for _, p := range pages {
		tags := map[uint16][]int64{}
		for id, v := range p.tags {
			tags[id] = v
		}
		places, lengths := uint16(tagStrips), uint16(tagStripBytes)
		if tags[tagTileWidth] != nil {
			places, lengths = tagTiles, tagTileBytes
		}
		for _, c := range p.chunks {
			tags[places] = append(tags[places], int64(len(out)))
			tags[lengths] = append(tags[lengths], int64(len(c)))
			out = append(out, c...)
		}
		ids := make([]uint16, 0, len(tags))
		for id := range tags {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		var entries []byte
		for _, id := range ids {
			kind, count := int64(4), int64(len(tags[id]))
			var value []byte
			for _, v := range tags[id] {
				b := make([]byte, 4)
				order.PutUint32(b, uint32(v))
				switch id {
				case tagJPEGTables:
					kind, b = 7, []byte{byte(v)}
				case tagColorMap, tagBits, tagOrientation:
					kind, b = 3, short(v)
				}
				value = append(value, b...)
			}
			if slices.Contains(fractions, id) {
				kind, count = 5, count/2
			}
			if len(value) > len(offset(0)) {
				place := offset(int64(len(out)))
				out = append(out, value...)
				value = place
			}
			value = append(value, make([]byte, len(offset(0))-len(value))...)
			entries = slices.Concat(entries, short(int64(id)), short(kind), offset(count), value)
		}
		at := int64(len(out))
		if first == 0 {
			first = at
		}
		copy(out[link:], offset(at))
		if big {
			out = append(out, offset(int64(len(ids)))...)
		} else {
			out = append(out, short(int64(len(ids)))...)
		}
		out = append(out, entries...)
		link = len(out)
		out = append(out, offset(0)...)
	}
	if looped {
		copy(out[link:], offset(first))
	}
	return out
}

func deflated(b []byte) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// lzwPacked is LZW without its point: the table is cleared before codes grow beyond nine bits.
func lzwPacked(b []byte) []byte {
	const clear, end, width = 256, 257, 9
	codes := []int{clear}
	for i, v := range b {
		if i%200 == 199 {
			codes = append(codes, clear)
		}
		codes = append(codes, int(v))
	}
	var out []byte
	hold, have := 0, 0
	for _, c := range append(codes, end) {
		for hold, have = hold<<width|c, have+width; have >= 8; have -= 8 {
			out = append(out, byte(hold>>(have-8)))
		}
		hold &= 1<<have - 1
	}
	return append(out, byte(hold<<(8-have)))
}

// packBitsPacked writes runs of equal bytes and stretches of others.
func packBitsPacked(b []byte) []byte {
	var out []byte
	for len(b) > 0 {
		n := 1
		for n < len(b) && n < 128 && b[n] == b[0] {
			n++
		}
		if n > 1 {
			out = append(out, byte(1-n), b[0])
			b = b[n:]
			continue
		}
		for n < len(b) && n < 128 && b[n] != b[n-1] {
			n++
		}
		out = append(append(out, byte(n-1)), b[:n]...)
		b = b[n:]
	}
	return out
}
