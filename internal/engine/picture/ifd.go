package picture

import (
	"encoding/binary"
	"math"
)

// Tags of TIFF directories that are used here.
const (
	tagSubfile      = 254
	tagWidth        = 256
	tagHeight       = 257
	tagBits         = 258
	tagCompression  = 259
	tagPhotometric  = 262
	tagFillOrder    = 266
	tagStrips       = 273
	tagOrientation  = 274
	tagSamples      = 277
	tagRowsPerStrip = 278
	tagStripBytes   = 279
	tagXResolution  = 282
	tagYResolution  = 283
	tagPlanar       = 284
	tagFaxOptions   = 292
	tagUnit         = 296
	tagPredictor    = 317
	tagColorMap     = 320
	tagTileWidth    = 322
	tagTileHeight   = 323
	tagTiles        = 324
	tagTileBytes    = 325
	tagExtra        = 338
	tagFormat       = 339
	tagJPEGTables   = 347
	tagJPEGStart    = 513
	tagSubsampling  = 530
)

// tiffFile is the frame of a TIFF file: its byte order, and the widths of its offsets.
type tiffFile struct {
	source
	order binary.ByteOrder
	big   bool // BigTIFF: 64-bit offsets
	first int64
}

// entry is one tag of a directory; its values stand at offset.
type entry struct {
	kind   uint16
	count  int64
	offset int64
}

// kinds are the sizes of the types of values.
var kinds = [...]int64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}

type directory struct {
	file *tiffFile
	tags map[uint16]entry
}

func openTIFF(s source) (*tiffFile, error) {
	head := make([]byte, 16)
	n, err := s.ReadAt(head, 0)
	if n < 8 {
		return nil, damaged(err, "its header is cut off")
	}
	t := &tiffFile{source: s}
	switch string(head[:2]) {
	case "II":
		t.order = binary.LittleEndian
	case "MM":
		t.order = binary.BigEndian
	default:
		return nil, corrupt("it does not begin as a TIFF file")
	}
	t.first = int64(t.order.Uint32(head[4:]))
	if t.big = t.order.Uint16(head[2:]) == 43; t.big {
		t.first = int64(t.order.Uint64(head[8:]) & math.MaxInt64)
	}
	return t, nil
}

// at reads n bytes, or none where the file does not have them.
func (t *tiffFile) at(offset, n int64) []byte {
	if offset < 0 || n < 0 || offset > t.size || n > t.size-offset {
		return nil
	}
	b := make([]byte, n)
	if _, err := t.ReadAt(b, offset); err != nil {
		return nil
	}
	return b
}

// shape gives the sizes of the number of entries, of an entry and of an offset.
func (t *tiffFile) shape() (count, item, offset int64) {
	if t.big {
		return 8, 20, 8
	}
	return 2, 12, 4
}

// entries reads where the entries of the directory at an offset begin, and how many there are.
func (t *tiffFile) entries(offset int64) (int64, int64, error) {
	const maxEntries = 4096
	size, _, _ := t.shape()
	b := t.at(offset, size)
	if b == nil {
		return 0, 0, corrupt("the directory of the page is cut off")
	}
	n := int64(t.order.Uint16(b))
	if t.big {
		n = int64(t.order.Uint64(b) & math.MaxInt64)
	}
	if n == 0 || n > maxEntries {
		return 0, 0, corrupt("the directory of the page is damaged")
	}
	return offset + size, n, nil
}

// following is the offset of the directory after the one whose n entries begin at start; 0 at the end of the file.
func (t *tiffFile) following(start, n int64) int64 {
	_, item, size := t.shape()
	b := t.at(start+n*item, size)
	switch {
	case b == nil:
		return 0
	case t.big:
		return int64(t.order.Uint64(b) & math.MaxInt64)
	}
	return int64(t.order.Uint32(b))
}

func (t *tiffFile) directory(offset int64) (*directory, error) {
	start, n, err := t.entries(offset)
	if err != nil {
		return nil, err
	}
	_, item, size := t.shape()
	d := &directory{file: t, tags: map[uint16]entry{}}
	b := t.at(start, min(n*item, t.size-start))
	for i := int64(0); i+item <= int64(len(b)); i += item {
		e := entry{kind: t.order.Uint16(b[i+2:]), count: int64(t.order.Uint32(b[i+4:]))}
		value := b[i+item-size : i+item]
		if t.big {
			e.count = int64(t.order.Uint64(b[i+4:]) & math.MaxInt64)
		}
		if int(e.kind) >= len(kinds) || kinds[e.kind] == 0 || e.count > t.size {
			continue
		}
		switch {
		case e.count*kinds[e.kind] <= size:
			e.offset = start + i + item - size
		case t.big:
			e.offset = int64(t.order.Uint64(value) & math.MaxInt64)
		default:
			e.offset = int64(t.order.Uint32(value))
		}
		d.tags[t.order.Uint16(b[i:])] = e
	}
	return d, nil
}
