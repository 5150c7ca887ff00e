package page

import (
	"maps"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// state is what text is shown with at one point of a content stream.
type state struct {
	to     matrix // of the page
	font   *letters
	size   float64
	letter float64 // more between letters
	word   float64 // more between words
	wide   float64 // of letters, 1 as they are
	lead   float64
	rise   float64
	text   matrix
	line   matrix
}

// eraser rewrites content streams without the letters that stand in some boxes.
type eraser struct {
	update *cos.Update
	fonts  *typeface.Case
	boxes  []Rect
	texts  []string // that what is said of text must not hold
	known  map[cos.Ref]*letters
	left   int // steps that may still be taken
	shown  int // forms that were looked into
	erased int
	said   int // of what was said of text, changed
}

// Bounds of the content of one page.
const (
	mostSteps = 4_000_000
	mostShown = 4096 // forms
	mostForms = 12   // inside of each other
)

// stream is one content stream without those letters, and what becomes of its forms: those that had to be copied by their
// new names, and nil for those that nothing shows any longer. Whole is false where something in it cannot be read.
func (e *eraser) stream(data []byte, resources cos.Dict, start state, depth int) (out []byte, forms cos.Dict, whole bool) {
	s := start
	var kept []state
	forms, whole = cos.Dict{}, true
	shown := map[cos.Name]bool{}
	copied := 0
	replace := func(o cos.Operation, with []byte) {
		out = append(append(append(out, data[copied:o.From]...), with...), '\n')
		copied = o.To
	}
	cos.Operations(data, func(o cos.Operation) {
		if e.left--; e.left < 0 {
			whole = false
			return
		}
		switch o.Operator {
		case "q":
			if len(kept) < 1<<12 {
				kept = append(kept, s)
			}
		case "Q":
			if n := len(kept); n > 0 {
				s, kept = kept[n-1], kept[:n-1]
			}
		case "cm":
			if m, ok := matrixOf(o.Operands); ok {
				s.to = m.times(s.to)
			}
		case "Do":
			name, _ := last(o.Operands).(cos.Name)
			switch changed, ok := e.form(name, resources, s, depth); {
			case !ok:
				whole = false
			case changed == nil:
				shown[name] = true
			default:
				fresh := cos.Name(string(name) + "-" + string(cos.Append(nil, changed.Number)))
				forms[fresh], forms[name] = *changed, nil
				replace(o, append(cos.Append(nil, fresh), " Do"...))
			}
		case "Tj", "TJ", "'", "\"":
			if with, ok := e.show(&s, o); ok {
				replace(o, with)
			}
		case "BDC", "DP":
			if with, ok := e.marked(o); ok {
				e.said++
				replace(o, with)
			}
		default:
			s.take(e, o, resources)
		}
	})
	maps.DeleteFunc(forms, func(name cos.Name, v any) bool { return v == nil && shown[name] })
	return append(out, data[copied:]...), forms, whole
}

// form is the copy of a form without letters, nil where it had none in the boxes.
func (e *eraser) form(name cos.Name, resources cos.Dict, s state, depth int) (*cos.Ref, bool) {
	f, ok := e.update.Value(e.update.Dict(resources["XObject"])[name]).(cos.Stream)
	if !ok || e.update.Value(f.Dict["Subtype"]) != cos.Name("Form") {
		return nil, true
	}
	if e.shown++; depth >= mostForms || e.shown > mostShown {
		return nil, false
	}
	data, ok := e.update.Data(f)
	if !ok {
		return nil, false
	}
	if m := Numbers(e.update, f.Dict["Matrix"], 6); m != nil {
		s.to = matrix(m).times(s.to)
	}
	own := e.update.Dict(f.Dict["Resources"])
	if own == nil {
		own = resources
	}
	before := e.erased + e.said
	out, forms, whole := e.stream(data, own, s, depth+1)
	if !whole || e.erased+e.said == before {
		return nil, whole
	}
	dict := maps.Clone(f.Dict)
	delete(dict, "Filter")
	delete(dict, "DecodeParms")
	dict["Resources"] = with(e.update, own, cos.Dict{"XObject": forms})
	ref := e.update.Add(cos.Stream{Dict: dict, Data: out})
	return &ref, true
}

// take follows an operator that changes how text is shown.
func (s *state) take(e *eraser, o cos.Operation, resources cos.Dict) {
	n := func(i int) float64 {
		if i < len(o.Operands) {
			v, _ := o.Operands[i].(float64)
			return v
		}
		return 0
	}
	switch o.Operator {
	case "BT":
		s.text, s.line = identity, identity
	case "Tf":
		name, _ := first(o.Operands).(cos.Name)
		s.font, s.size = e.font(e.update.Dict(resources["Font"])[name]), n(1)
	case "gs":
		name, _ := first(o.Operands).(cos.Name)
		if set := e.update.Array(e.update.Dict(e.update.Dict(resources["ExtGState"])[name])["Font"]); len(set) == 2 {
			s.font, s.size = e.font(set[0]), e.update.Number(set[1])
		}
	case "Tc":
		s.letter = n(0)
	case "Tw":
		s.word = n(0)
	case "Tz":
		s.wide = n(0) / 100
	case "TL":
		s.lead = n(0)
	case "Ts":
		s.rise = n(0)
	case "Tm":
		if m, ok := matrixOf(o.Operands); ok {
			s.text, s.line = m, m
		}
	case "Td":
		s.move(n(0), n(1))
	case "TD":
		s.lead = -n(1)
		s.move(n(0), n(1))
	case "T*":
		s.move(0, -s.lead)
	}
}

func (s *state) move(x, y float64) {
	s.line = matrix{1, 0, 0, 1, x, y}.times(s.line)
	s.text = s.line
}

func (e *eraser) font(v any) *letters {
	ref, isRef := v.(cos.Ref)
	if l, known := e.known[ref]; isRef && known {
		return l
	}
	dict := e.update.Dict(v)
	if dict == nil {
		return nil
	}
	l := font(e.update, e.fonts, dict)
	if isRef {
		e.known[ref] = l
	}
	return l
}

func first(all []any) any {
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

func last(all []any) any {
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

func matrixOf(operands []any) (m matrix, ok bool) {
	if len(operands) < 6 {
		return m, false
	}
	for i := range m {
		if m[i], ok = operands[i].(float64); !ok {
			return m, false
		}
	}
	return m, true
}
