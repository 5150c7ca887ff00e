package section

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

func TestLabels(t *testing.T) {
	for _, c := range []struct {
		text string
		want label
	}{
		{"Page 2 of 5", label{number: 2, total: 5}},
		{"Invoice 17 Page: 1/3", label{number: 1, total: 3}},
		{"Seite 3 von 12", label{number: 3, total: 12}},
		{"page 4", label{number: 4}},
		{"2 / 7", label{number: 2, total: 7}},
		{"- 9 -", label{number: 9, plain: true}},
		{"12", label{number: 12, plain: true}},
		{"Page 7 of 5", label{}},
		{"12345", label{}},
		{"Room 12", label{}},
		{"homepage 3 of 4", label{}},
	} {
		got := labelsOf([]line{{text: c.text}})
		if c.want.number == 0 {
			if len(got) > 0 {
				t.Errorf("%q: %+v", c.text, got)
			}
			continue
		}
		if len(got) != 1 || got[0].number != c.want.number || got[0].total != c.want.total || got[0].plain != c.want.plain {
			t.Errorf("%q: %+v", c.text, got)
		}
	}
}

func TestCounting(t *testing.T) {
	full := func(n, of int) []label { return []label{{number: n, total: of}} }
	plain := func(n int) []label { return []label{{number: n, plain: true}} }
	for _, c := range []struct {
		name string
		a, b []label
		want counting
	}{
		{"Follows", full(1, 3), full(2, 3), counting{follows: true}},
		{"OtherTotal", full(1, 3), full(2, 4), counting{breaks: true}},
		{"Anew", full(3, 3), full(1, 2), counting{opens: true, ends: true}},
		{"Ends", full(2, 2), nil, counting{ends: true, lost: true}},
		{"Plainly", plain(6), plain(7), counting{plainly: true}},
		{"PlainlyAnew", plain(6), plain(1), counting{first: true}},
		{"Second", nil, plain(2), counting{second: true}},
		{"Later", nil, full(2, 3), counting{later: true}},
		{"Nothing", nil, nil, counting{}},
	} {
		if got := count(c.a, c.b); got != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Every pair differs in one thing from a page that plainly goes on, or from one that plainly does not.
func TestGaps(t *testing.T) {
	on := "Meadow Review\n" + plainText + "\n" + plainText + "\nand so it goes\n_Volume 3 of the Meadow Review"
	for _, c := range []struct {
		name, a, b string
		begins     bool
	}{
		{"GoesOn", on, on, false},
		{"NumbersFollow", "# Notes\n" + plainText + "\n_Page 1 of 2", letterText + "\n_Page 2 of 2", false},
		{"NumbersBeginAnew", on + "\n_Page 4 of 4", on + "\n_Page 1 of 4", true},
		{"OtherPaper", on, "@400x300\n# Letter\n" + letterText, true},
		{"TitleAndOtherWords", plainText, "# A letter from afar\n" + letterText, true},
		{"SentenceGoesOn", plainText + "\nand the wind comes from the", "western hills where nobody lives.\n" + plainText, false},
		{"SaysSo", "# Notes\n" + plainText, "# Notes (continued)\n" + plainText, false},
		{"Blank", plainText, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := leaves([]*doc.Document{written(c.a, c.b)})
			if odds := newRarity(all).between(all[0], all[1]); (odds > 0) != c.begins {
				t.Errorf("odds %v", odds)
			}
		})
	}
}

func TestRules(t *testing.T) {
	wants := []Want{{Name: "Bank statements"}, {Name: "Letters"}, {Name: "Other"}}
	r := readRules("Bank statements have account numbers. Letters and bank statements differ. Letters are never short; Anything else goes to other.\nDo not share pages!", wants)
	if len(r.about[0]) != 1 || r.about[0][0] != "Bank statements have account numbers" || len(r.about[1]) != 0 || r.rest != 2 || !r.alone {
		t.Errorf("%+v", r)
	}
	if r := readRules("", []Want{{Name: "Letters", Description: "Letters and any other correspondence, the remaining balance"}}); r.rest != -1 {
		t.Errorf("%+v", r)
	}
	r = readRules("Assign the pages to the sections that apply. Two sections may share a page only where one ends and the other begins.", wants)
	if r.rest != -1 || r.alone || len(r.about[0])+len(r.about[1])+len(r.about[2]) > 0 {
		t.Errorf("%+v", r)
	}
}
