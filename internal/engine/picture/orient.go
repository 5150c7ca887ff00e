package picture

// orientation is how a picture must be turned to stand upright, as EXIF counts it: 1 stands as stored, 2–4 are
// mirrored or turned by 180°, 5–8 lie on their side. Anything else means 1.
type orientation int

func (o orientation) swaps() bool { return o >= 5 && o <= 8 }

// turn is the part of it that is a rotation, in degrees clockwise.
func (o orientation) turn() int {
	switch o {
	case 3, 4:
		return 180
	case 5, 8:
		return 270
	case 6, 7:
		return 90
	}
	return 0
}

// upright gives the picture as it is meant to be seen. It may reuse the pixels of b.
func (o orientation) upright(b *bitmap) *bitmap {
	if o < 2 || o > 8 {
		return b
	}
	w, h := b.width, b.height
	out := &bitmap{width: w, height: h, grey: b.grey, damage: b.damage, pix: make([]byte, len(b.pix))}
	if o.swaps() {
		out.width, out.height = h, w
	}
	// A step along a stored row or column is the same distance everywhere in the upright picture.
	origin, right, down := o.steps(w, h)
	if b.grey {
		for y := range h {
			to := origin + y*down
			for _, v := range b.pix[y*w : y*w+w] {
				out.pix[to] = v
				to += right
			}
		}
		return out
	}
	for y := range h {
		to := 4 * (origin + y*down)
		row := b.pix[4*y*w : 4*(y+1)*w]
		for x := 0; x < len(row); x += 4 {
			copy(out.pix[to:to+4], row[x:x+4])
			to += 4 * right
		}
	}
	return out
}

// steps tells where the first stored pixel goes, and how far the next in its row and in its column are from it.
func (o orientation) steps(w, h int) (origin, right, down int) {
	switch o {
	case 2:
		return w - 1, -1, w
	case 3:
		return w*h - 1, -1, -w
	case 4:
		return w * (h - 1), 1, -w
	case 5:
		return 0, h, 1
	case 6:
		return h - 1, h, -1
	case 7:
		return w*h - 1, -h, -1
	case 8:
		return h * (w - 1), -h, 1
	}
	return 0, 1, w
}
