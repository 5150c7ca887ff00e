package layout

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

// sheet builds pages glyph by glyph. Every character is half its size wide.
type sheet struct{ engine.Page }

func newSheet() *sheet { return &sheet{engine.Page{Width: 600, Height: 800}} }

// put draws text from a place on; a tilde moves on by as much as a space without drawing one.
func (s *sheet) put(x, y, size float32, text string, change ...func(*engine.Char)) *sheet {
	object := int32(len(s.Chars) + len(s.Paths) + len(s.Images))
	for _, r := range text {
		if r != '~' {
			c := engine.Char{
				Rune: r, Size: size, Origin: engine.Point{X: x, Y: y}, Fill: 0xFF, Object: object,
				Loose: engine.Box{X0: x, Y0: y - 0.8*size, X1: x + size/2, Y1: y + 0.2*size},
				Box:   engine.Box{X0: x + 0.05*size, Y0: y - 0.6*size, X1: x + 0.45*size, Y1: y},
			}
			for _, f := range change {
				f(&c)
			}
			s.Chars = append(s.Chars, c)
		}
		x += size / 2
	}
	return s
}

func (s *sheet) rect(b engine.Box, fill engine.Color) *sheet {
	to := func(x, y float32) engine.Segment {
		return engine.Segment{To: engine.Point{X: x, Y: y}, Kind: engine.Line}
	}
	s.Paths = append(s.Paths, engine.Path{Box: b, Visible: b, Fill: fill, Object: int32(len(s.Chars) + len(s.Paths)),
		Segments: []engine.Segment{to(b.X0, b.Y0), to(b.X1, b.Y0), to(b.X1, b.Y1), to(b.X0, b.Y1)}})
	return s
}

func shown(lines []Line) string {
	var all []string
	for i := range lines {
		all = append(all, lines[i].String())
	}
	return strings.Join(all, "|")
}

func color(c engine.Color) func(*engine.Char)    { return func(ch *engine.Char) { ch.Fill = c } }
func flag(f engine.CharFlags) func(*engine.Char) { return func(ch *engine.Char) { ch.Flags |= f } }
func mode(m engine.TextMode) func(*engine.Char)  { return func(ch *engine.Char) { ch.Mode = m } }

