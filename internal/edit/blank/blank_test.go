package blank

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

// told writes blanks as one line each: kind, label, and where they lie in whole points.
func told(blanks []Blank) []string {
	var out []string
	for _, b := range blanks {
		kind := b.Kind.String()
		if b.Cells > 0 {
			kind = fmt.Sprintf("%s of %d", kind, b.Cells)
		}
		out = append(out, fmt.Sprintf("%s %q %.0f-%.0f", kind, b.Label, 600*b.Box.Left, 600*(b.Box.Left+b.Box.Width)))
	}
	return out
}

func TestFind(t *testing.T) {
	const pale, grey engine.Color = 0xDBE5F0FF, 0xC0C0C0FF
	for _, tt := range []struct {
		name string
		draw func(p *paper)
		want []string
	}{
		{"line behind a label", func(p *paper) { p.write(50, 100, "Full name").rule(110, 102, 400, 102) }, []string{`text "Full name" 110-400`}},
		{"lines over captions", func(p *paper) {
			p.rule(50, 100, 250, 100).write(50, 110, "Last").rule(300, 100, 500, 100).write(300, 110, "First")
		}, []string{`text "Last" 50-250`, `text "First" 300-500`}},
		{"line under a question", func(p *paper) {
			p.write(50, 100, "Name of the physician").rule(50, 122, 300, 122)
		}, []string{`text "Name of the physician" 50-300`}},
		{"underscores in a sentence", func(p *paper) {
			p.write(50, 100, "Dated: __________ , 20____ in witness")
		}, []string{`text "Dated" 83-133`, `text "20" 154-174`}},
		{"boxes under labels", func(p *paper) {
			p.write(50, 100, "Street").frame(50, 104, 250, 122).write(270, 100, "City").frame(270, 104, 450, 122)
		}, []string{`text "Street" 50-250`, `text "City" 270-450`}},
		{"box behind a label", func(p *paper) {
			p.write(50, 115, "Email:").frame(120, 104, 350, 122)
		}, []string{`text "Email" 120-350`}},
		{"high box", func(p *paper) {
			p.write(50, 100, "Describe what happened:").frame(50, 104, 450, 204)
		}, []string{`lines "Describe what happened" 50-450`}},
		{"cells with labels in their corners", func(p *paper) {
			p.frame(50, 100, 250, 130).frame(250, 100, 450, 130).write(52, 108, "Surname").write(252, 108, "Given names")
		}, []string{`text "Surname" 50-250`, `text "Given names" 250-450`}},
		{"comb", func(p *paper) {
			p.write(50, 115, "Number")
			for i := range 8 {
				p.frame(100+15*float32(i), 102, 115+15*float32(i), 120)
			}
		}, []string{`comb of 8 "Number" 100-220`}},
		{"comb of low marks", func(p *paper) {
			p.write(50, 118, "Account").rule(100, 120, 250, 120)
			for i := range 11 {
				p.rule(100+15*float32(i), 112, 100+15*float32(i), 120)
			}
		}, []string{`comb of 10 "Account" 100-250`}},
		{"check boxes", func(p *paper) {
			p.write(50, 90, "Are you married?")
			p.frame(50, 101, 59, 110).write(64, 109, "Yes").frame(100, 101, 109, 110).write(114, 109, "No")
		}, []string{`check "Yes" 50-59`, `check "No" 100-109`}},
		{"table to fill in", func(p *paper) {
			p.write(52, 112, "Item").write(152, 112, "Price")
			for i := range 3 {
				y := 100 + 18*float32(i)
				p.frame(50, y, 150, y+18).frame(150, y, 250, y+18)
			}
		}, []string{`text "Item" 50-150`, `text "Price" 150-250`, `text "Item" 50-150`, `text "Price" 150-250`}},
		{"painted fields", func(p *paper) {
			p.write(50, 115, "Period from").paint(pale, 110, 102, 200, 118).write(210, 115, "to").paint(pale, 230, 102, 320, 118)
		}, []string{`text "Period from" 110-200`, `text "to" 230-320`}},
		{"white on colour", func(p *paper) {
			p.paint(0xE5CAACFF, 40, 80, 560, 200).write(50, 100, "Place of birth").paint(0xFFFFFFFF, 50, 104, 300, 124)
		}, []string{`text "Place of birth" 50-300`}},
		{"white behind labels", func(p *paper) {
			p.write(50, 100, "Name:").write(300, 100, "Date:").write(50, 130, "Street and town:").write(50, 200, "This text is as wide as all that is written on this page, and that is why it is so long.")
		}, []string{`text "Name" 79-294`, `text "Date" 329-450`, `text "Street and town" 130-450`}},
		{"white below small labels", func(p *paper) {
			p.write(50, 60, "All of this is to be filled in by whoever applies for it, please.")
			p.set(50, 100, 7, false, "Surname").set(250, 100, 7, false, "Given name").set(50, 140, 7, false, "Street")
			p.write(50, 200, "What follows is for your information and not to be filled in.")
		}, []string{`text "Surname" 50-244`, `text "Given name" 250-349`, `text "Street" 50-349`}},
		{"lines of a list", func(p *paper) {
			p.write(50, 60, "Witnesses and what they saw when they were there").rule(300, 100, 500, 100).rule(300, 125, 500, 125).rule(300, 150, 500, 150)
		}, []string{`text "" 300-500`, `text "" 300-500`, `text "" 300-500`}},
		{"nothing to write on", func(p *paper) {
			p.set(50, 60, 16, true, "Terms of use").rule(50, 64, 550, 64) // a rule under a heading
			p.write(50, 100, "underlined words here").rule(50, 102, 155, 102)
			p.frame(45, 120, 555, 160).write(50, 132, "Important: read all of this before you go on with").write(50, 144, "anything else, and keep it where you find it again.")
			p.rule(50, 400, 550, 400).write(50, 425, "Footnotes come after a rule like this one here")
			p.frame(300, 200, 400, 218).paint(grey, 300, 200, 400, 218) // not to be filled in
			p.frame(20, 20, 580, 780)
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPaper()
			tt.draw(p)
			if got := told(Find(p.laid())); !slices.Equal(got, tt.want) {
				t.Errorf("found\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(tt.want, "\n\t"))
			}
		})
	}
}
