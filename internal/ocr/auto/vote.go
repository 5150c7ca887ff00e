package auto

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/ocr/language"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
)

// vote joins two readings of one line, the second of which is by PP-OCR. Words that cover the same stretch of the line stand against each other, and the
// surer side is taken.
func vote(a, b []word) []word {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	var out []word
	all := clusters(a, splitLike(a, b))
	for i, c := range all {
		if i == 0 && len(all) > 1 && c.bullet() {
			c.a[0].text = "•"
			out = append(out, c.a[0])
			continue
		}
		out = append(out, c.better()...)
	}
	return out
}

// cluster is the words of two readings that cover one stretch of a line.
type cluster struct{ a, b []word }

// bullet reports whether a line seems to begin with a bullet, a sign that PP-OCR does not know and Tesseract takes for
// others.
func (c cluster) bullet() bool {
	return len(c.b) == 0 && len(c.a) == 1 && len([]rune(c.a[0].text)) == 1 && strings.ContainsAny(c.a[0].text, "¢©®*e°«»·@oO¢•+")
}

// favour is how much surer the second reading must be.
const favour = 1.05

// better is the surer side. Where both read the same but for accents the first is taken, which knows the language.
func (c cluster) better() []word {
	if len(c.b) == 0 && mark(c.a) {
		return nil
	}
	if accented(joined(c.a), joined(c.b)) || meanSure(c.b) <= favour*meanSure(c.a) {
		return c.a
	}
	return c.b
}

// accented reports whether two readings differ at most where the first has a letter that is not ASCII.
func accented(a, b string) bool {
	if language.Plain(a) == language.Plain(b) {
		return true
	}
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return false
	}
	for i, r := range x {
		if r != y[i] && (r < 128 || !unicode.IsLetter(r)) {
			return false
		}
	}
	return true
}

// mark reports whether a reading is only what rules and specks are taken for.
func mark(words []word) bool {
	return strings.Trim(joined(words), "|[]_-—~.,'‘’`:;\"“”») ") == ""
}

func joined(words []word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.text)
	}
	return b.String()
}

func clusters(a, b []word) []cluster {
	type mark struct {
		from, to float64
		word     word
		second   bool
	}
	var marks []mark
	add := func(words []word, second bool) {
		for _, w := range words {
			from, to := span(w.rect)
			// Words that only touch do not belong together.
			inset := (to - from) * 0.25
			marks = append(marks, mark{from + inset, to - inset, w, second})
		}
	}
	add(a, false)
	add(b, true)
	slices.SortStableFunc(marks, func(x, y mark) int { return cmp.Compare(x.from, y.from) })
	var out []cluster
	end := 0.0
	for i, m := range marks {
		if i == 0 || m.from > end {
			out = append(out, cluster{})
			end = m.to
		}
		end = max(end, m.to)
		c := &out[len(out)-1]
		if m.second {
			c.b = append(c.b, m.word)
		} else {
			c.a = append(c.a, m.word)
		}
	}
	return out
}

// minSpace is the least width of a space between two words, in heights of the line.
const minSpace = 0.12

// splitLike splits words of PP-OCR, which overlooks spaces, where the other reading has one.
func splitLike(a, b []word) []word {
	var out []word
	for _, w := range b {
		glyphs, line := w.glyphs, w.line
		for i := 1; i < len(a); i++ {
			_, from := span(a[i-1].rect)
			to, _ := span(a[i].rect)
			if to-from < minSpace*line.Height {
				continue
			}
			at := ((from+to)/2-line.X)/line.Width + 0.5
			k := 0
			for k < len(glyphs) && (glyphs[k].From+glyphs[k].To)/2 < at {
				k++
			}
			if k > 0 && k < len(glyphs) {
				out = append(out, ofPaddle(paddle.NewWord(glyphs[:k], line), line))
				glyphs = glyphs[k:]
			}
		}
		if len(glyphs) > 0 {
			out = append(out, ofPaddle(paddle.NewWord(glyphs, line), line))
		}
	}
	return out
}

// meanSure is how sure a reading is of a stretch, by length. Nothing read is a weak claim that there is nothing.
func meanSure(words []word) float64 {
	if len(words) == 0 {
		return 0.3
	}
	sum, n := 0.0, 0.0
	for _, w := range words {
		length := float64(len([]rune(w.text)))
		sum, n = sum+w.mean*length, n+length
	}
	return sum / max(n, 1)
}
