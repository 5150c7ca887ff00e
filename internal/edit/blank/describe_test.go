package blank

import (
	"slices"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// parts is a box of a test page in parts of it.
func parts(x0, y0, x1, y1 float64) doc.Box {
	return doc.Box{Left: x0 / 600, Top: y0 / 800, Width: (x1 - x0) / 600, Height: (y1 - y0) / 800}
}

func TestDescribe(t *testing.T) {
	p := newPaper()
	p.set(50, 60, 10, true, "Spouse").write(50, 80, "First name").write(50, 140, "Are you retired?").write(80, 160, "Yes").write(130, 160, "No")
	p.frame(300, 200, 500, 230).write(302, 208, "Phone")
	p.write(110, 81, "Jane") // what a field says now
	for i := range p.page.Chars[len(p.page.Chars)-4:] {
		p.page.Chars[len(p.page.Chars)-4+i].Flags |= engine.CharAnnotation
	}
	got := Describe(p.laid(), []Field{
		{Box: parts(110, 70, 250, 84)},
		{Box: parts(66, 152, 75, 161), Kind: Check},
		{Box: parts(116, 152, 125, 161), Kind: Check, Tip: "Retirement of the spouse"},
		{Box: parts(302, 211, 498, 229), Tip: "form1[0].#subform[0].Phone[0]"},
		{Box: parts(110, 300, 250, 314), Tip: "Name of the bank"},
	})
	want := []Words{
		{"First name", "", "Spouse"},
		{"Yes", "Are you retired?", "Spouse"},
		{"No", "Retirement of the spouse", "Spouse"},
		{"Phone", "", "Spouse"},
		{"Name of the bank", "", "Spouse"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("described as\n%q, want\n%q", got, want)
	}
}

func TestNames(t *testing.T) {
	got := Names([]Words{
		{"First name", "", "You"}, {"First name", "", "Spouse"}, {"Email", "", "You"}, {"Yes", "Married?", ""}, {"Yes", "Retired?", ""},
		{"Amount", "Line 7", ""}, {"Amount", "Line 8", ""}, {}, {},
	})
	want := []string{
		"You – First name", "Spouse – First name", "Email", "Married? – Yes", "Retired? – Yes", "Line 7 – Amount", "Line 8 – Amount", "Blank", "Blank (2)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("names are %q, want %q", got, want)
	}
}

func TestSpeaks(t *testing.T) {
	for tip, want := range map[string]bool{
		"Last name": true, "City, state and ZIP": true, "Straße": true, "Enter your name. Use capitals.": true, "E": false, "": false,
		"form1[0].Name[0]": false, "Text1": false, "first_name": false, "Name.Last": false, "undefined": false, "txtName": false,
	} {
		if speaks(tip) != want {
			t.Errorf("%q speaks: %v, want %v", tip, !want, want)
		}
	}
}
