package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
)

// bitmap is a decoded picture on white: one byte a pixel when grey, else R, G, B and 255.
type bitmap struct {
	pix           []byte
	width, height int
	grey          bool
	damage        string
}

// newBitmap is a white sheet. Its size must have passed checkSize.
func newBitmap(width, height int, grey bool) *bitmap {
	b := &bitmap{width: width, height: height, grey: grey}
	b.pix = make([]byte, width*height*b.bytes())
	white(b.pix)
	return b
}

func white(pix []byte) {
	for i := range pix {
		pix[i] = 255
	}
}

// bytes is the number of bytes of a pixel.
func (b *bitmap) bytes() int {
	if b.grey {
		return 1
	}
	return 4
}

func (b *bitmap) row(y int) []byte {
	n := b.width * b.bytes()
	return b.pix[y*n : (y+1)*n]
}

// keepRows says that only so many rows were read, and leaves the others white.
func (b *bitmap) keepRows(rows int) {
	rows = min(max(rows, 0), b.height)
	white(b.pix[rows*b.width*b.bytes():])
	b.damage = fmt.Sprintf("the image data is damaged: %d of %d rows could be read", rows, b.height)
}

// over lays a colour with straight alpha on white.
func over(v, alpha byte) byte {
	return byte((uint32(v)*uint32(alpha) + 255*uint32(255-alpha) + 127) / 255)
}

// putRGBA sets the pixel at the start of p.
func putRGBA(p []byte, r, g, b, a byte) {
	if a != 255 {
		r, g, b = over(r, a), over(g, a), over(b, a)
	}
	p[0], p[1], p[2], p[3] = r, g, b, 255
}

// putCMYK sets the pixel at the start of p; 255 is full ink.
func putCMYK(p []byte, c, m, y, k byte) {
	p[0], p[1], p[2] = color.CMYKToRGB(c, m, y, k)
	p[3] = 255
}

func luma(r, g, b byte) byte {
	return byte((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}

// fromImage lays a decoded picture on white. It takes the pixels over where their form allows.
func fromImage(img image.Image) *bitmap {
	r := img.Bounds()
	b := &bitmap{width: r.Dx(), height: r.Dy()}
	switch m := img.(type) {
	case *image.Gray:
		b.grey = true
		if m.Stride == b.width {
			b.pix = m.Pix[:b.width*b.height]
			return b
		}
		b = newBitmap(b.width, b.height, true)
		for y := range b.height {
			copy(b.row(y), m.Pix[y*m.Stride:])
		}
		return b
	case *image.Gray16:
		b = newBitmap(b.width, b.height, true)
		for y := range b.height {
			for x, row := 0, b.row(y); x < b.width; x++ {
				row[x] = m.Pix[y*m.Stride+2*x]
			}
		}
		return b
	case *image.NRGBA:
		if m.Stride == 4*b.width {
			b.pix = m.Pix[:4*b.width*b.height]
			for i := 0; i < len(b.pix); i += 4 {
				if a := b.pix[i+3]; a != 255 {
					putRGBA(b.pix[i:i+4], b.pix[i], b.pix[i+1], b.pix[i+2], a)
				}
			}
			return b
		}
	case *image.RGBA:
		if m.Stride == 4*b.width && m.Opaque() {
			b.pix = m.Pix[:4*b.width*b.height]
			return b
		}
	case *image.Paletted:
		return fromPaletted(m)
	}
	b = newBitmap(b.width, b.height, false)
	sheet := &image.RGBA{Pix: b.pix, Stride: 4 * b.width, Rect: image.Rect(0, 0, b.width, b.height)}
	draw.Draw(sheet, sheet.Rect, img, r.Min, draw.Over)
	return b
}

func fromPaletted(m *image.Paletted) *bitmap {
	var p palette
	for i := range min(len(m.Palette), 256) {
		c := color.NRGBAModel.Convert(m.Palette[i]).(color.NRGBA)
		putRGBA(p[i][:], c.R, c.G, c.B, c.A)
	}
	grey := p.grey(len(m.Palette))
	b := newBitmap(m.Rect.Dx(), m.Rect.Dy(), grey)
	for y := range b.height {
		p.put(b, y, m.Pix[y*m.Stride:y*m.Stride+b.width])
	}
	return b
}

// palette is up to 256 colours, laid on white.
type palette [256][4]byte

// grey tells whether none of its first n colours has a hue.
func (p *palette) grey(n int) bool {
	for _, c := range p[:min(n, 256)] {
		if c[0] != c[1] || c[1] != c[2] {
			return false
		}
	}
	return true
}

// put writes a row of indexes.
func (p *palette) put(b *bitmap, y int, indexes []byte) {
	row := b.row(y)
	for x, i := range indexes[:min(len(indexes), b.width)] {
		if b.grey {
			row[x] = p[i][0]
		} else {
			*(*[4]byte)(row[4*x:]) = p[i]
		}
	}
}
