package golden

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tolerance is what two machines may differ in: boxes in thousandths of the page, confidences, and the share of
// characters of a text.
type tolerance struct {
	box        int
	confidence float64
	text       float64
}

var (
	digital = tolerance{box: 3, confidence: 0.05}
	scanned = tolerance{box: 80, confidence: 0.3, text: 0.1}
)

// record is a block as it is printed.
type record struct {
	page       int
	kind       string // with level and marks
	box        [4]int
	confidence float64
	text       string
}

func (r record) String() string { return fmt.Sprintf("%s %v %q", r.kind, r.box, r.text) }

var opening = regexp.MustCompile(`^\d+\. (.+) \[(-?\d+) (-?\d+) (-?\d+) (-?\d+)\] ([\d.]+)$`)

// parse reads what printed writes.
func parse(t failing, text string) []record {
	t.Helper()
	var out []record
	page := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch parts := opening.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "    ") && len(out) > 0:
			out[len(out)-1].text = strings.TrimPrefix(out[len(out)-1].text+"\n"+line[4:], "\n")
		case strings.HasPrefix(line, "page "):
			page++
		case parts != nil:
			r := record{page: page, kind: parts[1]}
			for i := range r.box {
				r.box[i], _ = strconv.Atoi(parts[2+i])
			}
			r.confidence, _ = strconv.ParseFloat(parts[6], 64)
			out = append(out, r)
		default:
			t.Fatal("no line of a golden: " + line)
		}
	}
	return out
}

// compare tells in sentences how blocks differ from those that are wanted. Blocks are paired so that as few as possible
// are new or gone.
func compare(want, got []record, allowed tolerance) []string {
	var out []string
	gone, fresh := map[string]int{}, map[string]int{}
	pairs := paired(want, got, allowed)
	for _, p := range pairs {
		if p[1] < 0 {
			gone[want[p[0]].text] = p[0] + 1
		}
		if p[0] < 0 {
			fresh[got[p[1]].text] = p[1] + 1
		}
	}
	for _, p := range pairs {
		switch {
		case p[1] < 0:
			w := want[p[0]]
			if to := fresh[w.text]; to > 0 {
				out = append(out, fmt.Sprintf("block %d moved to place %d: %v → %v", p[0]+1, to, w, got[to-1]))
			} else {
				out = append(out, fmt.Sprintf("block %d of page %d is gone: %v", p[0]+1, w.page, w))
			}
		case p[0] < 0:
			if g := got[p[1]]; gone[g.text] == 0 {
				out = append(out, fmt.Sprintf("block %d of page %d is new: %v", p[1]+1, g.page, g))
			}
		default:
			out = append(out, changes(p[1]+1, want[p[0]], got[p[1]], allowed)...)
		}
	}
	return out
}

// changes tells how a block differs.
func changes(number int, want, got record, allowed tolerance) []string {
	var out []string
	say := func(what string, from, to any) {
		out = append(out, fmt.Sprintf("block %d of page %d, %s %.40q: %s %v → %v", number, got.page, got.kind, got.text, what, from, to))
	}
	if want.page != got.page {
		say("page", want.page, got.page)
	}
	if want.kind != got.kind {
		say("type", want.kind, got.kind)
	}
	// The edges are compared: a box that is moved by a little is no other box for being wide.
	far := 0
	for i := range 2 {
		far = max(far, distance(want.box[i], got.box[i]), distance(want.box[i]+want.box[i+2], got.box[i]+got.box[i+2]))
	}
	if far > allowed.box {
		say("box", want.box, got.box)
	}
	if math.Abs(want.confidence-got.confidence) > allowed.confidence {
		say("confidence", want.confidence, got.confidence)
	}
	if edits(want.text, got.text) > allowed.text*float64(len(want.text)) {
		was, is := strings.Split(want.text, "\n"), strings.Split(got.text, "\n")
		if len(was) != len(is) {
			say("text", "\n"+want.text, "\n"+got.text)
			return out
		}
		for i := range was {
			if was[i] != is[i] {
				say(fmt.Sprintf("line %d", i+1), fmt.Sprintf("%q", was[i]), fmt.Sprintf("%q", is[i]))
			}
		}
	}
	return out
}

func distance(a, b int) int { return max(a-b, b-a) }

