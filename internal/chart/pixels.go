package chart

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// picture is the pixels of a figure, each with the number of its colour.
type picture struct {
	width, height int
	colour        []uint8 // 0 is the ground; see unsure
	palette       []engine.Color
	origin        point
	scale         float64 // points of a pixel
	em            float64 // in pixels
}

// unsure marks pixels between two colours, as smooth edges have, and those under words.
const unsure = 255

// addPixels tells what the pixels inside a figure are; it reports whether there is anything.
func (s *scene) addPixels(p *engine.Page, r *engine.Raster) bool {
	pic := s.crop(p, r)
	if pic == nil {
		return false
	}
	s.grain, s.traced = 0.7*pic.scale, true
	s.addLong(pic)
	for i := range pic.palette {
		s.addColour(pic, uint8(i+1))
	}
	s.addDisc(pic)
	s.pic = pic
	return true
}

// crop cuts the figure out of the page and gives its pixels numbers of colours.
func (s *scene) crop(p *engine.Page, r *engine.Raster) *picture {
	if r.Width <= 0 || r.Height <= 0 || p.Width <= 0 || p.Height <= 0 || r.Grey && len(r.Pixels) < r.Width*r.Height || !r.Grey && len(r.Pixels) < 4*r.Width*r.Height {
		return nil
	}
	scale := float64(p.Width) / float64(r.Width)
	x0, y0 := max(int(s.box.x0/scale), 0), max(int(s.box.y0/scale), 0)
	x1, y1 := min(int(math.Ceil(s.box.x1/scale)), r.Width), min(int(math.Ceil(s.box.y1/scale)), r.Height)
	if x1-x0 < 20 || y1-y0 < 20 {
		return nil
	}
	pic := &picture{width: x1 - x0, height: y1 - y0, scale: scale, em: s.em / scale, origin: point{float64(x0) * scale, float64(y0) * scale}}
	rgb := make([]engine.Color, pic.width*pic.height)
	for y := range pic.height {
		for x := range pic.width {
			rgb[y*pic.width+x] = pixel(r, x0+x, y0+y)
		}
	}
	s.maskWords(pic, rgb)
	s.unread = pic.unreadWords(rgb)
	pic.sort(rgb)
	return pic
}

func pixel(r *engine.Raster, x, y int) engine.Color {
	i := y*r.Width + x
	if r.Grey {
		v := engine.Color(r.Pixels[i])
		return v<<24 | v<<16 | v<<8 | 0xFF
	}
	q := r.Pixels[4*i : 4*i+3]
	return engine.Color(q[0])<<24 | engine.Color(q[1])<<16 | engine.Color(q[2])<<8 | 0xFF
}

// maskWords makes words white, which are known already.
func (s *scene) maskWords(pic *picture, rgb []engine.Color) {
	for i := range s.labels {
		b := pic.pixels(s.labels[i].box)
		for y := max(b[1], 0); y < min(b[3], pic.height); y++ {
			for x := max(b[0], 0); x < min(b[2], pic.width); x++ {
				if dark(rgb[y*pic.width+x]) {
					rgb[y*pic.width+x] = 0xFFFFFFFF
				}
			}
		}
	}
}

// dark reports what words are written in on a white ground.
func dark(c engine.Color) bool {
	r, g, b := rgb(c)
	return max(r, g, b)-min(r, g, b) < 40
}

// pixels is a box in whole pixels, rounded outwards.
func (pic *picture) pixels(b box) [4]int {
	at := func(v, from float64, up bool) int {
		v = (v - from) / pic.scale
		if up {
			return int(math.Ceil(v))
		}
		return int(math.Floor(v))
	}
	return [4]int{at(b.x0, pic.origin.x, false), at(b.y0, pic.origin.y, false), at(b.x1, pic.origin.x, true), at(b.y1, pic.origin.y, true)}
}

// box is the place of pixels on the page; the ends are exclusive.
func (pic *picture) box(x0, y0, x1, y1 int) box {
	return box{
		pic.origin.x + float64(x0)*pic.scale, pic.origin.y + float64(y0)*pic.scale,
		pic.origin.x + float64(x1)*pic.scale, pic.origin.y + float64(y1)*pic.scale,
	}
}
