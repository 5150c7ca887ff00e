package pixel

import "math"

// Plane is an affine change of places: x' = A·x + B·y + C, y' = D·x + E·y + F.
type Plane struct{ A, B, C, D, E, F float64 }

// Still changes nothing.
var Still = Plane{A: 1, E: 1}

// Of gives the new place of a point.
func (p Plane) Of(x, y float64) (float64, float64) { return p.A*x + p.B*y + p.C, p.D*x + p.E*y + p.F }

// After gives the change that makes first q, then p.
func (p Plane) After(q Plane) Plane {
	return Plane{
		p.A*q.A + p.B*q.D, p.A*q.B + p.B*q.E, p.A*q.C + p.B*q.F + p.C,
		p.D*q.A + p.E*q.D, p.D*q.B + p.E*q.E, p.D*q.C + p.E*q.F + p.F,
	}
}

// Back gives the change that undoes p.
func (p Plane) Back() Plane {
	det := p.A*p.E - p.B*p.D
	q := Plane{A: p.E / det, B: -p.B / det, D: -p.D / det, E: p.A / det}
	q.C, q.F = -(q.A*p.C + q.B*p.F), -(q.D*p.C + q.E*p.F)
	return q
}

// Rect moves a rectangle; the change must keep angles.
func (p Plane) Rect(r Rect) Rect {
	scale := math.Hypot(p.A, p.D)
	x, y := p.Of(r.X, r.Y)
	return Rect{X: x, Y: y, Width: r.Width * scale, Height: r.Height * scale, Angle: r.Angle + math.Atan2(p.D, p.A)}
}

// Upright turns the image clockwise by 0, 90, 180 or 270 degrees and then back by a small skew (radians clockwise). It
// also gives the places of the image's pixels in the result.
func (m Image) Upright(turn int, skew float64) (Image, Plane) {
	w, h := float64(m.Width), float64(m.Height)
	place := Still
	switch turn {
	case 90:
		place = Plane{B: -1, C: h, D: 1}
	case 180:
		place = Plane{A: -1, C: w, E: -1, F: h}
	case 270:
		place = Plane{B: 1, D: -1, F: w}
	}
	turned := m.Turn(turn)
	if skew == 0 || m.Empty() {
		return turned, place
	}
	w, h = float64(turned.Width), float64(turned.Height)
	sin, cos := math.Sincos(-skew)
	width, height := math.Ceil(w*cos+h*math.Abs(sin)), math.Ceil(w*math.Abs(sin)+h*cos)
	back := Plane{A: cos, B: -sin, D: sin, E: cos}
	back.C = width/2 - (back.A*w/2 + back.B*h/2)
	back.F = height/2 - (back.D*w/2 + back.E*h/2)
	return turned.warp(int(width), int(height), back.Back()), back.After(place)
}

// Crop gives what stands in a rectangle, upright and in the given size.
func (m Image) Crop(r Rect, width, height int) Image {
	if m.Empty() || width <= 0 || height <= 0 {
		return Image{Grey: m.Grey}
	}
	// More than twice too large, the picture is averaged first: reading every other pixel would break strokes.
	steps := 1
	for r.Height/float64(height*steps) > 1.5 || r.Width/float64(width*steps) > 1.5 {
		steps++
	}
	sin, cos := math.Sincos(r.Angle)
	u, v := r.Width/float64(width*steps), r.Height/float64(height*steps)
	from := Plane{A: u * cos, B: -v * sin, D: u * sin, E: v * cos}
	w, h := float64(width*steps)/2, float64(height*steps)/2
	from.C = r.X - (from.A*w + from.B*h)
	from.F = r.Y - (from.D*w + from.E*h)
	return m.warp(width*steps, height*steps, from).Scale(width, height)
}

// warp fills an image from the places its pixels come from, linear between four pixels. What lies outside is taken from
// the nearest edge.
func (m Image) warp(width, height int, from Plane) Image {
	out := blank(width, height, m.Grey)
	n := m.Channels()
	maxX, maxY := float64(m.Width-1), float64(m.Height-1)
	for y := range height {
		sx, sy := from.Of(0.5, float64(y)+0.5)
		for x := range width {
			px := min(max(sx+from.A*float64(x)-0.5, 0), maxX)
			py := min(max(sy+from.D*float64(x)-0.5, 0), maxY)
			ix, iy := int(px), int(py)
			fx, fy := int((px-float64(ix))*256), int((py-float64(iy))*256)
			jx, jy := min(ix+1, m.Width-1), min(iy+1, m.Height-1)
			a, b := (iy*m.Width+ix)*n, (iy*m.Width+jx)*n
			c, d := (jy*m.Width+ix)*n, (jy*m.Width+jx)*n
			target := (y*width + x) * n
			for k := range min(n, 3) {
				top := int(m.Pix[a+k])*(256-fx) + int(m.Pix[b+k])*fx
				low := int(m.Pix[c+k])*(256-fx) + int(m.Pix[d+k])*fx
				out.Pix[target+k] = byte((top*(256-fy) + low*fy + 1<<15) >> 16)
			}
		}
	}
	return out
}
