package text_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/text"
)

func outline(t *testing.T, body string) []string {
	t.Helper()
	d, err := text.Read(t.Context(), formattest.File("a.txt", body), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return formattest.Outline(d)
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"OneLine", "just this", []string{"Text: just this"}},
		{"Paragraphs", "one\ntwo\n\n \t\nthree\fnext", []string{"Text: one\ntwo", "Text: three", "Text: next"}},
		{"CommonIndent", "    a\n      b\n    c", []string{"Text: a\n  b\nc"}},
		{"OpeningLine", "Meeting of June\n\nWe met.", []string{"Title: Meeting of June", "Text: We met."}},
		{"OpeningSentence", "We met in June.\n\nAll came.", []string{"Text: We met in June.", "Text: All came."}},
		{"OpeningLabel", "Subject: June\n\nAll came.", []string{"Text: Subject: June", "Text: All came."}},
		{"CapitalsOpen", "ANNUAL REPORT\nOF 2023\n\nText.", []string{"Title: ANNUAL REPORT OF 2023", "Text: Text."}},
		{"CapitalsInside", "Text.\n\nRESULTS\n\nMore.", []string{"Text: Text.", "Section Header 2: RESULTS", "Text: More."}},
		{"CapitalsTooFew", "Text.\n\nABC\n\nMore.", []string{"Text: Text.", "Text: ABC", "Text: More."}},
		{"Underlined", "Top\n===\n\nA\n-----\ntext\n\nBcd\n~~~\nx", []string{"Title: Top", "Section Header 2: A", "Text: text", "Section Header 2: Bcd", "Text: x"}},
		{"UnderlinedTwice", "One\n===\n\na\n\nTwo\n===\n\nSub\n---\nb", []string{"Section Header 2: One", "Text: a", "Section Header 2: Two", "Section Header 3: Sub", "Text: b"}},
		{"RuleIsNoUnderline", "short\n" + strings.Repeat("-", 70) + "\nmore", []string{"Text: short\n" + strings.Repeat("-", 70) + "\nmore"}},
		{"RulesGo", "a\n\n-----\n\n* * *\n\nb", []string{"Text: a", "Text: b"}},
		{"NumberedHeadings", "Text.\n\n1. Scope\n\nAll.\n\n1.1 Terms\n\nWords.\n\n2.3.4. Deep One\n\nx", []string{
			"Text: Text.", "Section Header 2: 1. Scope", "Text: All.", "Section Header 3: 1.1 Terms", "Text: Words.", "Section Header 4: 2.3.4. Deep One", "Text: x"}},
		{"NumberedParagraphsAreAList", "Do:\n\n1. Wash\n\n2. Dry\n\n3. Fold", []string{"Text: Do:", "List Item 1 1.: Wash", "List Item 1 2.: Dry", "List Item 1 3.: Fold"}},
		{"NumberWithoutTitle", "x\n\n3.14 is less than four.\n\ny", []string{"Text: x", "Text: 3.14 is less than four.", "Text: y"}},
		{"StreetIsNoHeading", "x\n\n10 Downing Street\n\ny", []string{"Text: x", "Text: 10 Downing Street", "Text: y"}},
		{"WordedHeadings", "x.\n\nChapter 4\n\ny\n\nAPPENDIX B Tables\n\nz", []string{"Text: x.", "Section Header 2: Chapter 4", "Text: y", "Section Header 2: APPENDIX B Tables", "Text: z"}},
		{"Bullets", "- a\n* b\n• c d\n  goes on\n– e", []string{"List Item 1: a", "List Item 1: b", "List Item 1: c d goes on", "List Item 1: e"}},
		{"Nested", "- a\n  - b\n    - c\n  - d\n- e", []string{"List Item 1: a", "List Item 2: b", "List Item 3: c", "List Item 2: d", "List Item 1: e"}},
		{"Ordinals", "1) one\n2) two\n\n(a) x\n(b) y\n\ni. p\nii. q", []string{
			"List Item 1 1): one", "List Item 1 2): two", "List Item 1 (a): x", "List Item 1 (b): y", "List Item 1 i.: p", "List Item 1 ii.: q"}},
		{"LeadInBeforeList", "Needed:\n- a\n- b", []string{"Text: Needed:", "List Item 1: a", "List Item 1: b"}},
		{"CheckBoxes", "[x] done\n[ ] open", []string{"List Item 1: [x] done", "List Item 1: [ ] open"}},
		{"NumberInSentence", "In the year\n1984. That was it.", []string{"Text: In the year\n1984. That was it."}},
		{"Pairs", "Name: Ann\nBorn in: 1990\nPlace of work: Oslo", []string{"Key Value: Name=Ann | Born in=1990 | Place of work=Oslo"}},
		{"PairsGoOn", "Name: Ann\n  Lee\nBorn:\t1990\nPhone:", []string{"Key Value: Name=Ann Lee | Born=1990 | Phone="}},
		{"OnePairIsText", "Note: this is a sentence.", []string{"Text: Note: this is a sentence."}},
		{"NoPairs", "see http://a.example\nat 10:30 sharp", []string{"Text: see http://a.example\nat 10:30 sharp"}},
		{"TextThenPairs", "Dear all\nDate: today\nRoom: 5", []string{"Text: Dear all", "Key Value: Date=today | Room=5"}},
		{"TabularTextStays", "Item   Price\nBook    5.00\nPen     1.00", []string{"Text: Item   Price\nBook    5.00\nPen     1.00"}},
		{"DrawnTable", "+---+---+\n| a | b |\n+---+---+", []string{"Text: +---+---+\n| a | b |\n+---+---+"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, outline(t, c.body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEmpty(t *testing.T) {
	for _, body := range []string{" ", "\n\n\t\n", "\ufeff\n", "\x00\x00 \x00"} {
		_, err := text.Read(t.Context(), formattest.File("a.txt", body), formattest.Options())
		if !fault.Is(err, fault.DocumentEmpty) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	opts := formattest.Options()
	opts.Limits.TextBytes = 10
	if _, err := text.Read(t.Context(), formattest.File("a.txt", "more than ten"), opts); !fault.Is(err, fault.DocumentTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestPageIsNotSelected(t *testing.T) {
	opts := formattest.Options()
	opts.Select = func(int, []string) ([]int, error) { return nil, nil }
	d, err := text.Read(t.Context(), formattest.File("a.txt", "text"), opts)
	if err != nil || len(d.Pages) != 0 || len(d.Blocks) != 0 || d.PageCount != 1 || d.Kind != doc.Flow {
		t.Errorf("%+v, %v", d, err)
	}
}

// No text costs out of proportion to its length.
func TestHostile(t *testing.T) {
	const n = 20_000
	for name, body := range map[string]string{
		"Labels": strings.Repeat("foo:\n", n), "Numbers": strings.Repeat("1. a\nb\n", n), "LineOfBlanks": strings.Repeat(" ", 10*n) + "x",
		"Bullets": strings.Repeat("- a\n", n), "Deep": strings.Repeat("- ", n), "Underlines": strings.Repeat("a\n===\n", n),
		"OneLine": strings.Repeat("word ", n), "Colons": strings.Repeat("a: b: ", n), "Pairs": strings.Repeat("a: b\nc\n", n),
		"Indents": strings.Repeat("- a\n"+strings.Repeat(" ", 200)+"- b\n", n/100),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			outline(t, body)
			if took := time.Since(start); took > formattest.Patience {
				t.Errorf("took %v", took)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, text.Format, "Title\n=====\n\n1. a\n2. b\n\nKey: v\nOther: w\n", "- a\n  - b\n\n\x00\xff", "A: b\n c\nD:\n", "\xff\xfea\x00")
}
