package pptx

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
)

// rect is a place on a slide, in the unit of the format.
type rect struct{ x, y, w, h float64 }

// frame turns places inside a group into places on the slide.
type frame struct{ x, y, scaleX, scaleY float64 }

var slideFrame = frame{scaleX: 1, scaleY: 1}

func (f frame) place(r rect) rect {
	return rect{f.x + r.x*f.scaleX, f.y + r.y*f.scaleY, r.w * f.scaleX, r.h * f.scaleY}
}

// inside is the frame of a group that lies at out and counts its own places from in.
func (f frame) inside(out, in rect) frame {
	out = f.place(out)
	g := frame{x: out.x, y: out.y, scaleX: f.scaleX, scaleY: f.scaleY}
	if in.w > 0 && in.h > 0 {
		g.scaleX, g.scaleY = out.w/in.w, out.h/in.h
	}
	g.x -= in.x * g.scaleX
	g.y -= in.y * g.scaleY
	return g
}

// readTransform reads the place of a shape, and for a group the place that it counts from.
func readTransform(r *markup.Reader) (out, in rect) {
	turned := quarterTurn(r.Attr("rot"))
	for child := range r.Children() {
		switch child {
		case "a:off":
			out.x, out.y = number(r.Attr("x")), number(r.Attr("y"))
		case "a:ext":
			out.w, out.h = number(r.Attr("cx")), number(r.Attr("cy"))
		case "a:chOff":
			in.x, in.y = number(r.Attr("x")), number(r.Attr("y"))
		case "a:chExt":
			in.w, in.h = number(r.Attr("cx")), number(r.Attr("cy"))
		}
	}
	if turned { // the file tells the place before the turn around its middle
		out.x, out.y, out.w, out.h = out.x+(out.w-out.h)/2, out.y+(out.h-out.w)/2, out.h, out.w
	}
	return out, in
}

// quarterTurn reports an angle, in sixty-thousandths of a degree, that is nearer to lying than to standing.
func quarterTurn(rot string) bool {
	degrees := int(number(rot)/60000) % 180
	if degrees < 0 {
		degrees += 180
	}
	return degrees > 45 && degrees < 135
}

// box is a place in parts of the slide, as far as it lies on it.
func (k *deck) box(r rect) doc.Box {
	left, top := clip(r.x/k.width), clip(r.y/k.height)
	return doc.Box{Left: left, Top: top, Width: clip((r.x+r.w)/k.width) - left, Height: clip((r.y+r.h)/k.height) - top}
}

func clip(v float64) float64 { return min(max(v, 0), 1) }
