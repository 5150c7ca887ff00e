package picture

import (
	"bytes"
	"image"
	"image/draw"
	"io"
)

// decodeJPEG reads a page whose chunks are JPEG pictures.
func (p *tiffPage) decodeJPEG() (*bitmap, error) {
	if p.planes != 1 {
		return nil, unsupported("TIFF files with JPEG data in separate planes are not supported")
	}
	grey := p.photometric == tiffWhiteIsZero || p.photometric == tiffBlackIsZero
	b := newBitmap(p.size[0], p.size[1], grey)
	if start := p.number(tagJPEGStart, 0); p.compression == tiffOldJPEG {
		// The old way is told in many contradictory forms; the one that is read is a whole JPEG file inside.
		if start <= 0 || start >= p.file.size {
			return nil, unsupported("TIFF files with JPEG data of the old kind are not supported")
		}
		p.chunk, p.grid = p.size, [2]int{1, 1}
		inside := source{p.file.from(start), p.file.size - start}
		return b, p.each(b, func(_, _, _ int) (int, error) { return p.blit(b, inside, 0, 0) })
	}
	const maxTables = 1 << 16
	tables := bytes.TrimSuffix(p.raw(tagJPEGTables, maxTables), []byte{0xFF, jpegEnd})
	return b, p.each(b, func(i, x, y int) (int, error) {
		s, err := p.section(i)
		if err != nil {
			return 0, err
		}
		if len(tables) > 2 {
			s = joined(tables, source{s.from(2), s.size - 2})
		}
		return p.blit(b, s, x, y)
	})
}

// joined is two stretches of bytes as one.
func joined(head []byte, tail source) source {
	return source{joinedReader{head, tail}, int64(len(head)) + max(tail.size, 0)}
}

type joinedReader struct {
	head []byte
	tail source
}

func (j joinedReader) ReadAt(p []byte, at int64) (int, error) {
	n := 0
	if at < int64(len(j.head)) {
		n = copy(p, j.head[at:])
	}
	if n == len(p) {
		return n, nil
	}
	if j.tail.size <= 0 {
		return n, io.EOF
	}
	more, err := j.tail.ReadAt(p[n:], at+int64(n)-int64(len(j.head)))
	return n + more, err
}

// blit decodes one JPEG picture to its place. It may be no larger than its chunk, up to whole blocks.
func (p *tiffPage) blit(b *bitmap, s source, x, y int) (int, error) {
	h, err := scanJPEG(s)
	if err != nil {
		return 0, err
	}
	const block = 16
	if h.size[0] > p.chunk[0]+block || h.size[1] > p.chunk[1]+block {
		return 0, corrupt("a part of the picture is larger than it should be")
	}
	img, err := h.decode(s, p.photometric == tiffRGB || p.photometric == tiffCMYK)
	if err != nil {
		return 0, err
	}
	height := min(h.size[1], p.chunk[1], b.height-y)
	to := image.Rect(x, y, min(x+h.size[0], x+p.chunk[0], b.width), y+height)
	if b.grey {
		sheet := &image.Gray{Pix: b.pix, Stride: b.width, Rect: image.Rect(0, 0, b.width, b.height)}
		draw.Draw(sheet, to, img, image.Point{}, draw.Src)
		if p.photometric == tiffWhiteIsZero {
			for row := to.Min.Y; row < to.Max.Y; row++ {
				for i := range b.row(row)[to.Min.X:to.Max.X] {
					b.pix[row*b.width+to.Min.X+i] ^= 255
				}
			}
		}
		return height, nil
	}
	sheet := &image.RGBA{Pix: b.pix, Stride: 4 * b.width, Rect: image.Rect(0, 0, b.width, b.height)}
	draw.Draw(sheet, to, img, image.Point{}, draw.Src)
	return height, nil
}
