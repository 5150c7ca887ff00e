package stroke

import "github.com/octavo-dev/octavo/internal/engine"

// leastGap, in inches, is what parts two lines to write on; pieces of one broken by noise are nearer to each other.
const leastGap = 0.07

// Parted cuts level strokes where there is no ink for longer than a stroke is broken by noise: what is one line to those
// who look for a table may be several to write on.
func (k *Ink) Parted(level []Stroke) []Stroke {
	if k.dpi == 0 {
		return level
	}
	scale := float32(k.dpi / 72)
	least := int(leastGap * k.dpi)
	var out []Stroke
	for _, s := range level {
		x0, x1 := int(s.From.X*scale), int(s.To.X*scale)
		place := func(x int) engine.Point {
			return engine.Point{X: (float32(x) + 0.5) / scale, Y: s.at(float32(x) / scale)}
		}
		from, last := -1, -1
		for x := max(x0, 0); x <= min(x1, k.width-1); x++ {
			if !k.crossed(x, int(s.at(float32(x)/scale)*scale), int(s.Width*scale/2)+1) {
				continue
			}
			if from >= 0 && x-last > least {
				out = append(out, Stroke{From: place(from), To: place(last), Width: s.Width})
				from = x
			}
			if from < 0 {
				from = x
			}
			last = x
		}
		if from >= 0 {
			out = append(out, Stroke{From: place(from), To: place(last), Width: s.Width})
		}
	}
	return out
}

// at is the height of a level stroke at a place.
func (s *Stroke) at(x float32) float32 {
	if s.To.X <= s.From.X {
		return s.From.Y
	}
	return s.From.Y + (s.To.Y-s.From.Y)*(x-s.From.X)/(s.To.X-s.From.X)
}

// crossed reports whether there is ink in a column within a distance of a height.
func (k *Ink) crossed(x, y, by int) bool {
	for dy := -by; dy <= by; dy++ {
		if k.at(x, y+dy) {
			return true
		}
	}
	return false
}