func TestRead(t *testing.T) {
	band := engine.Box{X0: 40, Y0: 80, X1: 400, Y1: 110}
	for name, tt := range map[string]struct {
		page         *sheet
		seen, hidden string
	}{
		"Spaces":         {page: newSheet().put(50, 100, 10, "two words"), seen: "two words"},
		"GapsOnly":       {page: newSheet().put(50, 100, 10, "two~words"), seen: "two words"},
		"Gutter":         {page: newSheet().put(50, 100, 10, "left~~~~right"), seen: "left|right"},
		"TopDown":        {page: newSheet().put(50, 200, 10, "below").put(50, 100, 10, "above"), seen: "above|below"},
		"Spaced":         {page: newSheet().put(50, 100, 20, "A~N~N~U~A~L~~R~E~P~O~R~T"), seen: "ANNUAL REPORT"},
		"SpacedBySpaces": {page: newSheet().put(50, 100, 20, "A N N U A L  R E P O R T"), seen: "ANNUAL REPORT"},
		"DigitsApart":    {page: newSheet().put(50, 100, 10, "1 2 3 4 5 6"), seen: "1 2 3 4 5 6"},
		"FakeBold":       {page: newSheet().put(50, 100, 10, "bold").put(50.3, 100, 10, "bold"), seen: "bold"},
		"DoubleLetters":  {page: newSheet().put(50, 100, 10, "effort"), seen: "effort"},
		"Ligature":       {page: newSheet().put(50, 100, 10, "ﬁne"), seen: "fine"},
		"Accent":         {page: newSheet().put(50, 100, 10, "caf").put(65, 100, 10, "e").put(65.5, 100, 10, "´"), seen: "café"},
		"Combining":      {page: newSheet().put(50, 100, 10, "caf").put(65, 100, 10, "e").put(66, 100, 10, "\u0301"), seen: "café"},
		"Superscript":    {page: newSheet().put(50, 100, 10, "word").put(70, 96, 6, "12").put(80, 100, 10, "next"), seen: "word12 next"},
		"Footnote":       {page: newSheet().put(50, 96, 6, "12").put(56.5, 100, 10, "See there"), seen: "12 See there"},
		"DropCapital":    {page: newSheet().put(70, 100, 10, "his is one").put(70, 112, 10, "line more").put(50, 124, 40, "T").put(70, 124, 10, "and last"), seen: "This is one|line more|and last"},
		"BesideLarge":    {page: newSheet().put(50, 100, 40, "LOGO").put(60, 116, 16, "words that go on below it"), seen: "LOGO|words that go on below it"},
		"Subscript":      {page: newSheet().put(50, 100, 10, "H").put(55, 102, 6, "2").put(58, 100, 10, "O"), seen: "H2O"},
		"Hebrew":         {page: newSheet().put(50, 100, 10, "םלוע םולש"), seen: "שלום עולם"},
		"HebrewNumber":   {page: newSheet().put(50, 100, 10, "םולש 2026"), seen: "2026 שלום"},
		"Control":        {page: newSheet().put(50, 100, 10, "a\u200b").put(55, 100, 10, "b"), seen: "ab"},
		"NoBreakSpace":   {page: newSheet().put(50, 100, 10, "a\u00a0b"), seen: "a b"},
		"Han":            {page: newSheet().put(50, 100, 10, "漢字"), seen: "漢字"},
		"Beyond16Bits":   {page: newSheet().put(50, 100, 10, "𝑥𝑦"), seen: "𝑥𝑦"},
		"Leader":         {page: newSheet().put(50, 100, 10, "One......7"), seen: "One ...... 7"},
		"LineEndHyphen":  {page: newSheet().put(50, 100, 10, "un").put(60, 100, 10, "\x02", flag(engine.CharHyphen)), seen: "un-"},

		"WhiteOnWhite": {page: newSheet().put(50, 100, 10, "ghost", color(0xFFFFFFFF)), hidden: "ghost"},
		"WhiteOnDark":  {page: newSheet().rect(band, 0x202020FF).put(50, 100, 10, "head", color(0xFFFFFFFF)), seen: "head"},
		"DarkOnDark":   {page: newSheet().rect(band, 0xFF).put(50, 100, 10, "ghost"), hidden: "ghost"},
		"Covered":      {page: newSheet().put(50, 100, 10, "secret").rect(band, 0xFF), hidden: "secret"},
		"Highlighted":  {page: newSheet().put(50, 100, 10, "bright").rect(band, 0xFFFF00FF), seen: "bright"},
		"Translucent":  {page: newSheet().put(50, 100, 10, "veiled").rect(band, 0x80), seen: "veiled"},
		"Invisible":    {page: newSheet().put(50, 100, 10, "none", mode(engine.TextInvisible)), hidden: "none"},
		"OffPage":      {page: newSheet().put(50, 100, 10, "far", flag(engine.CharOffPage)), hidden: "far"},
		"Clipped":      {page: newSheet().put(50, 100, 10, "cut", flag(engine.CharClipped)), hidden: "cut"},
		"Tiny":         {page: newSheet().put(50, 100, 0.5, "dust"), hidden: "dust"},
		"HiddenBeside": {page: newSheet().put(50, 100, 10, "seen").put(75, 100, 10, "ghost", color(0xFFFFFFFF)), seen: "seen", hidden: "ghost"},
	} {
		t.Run(name, func(t *testing.T) {
			text := Read(&tt.page.Page)
			if got := shown(text.Lines); got != tt.seen {
				t.Errorf("seen %q, want %q", got, tt.seen)
			}
			if got := shown(text.Hidden); got != tt.hidden {
				t.Errorf("hidden %q, want %q", got, tt.hidden)
			}
		})
	}
}

// TestNarrowGutter holds that columns are parted where their gutter is narrower than the gaps of justified text.
func TestNarrowGutter(t *testing.T) {
	s := newSheet()
	for i := range 6 {
		s.put(50, float32(100+12*i), 10, "left column here").put(138, float32(100+12*i), 10, "right column")
	}
	if got := shown(Read(&s.Page).Lines); got != strings.TrimSuffix(strings.Repeat("left column here|right column|", 6), "|") {
		t.Errorf("%q", got)
	}
	s = newSheet().put(50, 100, 10, "left column here").put(138, 100, 10, "right column")
	if got := shown(Read(&s.Page).Lines); got != "left column here right column" {
		t.Errorf("one row: %q", got)
	}
}

func TestLayer(t *testing.T) {
	s := newSheet().put(50, 100, 10, "scanned", mode(engine.TextInvisible))
	whole := engine.Box{X1: 600, Y1: 800}
	s.Images = []engine.Image{{Box: whole, Visible: whole, DPIX: 300, DPIY: 300}, {Visible: engine.Box{X1: 20, Y1: 20}, DPIX: 300, DPIY: 300}}
	text := Read(&s.Page)
	if len(text.Hidden) != 1 || text.Hidden[0].Hidden != Layer {
		t.Errorf("hidden %+v", text.Hidden)
	}
	if got := text.Pictures(&s.Page); !slices.Equal(got, []engine.Box{whole}) {
		t.Errorf("pictures %v", got)
	}
}

