package block

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// longestComment is how much of a remark is kept, in bytes.
const longestComment = 1 << 15

// comments puts the remarks on a page behind the blocks they are about, answers behind what they answer.
func (s *sheet) comments(blocks []doc.Block) []doc.Block {
	if len(s.Seen.Annotations) == 0 {
		return blocks
	}
	behind := map[int][]doc.Block{}
	for _, t := range s.threads() {
		if b, ok := s.comment(t.at); ok {
			at := anchor(blocks, s.fraction(around(boxesOf(&s.Seen.Annotations[t.opening]))))
			behind[at] = append(behind[at], b)
		}
	}
	if len(behind) == 0 {
		return blocks
	}
	out := behind[-1]
	for i := range blocks {
		out = append(append(out, blocks[i]), behind[i]...)
	}
	return out
}

// answer is an annotation and the one that its thread begins with.
type answer struct{ at, opening int }

// threads orders the annotations so that answers, by their dates, follow what they answer.
func (s *sheet) threads() []answer {
	all := s.Seen.Annotations
	at := map[int]int{} // index of the annotation on its page -> in the list
	for i := range all {
		at[all[i].Index] = i
	}
	answers := map[int][]int{}
	var first []int
	for i := range all {
		if to, ok := at[all[i].ReplyTo]; ok && all[i].ReplyTo >= 0 {
			answers[to] = append(answers[to], i)
		} else {
			first = append(first, i)
		}
	}
	seen := make([]bool, len(all))
	var out []answer
	var follow func(i, opening int)
	follow = func(i, opening int) {
		if seen[i] {
			return
		}
		seen[i] = true
		out = append(out, answer{i, opening})
		slices.SortStableFunc(answers[i], func(a, b int) int { return cmp.Compare(written(&all[a]), written(&all[b])) })
		for _, k := range answers[i] {
			follow(k, opening)
		}
	}
	for _, i := range first {
		follow(i, i)
	}
	for i := range all { // those that answer each other in a circle
		follow(i, i)
	}
	return out
}

// comment is the block of annotation i, if it says anything.
func (s *sheet) comment(i int) (doc.Block, bool) {
	a := &s.Seen.Annotations[i]
	text := strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(a.Contents))
	if len(text) > longestComment {
		text = strings.ToValidUTF8(text[:longestComment], "")
	}
	b := doc.Block{
		Type: doc.Comment, Page: s.Seen.Number, Text: text, Author: strings.TrimSpace(a.Author), Time: written(a),
		Box: s.fraction(around(boxesOf(a))), Confidence: 1,
	}
	if len(s.linesOf(layout.Remark, i)) > 0 {
		b.Otherwise = doc.Text
		return b, true
	}
	switch {
	case a.Hidden || text == "" || a.State != "" || a.Kind == "Watermark" || a.Kind == "Popup":
		return b, false
	case a.Kind == "Caret" && len(a.Contents) <= longestInsertion:
		return b, false
	}
	return b, !s.repeats(a, text)
}

// repeats reports whether a remark says nothing but what the page shows there: the text that it marks, as some programs
// write it, or what was typed into a form.
func (s *sheet) repeats(a *engine.Annotation, text string) bool {
	var marked bool
	switch a.Kind {
	case "Highlight", "Underline", "Squiggly", "StrikeOut":
		marked = true
	case "FreeText":
	default:
		return false
	}
	return fold(s.under(boxesOf(a), marked)) == fold(text)
}

// under is the text in boxes: of the page itself, or what annotations draw.
func (s *sheet) under(boxes []engine.Box, own bool) string {
	var out strings.Builder
	for i := range s.Text.Lines {
		for _, w := range s.Text.Lines[i].Words {
			drawn := w.First >= 0 && int(w.First) < len(s.Seen.Chars) && s.Seen.Chars[w.First].Flags&engine.CharAnnotation != 0
			if own != drawn && slices.ContainsFunc(boxes, func(b engine.Box) bool { return inside(w.Box, b) }) {
				out.WriteString(w.Text)
			}
		}
	}
	return out.String()
}

// fold is a text without blanks and hyphens, in lower case.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\n-\u00ad", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

// written is when an annotation was made, as RFC 3339 has it where that can be read.
func written(a *engine.Annotation) string {
	text := strings.TrimSpace(cmp.Or(a.Created, a.Modified))
	const longest = 64
	if t, ok := engine.Time(text); ok {
		return t.Format(time.RFC3339)
	}
	if len(text) > longest {
		return ""
	}
	return text
}

// around is the box around boxes.
func around(boxes []engine.Box) engine.Box {
	out := boxes[0]
	for _, b := range boxes[1:] {
		out = union(out, b)
	}
	return out
}

// anchor is the block that a place belongs to: the one that shares most of it, else the nearest; -1 where there is none.
func anchor(blocks []doc.Block, at doc.Box) int {
	best, most, nearest := -1, 0.0, 0.0
	for i := range blocks {
		b := &blocks[i].Box
		w := min(at.Left+at.Width, b.Left+b.Width) - max(at.Left, b.Left)
		h := min(at.Top+at.Height, b.Top+b.Height) - max(at.Top, b.Top)
		shared, far := max(w, 0)*max(h, 0), max(-w, 0)+4*max(-h, 0) // notes stand beside what they are about
		if best < 0 || shared > most || shared == most && far < nearest {
			best, most, nearest = i, shared, far
		}
	}
	return best
}
