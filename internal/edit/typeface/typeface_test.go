package typeface

import (
	"bytes"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func TestParts(t *testing.T) {
	c := Open(Fonts)
	for text, want := range map[string][]string{
		"Helvetica":  {"LiberationSans"},
		"Łódź Ωмега": {"LiberationSans"},
		"a東京b":       {"LiberationSans", "DroidSansFallback", "LiberationSans"},
		"":           nil,
	} {
		var got []string
		for _, p := range c.Parts(Style{}, text) {
			got = append(got, p.Face.name)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q is written with %v, want %v", text, got, want)
		}
	}
	if f := c.First(Style{Serif: true, Bold: true}); f == nil || f.name != "LiberationSerif-Bold" {
		t.Error("another font for bold letters with serifs")
	}
	if Open(t.TempDir()).Parts(Style{}, "a") != nil {
		t.Error("letters of a font that is not there")
	}
}

// Widths of the standard fonts are facts that every reader knows.
func TestAdvance(t *testing.T) {
	f := Open(Fonts).First(Style{})
	for r, want := range map[rune]float64{'A': 0.667, 'i': 0.222, 'W': 0.944, ' ': 0.278} {
		if got := f.Advance(r); got < want-0.001 || got > want+0.001 {
			t.Errorf("%c is %.3f wide, want %.3f", r, got, want)
		}
	}
}

func TestSubset(t *testing.T) {
	for _, style := range []Style{{}, {Mono: true}} {
		f := Open(Fonts).First(style)
		used := map[uint16]bool{}
		for _, r := range "Zoë" {
			used[f.letters[r]] = true
		}
		data := f.subset(used)
		if len(data) > 60_000 {
			t.Errorf("three letters take %d bytes", len(data))
		}
		data = join(merge(data, f)) // a subset has no list of letters of its own
		small, err := parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for r, kept := range map[rune]bool{'Z': true, 'ë': true, 'A': false} {
			g := f.letters[r]
			if got := len(small.outline(g)) > 0; got != kept {
				t.Errorf("%c: outline %v, want %v", r, got, kept)
			}
			if small.advance(g) != f.advance(g) {
				t.Errorf("%c changed its width", r)
			}
		}
		if part := f.letters['e']; len(small.outline(part)) == 0 {
			t.Error("ë lost the letter it is made of")
		}
	}
}

// merge adds the list of letters that parse asks for.
func merge(data []byte, f *Face) map[string][]byte {
	tables := map[string][]byte{"cmap": f.tables["cmap"]}
	small := &Face{tables: map[string][]byte{}}
	for i := range int(data[5]) {
		at := 12 + 16*i
		word := func(k int) int {
			return int(data[at+k])<<24 | int(data[at+k+1])<<16 | int(data[at+k+2])<<8 | int(data[at+k+3])
		}
		small.tables[string(data[at:at+4])] = data[word(8) : word(8)+word(12)]
	}
	for name, t := range small.tables {
		tables[name] = t
	}
	return tables
}

func TestVisual(t *testing.T) {
	for in, want := range map[string]string{"plain": "plain", "שלום": "םולש", "call שלום 12": "call םולש 12", "שלום 12 עולם": "םלוע 12 םולש", "a שלום b": "a םולש b", "": ""} {
		if got := Visual(in); got != want {
			t.Errorf("%q is seen as %q, want %q", in, got, want)
		}
	}
}

func TestDamaged(t *testing.T) {
	for name, data := range map[string][]byte{"nothing": nil, "words": []byte("no font at all, just words"), "cut": {0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0}} {
		if _, err := parse(data); err == nil {
			t.Errorf("%s was taken for a font", name)
		}
	}
}

func TestEmbed(t *testing.T) {
	file := &pdfgen.File{}
	file.AddPage(pdfgen.Page{Content: " "})
	data := file.Bytes()
	u, err := cos.Whole(bytes.NewReader(data), int64(len(data))).Update()
	if err != nil {
		t.Fatal(err)
	}
	use := NewUse(u)
	f := Open(Fonts).First(Style{})
	ref, shown := use.Show(f, []rune("Zoë"))
	if other, _ := use.Show(f, []rune("Z")); other != ref || len(shown) != 6 {
		t.Error("one font became two")
	}
	use.Embed()
	font := u.Dict(ref)
	s := u.Value(font["ToUnicode"]).(cos.Stream)
	if font["Subtype"] != cos.Name("Type0") || s.Dict["Filter"] != cos.Name("FlateDecode") {
		t.Errorf("got %v", font)
	}
	if text := string(unicodes(map[uint16]rune{3: 'ë', 4: '🚀'})); !strings.Contains(text, "<0003> <00EB>") || !strings.Contains(text, "<0004> <D83DDE80>") {
		t.Error(text)
	}
}
