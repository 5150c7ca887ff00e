package block

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

func TestNoteMark(t *testing.T) {
	for text, want := range map[string]string{
		"1 It was late": "1", "12Gubash and others": "12", "[3] See there": "3", "* not counted": "*", "†† nor these": "††", "4. Ibid.": "4",
		"23": "", "1902 was cold": "", "3.5 tons": "", "It was": "", "": "", "5": "", "1%of them": "",
	} {
		if got := noteMark(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// noted is a page of two columns with small lines below the first, and a raised mark in its text.
func noted(mark string, rule bool, notes ...string) *drawing {
	d := draw(600, 800)
	y := d.prose(60, 150, 10, "a", 8)
	d.prose(320, 150, 10, "b", 30)
	l := d.at(60, y, 10, "raised "+mark)
	l.Words[1].Script, l.Words[1].Size = layout.Super, 6
	if rule {
		b := engine.Box{X0: 60, X1: 120, Y0: 470, Y1: 470.5}
		d.page.Paths = append(d.page.Paths, engine.Path{Box: b, Visible: b, Stroke: 0xFF})
	}
	d.lines(60, 482, 8, notes...)
	return d
}

func TestFootnotes(t *testing.T) {
	for _, c := range []struct {
		name, mark string
		rule       bool
		notes      []string
		want       string
	}{
		{"Referenced", "7", false, []string{"7 cold it was", "in the year", "8 next"}, "a b 7 8"},
		{"Ruled", "x", true, []string{"1 cold it was", "2 next"}, "a b 1 2"},
		{"Signs", "*", false, []string{"* cold it was", "† next"}, "a b * †"},
		{"NeitherRaisedNorRuled", "9", false, []string{"7 cold it was", "8 next"}, "a 7 b"},
		{"NumbersInside", "1", false, []string{"1 cold it was in", "12 of the years"}, "a b 1"},
	} {
		var got []string
		for _, b := range noted(c.mark, c.rule, c.notes...).arranged() {
			first, _, _ := strings.Cut(b.Text, " ")
			if first = strings.ToLower(strings.TrimSuffix(first, "ord")); len(got) == 0 || got[len(got)-1] != first && first != "raised" {
				got = append(got, first)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSideNotes(t *testing.T) {
	d := draw(600, 800)
	y := d.prose(60, 150, 10, "a", 8)
	y = d.prose(60, y+10, 10, "b", 8)
	d.prose(60, y+10, 10, "c", 8)
	d.at(360, 180, 7, "first note")
	d.at(360, y-30, 7, "second note")
	want(t, d.arranged(), "Text Aord, Text first, Text Bord, Text second, Text Cord")
}
