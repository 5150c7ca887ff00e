package wasm

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of one page. Forms may call each other many times over, and a map may be drawn with millions of steps.
const (
	maxDepth     = 16
	maxObjects   = 1 << 20
	maxSegments  = 1 << 22
	maxClipSteps = 1 << 20
)

// textObject is where a text object stands in drawing order, and what it is cut to.
type textObject struct {
	order      int32
	annotation bool
	artifact   bool
	element    uint16
	clip       engine.Box
}

// walk goes through the objects of a page in drawing order.
type walk struct {
	*page
	tags      *structure
	order     int32
	segments  int
	clipSteps int
}

// surroundings are what the forms around an object do to it.
type surroundings struct {
	toDisplay  matrix
	clip       engine.Box
	depth      int
	annotation bool
	artifact   bool
	element    uint16
}

// readDrawing lists the tagged structure, paths and images, and notes where each text object stands in drawing order.
func (p *page) readDrawing() {
	w := &walk{page: p, tags: p.readStructure()}
	paper := engine.Box{X1: p.found.Width, Y1: p.found.Height}
	n := p.count("FPDFPage_CountObjects", p.handle)
	for i := range n {
		w.visit(p.call("FPDFPage_GetObject", p.handle, uint64(i)), surroundings{toDisplay: p.display, clip: paper, annotation: i >= p.own})
	}
}

func (w *walk) visit(object uint64, in surroundings) {
	if object == 0 {
		return
	}
	if w.order == maxObjects {
		w.found.Dropped++
		return
	}
	in.clip = w.clipOf(object, in)
	// What a form holds belongs where the form does: numbers inside it are of another series.
	if in.depth == 0 && !in.annotation {
		in.element = w.tags.holder(object)
	}
	in.artifact = in.artifact || in.element == 0 && w.tags.isArtifact(object)
	switch w.count("FPDFPageObj_GetType", object) {
	case textKind:
		w.objects[object] = textObject{w.order, in.annotation, in.artifact, in.element, in.clip}
	case pathKind:
		w.addPath(object, in)
	case imageKind:
		w.addImage(object, in)
	case formKind:
		w.descend(object, in)
		return
	}
	w.order++
}

func (w *walk) descend(form uint64, in surroundings) {
	n := w.count("FPDFFormObj_CountObjects", form)
	m, ok := w.matrixOf(form)
	if n <= 0 || !ok {
		return
	}
	if in.depth == maxDepth {
		w.found.Dropped += n
		return
	}
	in.toDisplay = m.then(in.toDisplay)
	in.depth++
	for i := range n {
		w.visit(w.call("FPDFFormObj_GetObject", form, uint64(i)), in)
	}
}

// clipOf is the box that the clip paths of an object leave, in display space.
func (w *walk) clipOf(object uint64, in surroundings) engine.Box {
	left := in.clip
	clip := w.call("FPDFPageObj_GetClipPath", object)
	if clip == 0 {
		return left
	}
	paths := w.count("FPDFClipPath_CountPaths", clip)
	for i := range max(paths, 0) {
		steps := w.count("FPDFClipPath_CountPathSegments", clip, uint64(i))
		if steps <= 0 {
			continue
		}
		if w.clipSteps += min(steps, maxClipSteps); w.clipSteps > maxClipSteps {
			return left
		}
		box := nothing
		for s := range steps {
			segment := w.call("FPDFClipPath_GetPathSegment", clip, uint64(i), uint64(s))
			if w.did("FPDFPathSegment_GetPoint", segment, w.out, w.out+4) {
				box = stretch(box, in.toDisplay.at(float64(w.outFloat(0)), float64(w.outFloat(1))))
			}
		}
		left = cut(left, box)
	}
	return left
}

func (w *walk) addPath(object uint64, in surroundings) {
	steps := w.count("FPDFPath_CountSegments", object)
	if !w.did("FPDFPath_GetDrawMode", object, w.out, w.out+4) {
		return
	}
	fill, stroke := w.outUint(0) != 0, w.outUint(1) != 0
	if !fill && !stroke || steps <= 0 {
		return
	}
	if w.segments+steps > maxSegments {
		w.found.Dropped++
		return
	}
	m, ok := w.matrixOf(object)
	if !ok {
		return
	}
	m = m.then(in.toDisplay)
	w.segments += steps
	path := engine.Path{Segments: make([]engine.Segment, steps), Object: w.order, Element: in.element, Annotation: in.annotation}
	path.Box = nothing
	for i := range path.Segments {
		path.Segments[i] = w.segment(w.call("FPDFPath_GetPathSegment", object, uint64(i)), m)
		path.Box = stretch(path.Box, path.Segments[i].To)
	}
	path.Visible = cut(path.Box, in.clip)
	if fill {
		path.Fill = w.color("FPDFPageObj_GetFillColor", object)
	}
	if stroke {
		path.Stroke = w.color("FPDFPageObj_GetStrokeColor", object)
		if w.did("FPDFPageObj_GetStrokeWidth", object, w.out) {
			growth := float32(math.Sqrt(math.Abs(float64(m.a*m.d - m.b*m.c))))
			path.Width = sound(float64(w.outFloat(0) * growth))
		}
	}
	w.found.Paths = append(w.found.Paths, path)
}

func (w *walk) segment(handle uint64, m matrix) engine.Segment {
	kinds := [...]engine.SegmentKind{engine.Line, engine.Curve, engine.Move}
	var s engine.Segment
	if kind := w.count("FPDFPathSegment_GetType", handle); kind >= 0 && kind < len(kinds) {
		s.Kind = kinds[kind]
	}
	var x, y float32
	if w.did("FPDFPathSegment_GetPoint", handle, w.out, w.out+4) {
		x, y = w.outFloat(0), w.outFloat(1)
	}
	s.To = m.at(float64(x), float64(y))
	s.Close = w.did("FPDFPathSegment_GetClose", handle)
	return s
}

func (w *walk) addImage(object uint64, in surroundings) {
	m, ok := w.matrixOf(object)
	if !ok {
		return
	}
	m = m.then(in.toDisplay)
	image := engine.Image{
		Box: m.place(0, 0, 1, 1), Angle: m.angle(), Object: w.order, Element: in.element, Annotation: in.annotation,
	}
	image.Visible = cut(image.Box, in.clip)
	if w.did("FPDFImageObj_GetImagePixelSize", object, w.out, w.out+4) {
		image.Width, image.Height = max(int32(w.outUint(0)), 0), max(int32(w.outUint(1)), 0)
	}
	across, down := m.scale()
	if across > 0 {
		image.DPIX = sound(72 * float64(image.Width) / across)
	}
	if down > 0 {
		image.DPIY = sound(72 * float64(image.Height) / down)
	}
	w.found.Images = append(w.found.Images, image)
}
