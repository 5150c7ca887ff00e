package picture

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// maxFrames bounds the walk over a TIFF file. What passes the cap on pages is refused by the caller, who wants to know
// the number.
const maxFrames = 100_000

// readTIFF finds the pages of a TIFF file without reading more than the frame of their directories.
func readTIFF(s source) ([]header, error) {
	t, err := openTIFF(s)
	if err != nil {
		return nil, err
	}
	offsets, err := t.walk()
	if err != nil {
		return nil, err
	}
	pages := make([]header, len(offsets))
	for i, offset := range offsets {
		pages[i] = func() (*frame, error) { return t.frame(offset) }
	}
	return pages, nil
}

// walk follows the chain of directories up to its end, or to where it runs in a circle. Smaller copies and masks are
// no pages, unless there is nothing else.
func (t *tiffFile) walk() ([]int64, error) {
	const smaller, mask = 1, 4
	var all, pages []int64
	seen := map[int64]bool{0: true}
	for offset := t.first; !seen[offset] && len(all) < maxFrames; {
		seen[offset] = true
		start, n, err := t.entries(offset)
		if err != nil {
			if len(all) == 0 {
				return nil, err
			}
			// A page that is announced and cannot be found is missed when it is asked for.
			all, pages = append(all, offset), append(pages, offset)
			break
		}
		all = append(all, offset)
		if t.subfile(start)&(smaller|mask) == 0 {
			pages = append(pages, offset)
		}
		offset = t.following(start, n)
	}
	switch {
	case len(all) == 0:
		return nil, corrupt("it holds no page")
	case len(pages) == 0:
		return all, nil
	}
	return pages, nil
}

// subfile reads what kind of picture a directory is for. The tag is the lowest of all and therefore the first.
func (t *tiffFile) subfile(start int64) uint32 {
	_, item, size := t.shape()
	b := t.at(start, item)
	if b == nil || t.order.Uint16(b) != tagSubfile {
		return 0
	}
	return t.order.Uint32(b[item-size:])
}

// tiffPage is the layout of one picture: a grid of strips or tiles, each packed by itself.
type tiffPage struct {
	*directory
	size           [2]int
	chunk          [2]int // size of a strip or tile
	grid           [2]int
	offsets, bytes []int64
	compression    int
	photometric    int
	bits           int
	samples        int
	planes         int // each chunk has as many parts
	predictor      int
	alpha          int // 0 none, 1 multiplied into the colours already, 2 not
	reversed       bool
}

func (t *tiffFile) frame(offset int64) (*frame, error) {
	d, err := t.directory(offset)
	if err != nil {
		return nil, err
	}
	whole := func(tag uint16, otherwise int64) int { return int(min(d.number(tag, otherwise), math.MaxInt32)) }
	p := &tiffPage{
		directory: d, size: [2]int{whole(tagWidth, 0), whole(tagHeight, 0)},
		compression: whole(tagCompression, 1), photometric: whole(tagPhotometric, 0), samples: whole(tagSamples, 1),
		predictor: whole(tagPredictor, 1), reversed: whole(tagFillOrder, 1) == 2, planes: 1,
	}
	if err := checkSize(p.size[0], p.size[1]); err != nil {
		return nil, err
	}
	if err := p.layout(whole); err != nil {
		return nil, err
	}
	f := &frame{size: p.size, said: d.resolution(), decode: p.decode}
	f.orientation = orientation(d.number(tagOrientation, 1))
	return f, nil
}

// layout reads how samples and chunks are arranged.
func (p *tiffPage) layout(whole func(uint16, int64) int) error {
	const maxSamples, maxChunks = 64, 1 << 20
	bits := p.list(tagBits, maxSamples)
	p.bits = 1
	for i, b := range bits {
		if p.bits = int(bits[0]); b != bits[0] && i < p.samples {
			return unsupported("TIFF files with samples of different depths are not supported")
		}
	}
	const float = 3
	if p.samples < 1 || p.samples > maxSamples || p.bits < 1 || p.bits > 16 && p.bits != 32 || whole(tagFormat, 1) == float {
		return unsupported("TIFF files with %d samples of %d bits are not supported", p.samples, p.bits)
	}
	if fax := p.compression >= tiffFaxPlain && p.compression <= tiffFax4; fax && p.bits*p.samples != 1 {
		return corrupt("fax data has one bit a pixel, not %d", p.bits*p.samples)
	}
	if extra := p.list(tagExtra, 1); len(extra) > 0 && (extra[0] == 1 || extra[0] == 2) {
		p.alpha = int(extra[0])
	}
	if whole(tagPlanar, 1) == 2 {
		p.planes = p.samples
	}
	places, lengths := uint16(tagStrips), uint16(tagStripBytes)
	p.chunk = [2]int{p.size[0], whole(tagRowsPerStrip, math.MaxInt32)}
	if p.chunk[1] < 1 || p.chunk[1] > p.size[1] {
		p.chunk[1] = p.size[1]
	}
	if _, tiled := p.tags[tagTileWidth]; tiled {
		places, lengths = tagTiles, tagTileBytes
		p.chunk = [2]int{whole(tagTileWidth, 0), whole(tagTileHeight, 0)}
		if c := p.chunk; min(c[0], c[1]) < 1 || max(c[0], c[1]) > 2*engine.MaxAxis || c[0]*c[1] > 2*engine.MaxPixels {
			return corrupt("its tiles have no sensible size")
		}
		if _, other := p.tags[tagTiles]; !other {
			places, lengths = tagStrips, tagStripBytes
		}
	}
	for i := range 2 {
		p.grid[i] = (p.size[i] + p.chunk[i] - 1) / p.chunk[i]
	}
	n := int64(p.grid[0] * p.grid[1] * p.planes)
	if n > maxChunks {
		return unsupported("TIFF files in %d pieces are not supported", n)
	}
	p.offsets, p.bytes = p.list(places, n), p.list(lengths, n)
	if _, old := p.tags[tagJPEGStart]; len(p.offsets) == 0 && !(old && p.compression == tiffOldJPEG) {
		return corrupt("it does not say where its pixels are")
	}
	return nil
}
