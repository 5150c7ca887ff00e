package form

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Measures of text in fields, in ems unless said otherwise.
const (
	leastSize  = 4.0  // points
	mostSize   = 12.0 // points, of text whose size is chosen here
	padding    = 2.0  // points
	sizeInBox  = 0.7  // of the height of a box
	capHeight  = 0.72
	depth      = 0.22
	leading    = 1.15
	ascent     = 0.95
	sizeStep   = 0.95
	lineInList = 1.2
)

// text draws the value of a text field.
func (l *look) text(value string) {
	switch {
	case l.field.Secret:
		value = strings.Repeat("*", utf8.RuneCountInString(value))
		l.line(value)
	case l.field.Comb:
		l.comb(value)
	case l.field.Kind == Text && l.field.Lines:
		l.lines(value)
	default:
		l.line(value)
	}
}

// start is the size that text has where there is room for it.
func (l *look) start() float64 {
	switch {
	case l.style.Size > 0:
		return l.style.Size
	case l.script.size > 0:
		return l.script.size
	case l.field.Kind == Text && l.field.Lines:
		return mostSize
	}
	return min(mostSize, max(leastSize, sizeInBox*l.height))
}

func (l *look) room() float64 { return l.width - 2*max(padding, 2*l.border) }

// line draws one line in the middle of the height.
func (l *look) line(value string) {
	size := l.start()
	size = max(leastSize, min(size, (l.height-2*l.border)/(capHeight+2*depth)))
	if w := l.script.measure(value); w*size > l.room() {
		size = max(leastSize, l.room()/w)
		if w*size > l.room() {
			value = l.cut(value, func(s string) bool { return l.script.measure(s)*size <= l.room() })
		}
	}
	l.show(value, size, l.from(l.script.measure(value)*size), (l.height-capHeight*size)/2)
}

// from is where a line of a length begins.
func (l *look) from(length float64) float64 {
	pad := max(padding, 2*l.border)
	switch l.pen.update.Number(l.field.dict["Q"]) {
	case 1:
		return max(pad, (l.width-length)/2)
	case 2:
		return max(pad, l.width-pad-length)
	}
	return pad
}

// cut is what is shown of a text that does not fit. Where overflow pages are wanted the whole of it goes there.
func (l *look) cut(value string, fits func(string) bool) string {
	if l.pen.overflow == nil {
		return value
	}
	label := l.field.Label
	if label == "" {
		label = l.field.Name
	}
	note := fmt.Sprintf("(see overflow page %d)", l.pen.overflow.Add(label, value))
	words := strings.Fields(value)
	for n := len(words) - 1; n > 0; n-- {
		if s := strings.Join(words[:n], " ") + " " + note; fits(s) {
			return s
		}
	}
	return note
}

// lines draws as many lines as the text takes, from the top.
func (l *look) lines(value string) {
	size := l.start()
	fits := func(s string) bool {
		return float64(len(l.wrap(s, size)))*leading*size <= l.height-2*max(padding, l.border)
	}
	for !fits(value) && size > leastSize {
		size = max(leastSize, size*sizeStep)
	}
	if !fits(value) {
		value = l.cut(value, fits)
	}
	y := l.height - max(padding, l.border) - ascent*size
	for _, line := range l.wrap(value, size) {
		l.show(line, size, l.from(l.script.measure(line)*size), y)
		if y -= leading * size; y < -size {
			return // what is below the box is not seen
		}
	}
}

// wrap breaks a text into lines between words, and inside of words that are longer than a line.
func (l *look) wrap(text string, size float64) []string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line, length := "", 0.0
		blank := l.script.measure(" ")
		for _, word := range strings.Split(paragraph, " ") {
			w := l.script.measure(word)
			if line != "" && (length+blank+w)*size > l.room() {
				out = append(out, line)
				line, length = "", 0
			}
			for w*size > l.room() && utf8.RuneCountInString(word) > 1 {
				head := l.head(word, size)
				out = append(out, head)
				word = word[len(head):]
				w = l.script.measure(word)
			}
			if line == "" {
				line, length = word, w
			} else {
				line, length = line+" "+word, length+blank+w
			}
		}
		out = append(out, line)
	}
	return out
}

// head is as much of a word as fits on a line, at least a letter.
func (l *look) head(word string, size float64) string {
	length := 0.0
	for i, r := range word {
		length += l.script.measure(string(r))
		if i > 0 && length*size > l.room() {
			return word[:i]
		}
	}
	return word
}

// comb draws each letter in the middle of its cell.
func (l *look) comb(value string) {
	cell := l.width / float64(l.field.Length)
	size := l.start()
	size = max(leastSize, min(size, (l.height-2*l.border)/(capHeight+2*depth)))
	widest := 0.0
	for _, r := range value {
		widest = max(widest, l.script.measure(string(r)))
	}
	if widest*size > cell {
		size = max(leastSize, cell/widest)
	}
	at := 0
	switch n := utf8.RuneCountInString(value); l.pen.update.Number(l.field.dict["Q"]) {
	case 1:
		at = (l.field.Length - n) / 2
	case 2:
		at = l.field.Length - n
	}
	for _, r := range value {
		w := l.script.measure(string(r)) * size
		l.show(string(r), size, float64(at)*cell+(cell-w)/2, (l.height-capHeight*size)/2)
		at++
	}
}

// list draws the entries of a list, those that are chosen on a shade and all of them in sight where they can be.
func (l *look) list(options []Option, chosen []int) {
	size := l.script.size
	if l.style.Size > 0 {
		size = l.style.Size
	}
	if size == 0 {
		size = mostSize
	}
	for _, o := range options {
		if w := l.script.measure(o.Shown); w*size > l.room() {
			size = max(leastSize, l.room()/w)
		}
	}
	first, span := 0, 1
	if len(chosen) > 0 {
		span = chosen[len(chosen)-1] - chosen[0] + 1
	}
	size = max(leastSize, min(size, (l.height-2*l.border)/(lineInList*float64(span))))
	step := lineInList * size
	seen := max(1, int((l.height-2*l.border)/step))
	if len(chosen) > 0 && chosen[len(chosen)-1] >= seen {
		first = min(chosen[0], max(0, len(options)-seen))
	}
	y := l.height - max(1, l.border)
	for i := first; i < len(options) && i < first+seen; i++ {
		y -= step
		if slices.Contains(chosen, i) {
			l.out = fmt.Appendf(l.out, "q 0.6 0.75 0.85 rg %s %s %s %s re f Q\n", num(l.border), num(y), num(l.width-2*l.border), num(step))
		}
		l.show(options[i].Shown, size, max(padding, 2*l.border), y+0.3*size)
	}
}
