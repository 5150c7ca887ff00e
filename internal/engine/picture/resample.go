package picture

import "math"

// taps are the weights of the source pixels, from first on, that make one target pixel. They sum to 1.
type taps struct {
	first   int
	weights []float32
}

// resample gives b another size: every target pixel is the mean of the area it covers, or lies on a Catmull-Rom curve
// where the picture grows. Only the rows that one target row needs are held, since the picture may be 200 MB.
func resample(b *bitmap, width, height int) *bitmap {
	if width == b.width && height == b.height {
		return b
	}
	across, along := weigh(b.width, width), weigh(b.height, height)
	channels := b.bytes()
	out := &bitmap{width: width, height: height, grey: b.grey, pix: make([]byte, width*height*channels)}
	deepest := 0
	for _, t := range along {
		deepest = max(deepest, len(t.weights))
	}
	ring := make([][]float32, deepest)
	for i := range ring {
		ring[i] = make([]float32, width*channels)
	}
	sum, next := make([]float32, width*channels), 0
	for y, t := range along {
		clear(sum)
		for i, weight := range t.weights {
			line := ring[(t.first+i)%deepest]
			if t.first+i >= next {
				across1(b.row(t.first+i), line, across, channels)
				next = t.first + i + 1
			}
			for x, v := range line {
				sum[x] += weight * v
			}
		}
		for x, row := 0, out.row(y); x < len(row); x++ {
			row[x] = byte(min(max(sum[x]+0.5, 0), 255))
		}
	}
	return out
}

// across1 resamples one row.
func across1(row []byte, line []float32, across []taps, channels int) {
	if channels == 1 {
		for x, t := range across {
			var v float32
			for i, weight := range t.weights {
				v += weight * float32(row[t.first+i])
			}
			line[x] = v
		}
		return
	}
	for x, t := range across {
		var r, g, b float32
		for i, weight := range t.weights {
			p := row[4*(t.first+i) : 4*(t.first+i)+4]
			r += weight * float32(p[0])
			g += weight * float32(p[1])
			b += weight * float32(p[2])
		}
		line[4*x], line[4*x+1], line[4*x+2], line[4*x+3] = r, g, b, 255
	}
}

// weigh finds the taps of every target pixel along one axis.
func weigh(from, to int) []taps {
	out := make([]taps, to)
	scale := float64(from) / float64(to)
	for i := range out {
		start, end := float64(i)*scale, float64(i+1)*scale
		weight := func(p int) float64 { return min(end, float64(p+1)) - max(start, float64(p)) }
		first, last := int(start), int(math.Ceil(end))-1
		if scale < 1 {
			middle := (start+end)/2 - 0.5
			first, last = int(math.Floor(middle))-1, int(math.Floor(middle))+2
			weight = func(p int) float64 { return catmullRom(math.Abs(float64(p) - middle)) }
		}
		out[i] = gather(first, last, from, weight)
	}
	return out
}

// gather weighs the pixels first to last; those beyond an edge count as the pixel at the edge.
func gather(first, last, size int, weight func(int) float64) taps {
	low, high := min(max(first, 0), size-1), min(max(last, 0), size-1)
	t := taps{first: low, weights: make([]float32, high-low+1)}
	var sum float64
	for p := first; p <= last; p++ {
		w := weight(p)
		t.weights[min(max(p, low), high)-low] += float32(w)
		sum += w
	}
	for i := range t.weights {
		t.weights[i] /= float32(sum)
	}
	return t
}

func catmullRom(d float64) float64 {
	switch {
	case d < 1:
		return (1.5*d-2.5)*d*d + 1
	case d < 2:
		return ((-0.5*d+2.5)*d-4)*d + 2
	}
	return 0
}
