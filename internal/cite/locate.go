package cite

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Spot is a run of words that says what was looked for. Two spots of one index with the same First and Last are one place.
type Spot struct {
	Block       int     // index among the blocks of the source
	First, Last int     // its first and last word in reading order
	Lines       []Text  // the whole lines it stands on
	Boxes       []Place // of its words, one for each line
	Text        string  // its words as they are written
	Likeness    float64 // 1 word for word, less the more it differs
}

// How alike spots are that differ in case and signs only, or in blanks too; and how alike others must be.
const (
	normalised = 0.98
	joined     = 0.95
	alike      = 0.8
)

// Bounds of looking for what is written otherwise.
const (
	maxPlaces = 200 // of the rarest words, where the whole document is searched
	minFuzzy  = 5   // letters: shorter ones are alike by chance
	maxFuzzy  = 2000
)

// Locate finds where a phrase is written, in the given blocks or everywhere where blocks is nil: as it stands, else
// without regard to case and signs, else without regard to blanks, else nearly so. Only the most alike are returned, in
// reading order.
func (x *Index) Locate(phrase string, blocks []int) []Spot {
	want := normal(phrase)
	if len(want) == 0 {
		return nil
	}
	spots := x.exact(want, strings.Join(strings.Fields(phrase), " "), blocks)
	if len(spots) > 0 {
		return spots
	}
	return x.near(want, blocks)
}

func (x *Index) exact(want []string, phrase string, blocks []int) []Spot {
	var spots []Spot
	best, end := 0.0, 0
	for _, at := range x.places(want[0], blocks) {
		if at < end || !x.runs(at, want) {
			continue
		}
		end = at + len(want)
		s := x.spot(at, end, normalised)
		if strings.Contains(s.Text, phrase) {
			s.Likeness = 1
		}
		best = max(best, s.Likeness)
		if spots = append(spots, s); len(spots) == maxPlaces {
			break
		}
	}
	return slices.DeleteFunc(spots, func(s Spot) bool { return s.Likeness < best })
}

// places are where a token stands, in the given blocks or everywhere.
func (x *Index) places(token string, blocks []int) []int {
	all := x.first[token]
	if blocks == nil {
		return all
	}
	var out []int
	for _, b := range blocks {
		from, _ := slices.BinarySearch(all, x.begin[b])
		to, _ := slices.BinarySearch(all, x.begin[b+1])
		out = append(out, all[from:to]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// near compares the letters alone. Short words and what is mostly digits must be the same: a number that differs is another
// number.
func (x *Index) near(want []string, blocks []int) []Spot {
	target := []rune(strings.Join(want, ""))
	size := len(target)
	if size > maxFuzzy {
		return nil
	}
	same := size < minFuzzy || 2*strings.Count(strings.Map(digit, string(target)), "0") > size
	var spots []Spot
	best := 0.0
	for _, at := range x.starts(want, blocks) {
		end, likeness := x.longest(at, target, same)
		if likeness < alike {
			continue
		}
		s := x.spot(at, end, likeness*joined)
		best = max(best, s.Likeness)
		if n := len(spots); n > 0 && spots[n-1].Last >= s.First {
			if spots[n-1].Likeness < s.Likeness {
				spots[n-1] = s
			}
			continue
		}
		spots = append(spots, s)
	}
	return slices.DeleteFunc(spots, func(s Spot) bool { return s.Likeness < best })
}

func digit(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return 'x'
}

// starts are the tokens where something alike may begin: all of the given blocks, or those around the rarest words.
func (x *Index) starts(want []string, blocks []int) []int {
	var out []int
	if blocks != nil {
		for _, b := range blocks {
			for at := x.begin[b]; at < x.begin[b+1]; at++ {
				out = append(out, at)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	rare := make([]int, 0, len(want))
	for i, w := range want {
		if len(x.first[w]) > 0 {
			rare = append(rare, i)
		}
	}
	slices.SortStableFunc(rare, func(a, b int) int { return cmp.Compare(len(x.first[want[a]]), len(x.first[want[b]])) })
	for _, i := range rare {
		for _, at := range x.first[want[i]] {
			if len(out) >= maxPlaces {
				break
			}
			for from := max(at-i-1, 0); from <= min(at-i+1, len(x.tokens)-1); from++ {
				out = append(out, from)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// longest is the end of the run from a token on that is most like the letters wanted.
func (x *Index) longest(at int, target []rune, same bool) (end int, likeness float64) {
	var run []rune
	for k := at; k < x.begin[x.tokens[at].block+1]; k++ {
		run = append(run, []rune(x.tokens[k].text)...)
		if same {
			if len(run) > len(target) || !slices.Equal(run, target[:len(run)]) {
				break
			}
			if len(run) == len(target) {
				return k + 1, 1
			}
			continue
		}
		if 5*len(run) < 4*len(target) {
			continue
		}
		if 4*len(run) > 5*len(target) {
			break
		}
		if l := similarity(run, target); l > likeness {
			end, likeness = k+1, l
		}
	}
	return end, likeness
}

// similarity is the share of letters that need no change. It is 0 as soon as too many do.
func similarity(a, b []rune) float64 {
	longer := max(len(a), len(b))
	bound := int(float64(longer)*(1-alike)) + 1
	row, next := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		from, to := max(i-bound, 0), min(i+bound+1, len(b))
		least := longer
		next[from] = longer
		if from == 0 {
			next[0] = i + 1
		}
		for j := from; j < to; j++ {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			next[j+1] = min(cost, next[j]+1)
			if j < i+bound {
				next[j+1] = min(next[j+1], row[j+1]+1)
			}
			least = min(least, next[j+1])
		}
		if least > bound {
			return 0
		}
		row, next = next, row
	}
	return 1 - float64(row[len(b)])/float64(longer)
}

// spot describes the tokens from first to end.
func (x *Index) spot(first, end int, likeness float64) Spot {
	run := x.tokens[first:end]
	s := Spot{Block: run[0].block, First: first, Last: end - 1, Boxes: x.match(run).Boxes, Likeness: likeness}
	line, word := -1, -1
	var words []string
	for _, t := range run {
		if t.line != line {
			s.Lines = append(s.Lines, x.lines[t.line])
			line = t.line
		}
		if t.word != word {
			words = append(words, x.words[t.word].Text)
			word = t.word
		}
	}
	s.Text = strings.Join(words, " ")
	return s
}

// LinesOf are the lines of a block in the order of their words.
func (x *Index) LinesOf(block int) []Text {
	var out []Text
	line := -1
	for _, t := range x.tokens[x.begin[block]:x.begin[block+1]] {
		if t.line != line {
			out = append(out, x.lines[t.line])
			line = t.line
		}
	}
	return out
}

// Nearest is the block that has most of the words of a text, rare ones counting more; ok is false where none has any.
func (x *Index) Nearest(text string) (block int, ok bool) {
	weight := map[int]float64{}
	best := 0.0
	for _, w := range normal(text) {
		places := x.first[w]
		last := -1
		for _, at := range places[:min(len(places), maxPlaces)] {
			if b := x.tokens[at].block; b != last {
				weight[b] += 1 / float64(len(places))
				last = b
			}
		}
	}
	for b, w := range weight {
		if w > best || w == best && b < block {
			best, block, ok = w, b, true
		}
	}
	return block, ok
}