func TestUnsound(t *testing.T) {
	s := newSheet().put(50, 100, 10, "sound line").put(50, 200, 10, "\uE001\uE002\uE003 \uE004").put(50, 300, 10, "\uF0B7")
	s.put(50, 400, 10, "a torn re\uFFFDected word")
	text := Read(&s.Page)
	if len(text.Unsound) != 2 || text.Unsound[0] != text.Lines[1].Box || text.Unsound[1] != text.Lines[3].Words[2].Box {
		t.Errorf("unsound %v", text.Unsound)
	}
}

// quarter turns a page clockwise.
func quarter(p engine.Page) engine.Page {
	turn := func(b engine.Box) engine.Box {
		return engine.Box{X0: p.Height - b.Y1, Y0: b.X0, X1: p.Height - b.Y0, Y1: b.X1}
	}
	q := engine.Page{Width: p.Height, Height: p.Width}
	for _, c := range p.Chars {
		c.Box, c.Loose = turn(c.Box), turn(c.Loose)
		c.Origin = engine.Point{X: p.Height - c.Origin.Y, Y: c.Origin.X}
		c.Angle += 90
		if c.Angle == 360 {
			c.Angle = 0
		}
		q.Chars = append(q.Chars, c)
	}
	return q
}

func TestTurnedPagesReadTheSame(t *testing.T) {
	p := newSheet().put(50, 100, 10, "first line").put(300, 100, 10, "beside").put(50, 120, 10, "second").Page
	for turns := range 4 {
		text := Read(&p)
		if got := shown(text.Lines); got != "first line|beside|second" {
			t.Errorf("turned %d times: %q", turns, got)
		}
		if text.Lines[0].Row != text.Lines[1].Row || text.Lines[1].Row == text.Lines[2].Row {
			t.Errorf("turned %d times: rows %d %d %d", turns, text.Lines[0].Row, text.Lines[1].Row, text.Lines[2].Row)
		}
		words, lines := text.Doc(&p)
		if want := (360 - 90*turns) % 360; words[0].Rotation != want || lines[0].Rotation != want || lines[0].Text != "first line" {
			t.Errorf("turned %d times: %+v", turns, lines[0])
		}
		p = quarter(p)
	}
}

func drawSheet(t *rapid.T) *sheet {
	s := newSheet()
	for i := range rapid.IntRange(1, 8).Draw(t, "lines") {
		text := rapid.StringMatching(`[a-z~ ]{1,12}[a-z0-9]{1,8}`).Draw(t, "text")
		s.put(rapid.Float32Range(0, 300).Draw(t, "x"), float32(40+30*i), 10, text)
	}
	return s
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSheet(t)
		text := Read(&s.Page)
		want := shown(text.Lines)

		ink, kept := 0, 0
		for _, c := range s.Chars {
			if !unicode.IsSpace(c.Rune) {
				ink++
			}
		}
		for _, l := range text.Lines {
			for _, w := range l.Words {
				kept += len([]rune(w.Text))
				if common(w.Box, l.Box) != w.Box {
					t.Fatalf("word %+v stands out of its line %+v", w, l.Box)
				}
			}
		}
		if ink != kept {
			t.Fatalf("%d characters drawn, %d in words", ink, kept)
		}
		words, _ := text.Doc(&s.Page)
		for _, w := range words {
			if b := w.Box; b.Left < 0 || b.Top < 0 || b.Width < 0 || b.Height < 0 || b.Left+b.Width > 1.000001 || b.Top+b.Height > 1.000001 {
				t.Fatalf("box %+v", b)
			}
		}

		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(s.Chars), func(i, j int) { s.Chars[i], s.Chars[j] = s.Chars[j], s.Chars[i] })
		if got := shown(Read(&s.Page).Lines); got != want {
			t.Fatalf("shuffled %q, want %q", got, want)
		}
		for i := range s.Chars {
			c := &s.Chars[i]
			for _, b := range []*engine.Box{&c.Box, &c.Loose} {
				*b = engine.Box{X0: b.X0 * 2, Y0: b.Y0 * 2, X1: b.X1 * 2, Y1: b.Y1 * 2}
			}
			c.Origin.X, c.Origin.Y, c.Size = c.Origin.X*2, c.Origin.Y*2, c.Size*2
		}
		if got := shown(Read(&s.Page).Lines); got != want {
			t.Fatalf("twice as large %q, want %q", got, want)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	s := newSheet()
	for i := range 50 {
		s.put(50, float32(20+15*i), 9, "the quick brown fox jumps over the lazy dog and runs away ok")
	}
	b.ReportAllocs()
	for b.Loop() {
		Read(&s.Page)
	}
}
