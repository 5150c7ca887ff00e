package pixel

import "math"

// tap is one source row or column and its share in a target row or column.
type tap struct {
	at     int
	weight float32
}

// taps spread a triangle over the source pixels that one target pixel stands for, so that shrinking does not lose thin
// strokes and growing is linear.
func taps(from, to int) [][]tap {
	ratio := float64(from) / float64(to)
	reach := max(ratio, 1)
	out := make([][]tap, to)
	for i := range out {
		middle := (float64(i)+0.5)*ratio - 0.5
		sum := 0.0
		first, last := int(math.Ceil(middle-reach)), int(math.Floor(middle+reach))
		for at := first; at <= last; at++ {
			weight := 1 - math.Abs(float64(at)-middle)/reach
			if weight <= 0 {
				continue
			}
			out[i] = append(out[i], tap{min(max(at, 0), from-1), float32(weight)})
			sum += weight
		}
		for k := range out[i] {
			out[i][k].weight /= float32(sum)
		}
	}
	return out
}

// Scale gives the image in another size.
func (m Image) Scale(width, height int) Image {
	if m.Empty() || width <= 0 || height <= 0 {
		return Image{Grey: m.Grey}
	}
	if width == m.Width && height == m.Height {
		return m
	}
	n := m.Channels()
	across, down := taps(m.Width, width), taps(m.Height, height)
	rows := make([][]float32, m.Height) // scaled across, made when first needed
	out := blank(width, height, m.Grey)
	line := make([]float32, width*n)
	done := 0
	for y := range height {
		clear(line)
		for _, t := range down[y] {
			if rows[t.at] == nil {
				rows[t.at] = m.row(t.at, across)
			}
			for i, v := range rows[t.at] {
				line[i] += v * t.weight
			}
		}
		for ; done < down[y][0].at; done++ {
			rows[done] = nil
		}
		target := out.Pix[y*width*n:][:width*n]
		for i, v := range line {
			target[i] = byte(v + 0.5)
		}
	}
	return out
}

func (m Image) row(y int, across [][]tap) []float32 {
	n := m.Channels()
	source := m.Pix[y*m.Width*n:][:m.Width*n]
	out := make([]float32, len(across)*n)
	for x, ts := range across {
		if n == 1 {
			var v float32
			for _, t := range ts {
				v += float32(source[t.at]) * t.weight
			}
			out[x] = v
			continue
		}
		var r, g, b float32
		for _, t := range ts {
			p := source[4*t.at : 4*t.at+3 : 4*t.at+3]
			r += float32(p[0]) * t.weight
			g += float32(p[1]) * t.weight
			b += float32(p[2]) * t.weight
		}
		out[4*x], out[4*x+1], out[4*x+2] = r, g, b
	}
	return out
}