// paired aligns two lists of blocks; -1 stands for none.
func paired(want, got []record, allowed tolerance) [][2]int {
	const alone = 10
	cost := make([][]float64, len(want)+1)
	for i := range cost {
		cost[i] = make([]float64, len(got)+1)
	}
	unlike := func(i, k int) float64 {
		w, g := want[i], got[k]
		if len(changes(0, w, g, allowed)) == 0 {
			return 0
		}
		share := float64(edits(w.text, g.text)) / float64(max(len(w.text), len(g.text), 1))
		if w.kind != g.kind {
			share += 0.2
		}
		return 1 + 3*alone*share
	}
	for i := len(want); i >= 0; i-- {
		for k := len(got); k >= 0; k-- {
			switch {
			case i == len(want):
				cost[i][k] = alone * float64(len(got)-k)
			case k == len(got):
				cost[i][k] = alone * float64(len(want)-i)
			default:
				cost[i][k] = min(cost[i+1][k]+alone, cost[i][k+1]+alone, cost[i+1][k+1]+unlike(i, k))
			}
		}
	}
	var out [][2]int
	for i, k := 0, 0; i < len(want) || k < len(got); {
		switch {
		case i < len(want) && k < len(got) && cost[i][k] == cost[i+1][k+1]+unlike(i, k):
			out, i, k = append(out, [2]int{i, k}), i+1, k+1
		case i < len(want) && cost[i][k] == cost[i+1][k]+alone:
			out, i = append(out, [2]int{i, -1}), i+1
		default:
			out, k = append(out, [2]int{-1, k}), k+1
		}
	}
	return out
}

// edits is how many characters differ.
func edits(a, b string) float64 {
	if a == b {
		return 0
	}
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for k := range row {
		row[k] = k
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for k := range y {
			same := before
			if x[i] != y[k] {
				same++
			}
			before = row[k+1]
			row[k+1] = min(same, row[k]+1, before+1)
		}
	}
	return float64(row[len(y)])
}

func TestCompare(t *testing.T) {
	const stored = "page 1\n1. Title [100 100 200 20] 0.98\n    Head\n2. Text [100 130 800 40] 1.00\n    Some words\n3. Table [100 200 800 90] 0.90\n    | # a | b |\n    | 1 | 2 |\n"
	for _, c := range []struct {
		name, from, to string
		want           []string
	}{
		{"Same", "", "", nil},
		{"WithinTolerance", "[100 130 800 40] 1.00", "[102 129 799 42] 0.96", nil},
		{"Box", "130 800", "130 790", []string{`block 2 of page 1, Text "Some words": box [100 130 800 40] → [100 130 790 40]`}},
		{"Type", "Title", "Section Header 2", []string{`block 1 of page 1, Section Header 2 "Head": type Title → Section Header 2`}},
		{"Text", "Some words", "Some word", []string{`block 2 of page 1, Text "Some word": line 1 "Some words" → "Some word"`}},
		{"Cell", "| 1 | 2 |", "| 1 2 | < |", []string{`block 3 of page 1, Table "| # a | b |\n| 1 2 | < |": line 2 "| 1 | 2 |" → "| 1 2 | < |"`}},
		{"Gone", "2. Text [100 130 800 40] 1.00\n    Some words\n", "", []string{`block 2 of page 1 is gone: Text [100 130 800 40] "Some words"`}},
		{"New", "2. Text", "2. Text [0 0 10 10] 1.00\n    quite another thing\n3. Text", []string{`block 2 of page 1 is new: Text [0 0 10 10] "quite another thing"`}},
		{"Page", "3. Table", "page 2\n1. Table", []string{`block 3 of page 2, Table "| # a | b |\n| 1 | 2 |": page 1 → 2`}},
		{"Moved", "page 1\n1. Title [100 100 200 20] 0.98\n    Head\n2. Text [100 130 800 40] 1.00\n    Some words\n", "page 1\n1. Text [100 130 800 40] 1.00\n    Some words\n2. Title [100 100 200 20] 0.98\n    Head\n",
			[]string{`block 1 moved to place 2: Title [100 100 200 20] "Head" → Title [100 100 200 20] "Head"`}},
	} {
		changed := strings.Replace(stored, c.from, c.to, 1)
		if got := compare(parse(t, stored), parse(t, changed), digital); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	a, b := []record{{text: "ten letters"}}, []record{{text: "ten lettesr"}}
	if got := compare(a, b, tolerance{text: 0.2}); got != nil {
		t.Errorf("within the tolerance of a scan: %q", got)
	}
}
