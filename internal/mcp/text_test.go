package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/client"
)

func TestPages(t *testing.T) {
	for given, want := range map[string]string{
		`"3"`: `[{"start":3,"end":3}]`, `3`: `[{"start":3,"end":3}]`, `[1, 4]`: `[{"start":1,"end":1},{"start":4,"end":4}]`,
		`"1-3, 7"`: `[{"start":1,"end":3},{"start":7,"end":7}]`, `"10-"`: `[{"start":10}]`, `"-2"`: `[{"end":2}]`, `""`: `[]`, `" 2 - 4 "`: `[{"start":2,"end":4}]`,
	} {
		var p pages
		if err := json.Unmarshal([]byte(given), &p); err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		chosen, err := p.choice()
		if raw, _ := json.Marshal(chosen); err != nil || string(raw) != want {
			t.Errorf("%s: %s, %v, want %s", given, raw, err, want)
		}
	}
	for _, given := range []string{`"0"`, `"-"`, `"3-1"`, `"a"`, `"1,,2"`, `"1-2-3"`, `"--1"`, `{}`, `[1.5]`, `true`, `"` + strings.Repeat("1,", 2000) + `1"`} {
		var p pages
		err := json.Unmarshal([]byte(given), &p)
		if err == nil {
			_, err = p.choice()
		}
		if why, ok := errors.AsType[*trouble](err); !ok || why.Argument != "pages" {
			t.Errorf("%.20s: %v", given, err)
		}
	}
}

// What split says of pages, parse and extract take.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []client.SplitPage
		number := 0
		for _, gap := range rapid.SliceOfN(rapid.IntRange(1, 3), 1, 30).Draw(t, "gaps") {
			number += gap
			list = append(list, client.SplitPage{PageNumber: number})
		}
		chosen, err := pages(span(list)).choice()
		if err != nil {
			t.Fatal(err)
		}
		var got []client.SplitPage
		for _, r := range chosen.Ranges {
			for n := r.Start; n <= r.End; n++ {
				got = append(got, client.SplitPage{PageNumber: n})
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(list) {
			t.Fatalf("%v became %v", list, got)
		}
	})
}

// A text that is cut and read on is the same text, and no piece is too long or broken.
func TestCutText(t *testing.T) {
	words := rapid.SampledFrom([]string{"a", "ü", "漢字", " ", "\n", "\n\n", "lang wie ein Satz", "\U0001F600", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(words).Draw(t, "words"), "")
		room := rapid.IntRange(1, 20).Draw(t, "room")
		got, offset := "", 0
		for rest := text; rest != ""; rest = skipText(text, offset) {
			part, taken := cutText(rest, room)
			if taken == 0 || taken > room || taken != utf8.RuneCountInString(part) {
				t.Fatalf("%q with room for %d gives %q of %d", rest, room, part, taken)
			}
			got += part
			offset += taken
		}
		if got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
	if part, _ := cutText("one\n\ntwo three", 8); part != "one\n\n" {
		t.Errorf("%q does not end at a paragraph", part)
	}
	if part, _ := cutText("| a |\n| b |", 8); part != "| a |\n" {
		t.Errorf("%q does not end at a line", part)
	}
}

func TestFlatten(t *testing.T) {
	for name, tt := range map[string]struct{ given, plain, paths string }{
		"plain":        {`{"b":1,"a":{"c":[true,null]},"e":[],"o":{}}`, `{"b":1,"a":{"c":[true,null]},"e":[],"o":{}}`, "b=1 a.c[0]=true a.c[1]=null e=[] o={}"},
		"cited":        {`{"a":{"value":"x","citations":[]},"l":[{"n":{"value":2.50,"citations":[]}}]}`, `{"a":"x","l":[{"n":2.50}]}`, `a="x" l[0].n=2.50`},
		"empty, cited": {`{"a":{"value":[],"citations":[]},"b":{"value":null,"citations":[]}}`, `{"a":[],"b":null}`, `a=[] b=null`},
		// A schema may have properties of these names.
		"named alike":  {`{"value":{"value":"x","citations":[]},"citations":[{"value":"y","citations":[]}]}`, `{"value":"x","citations":["y"]}`, `value="x" citations[0]="y"`},
		"quoted names": {`{"a \"b\"":1}`, `{"a \"b\"":1}`, `a "b"=1`},
		"nothing":      {`{}`, `{}`, "={}"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := flatten(json.RawMessage(tt.given))
			if err != nil {
				t.Fatal(err)
			}
			var paths []string
			for _, one := range f.fields {
				paths = append(paths, one.Path+"="+string(one.Value))
			}
			if f.plain.String() != tt.plain || strings.Join(paths, " ") != tt.paths {
				t.Errorf("%s\n%s", f.plain.String(), strings.Join(paths, " "))
			}
		})
	}
	long, err := flatten(quoted(strings.Repeat("wort ", mostText)))
	if err != nil || !long.fields[0].Cut || !json.Valid(long.fields[0].Value) || len(long.fields[0].Value) > mostValue+10 || long.plain.Len() < 5*mostText {
		t.Errorf("a long text: %v, %.50s", err, long.fields[0].Value)
	}
	for _, broken := range []string{`{"a":`, `[1,]`, `{"a" 1}`} {
		if _, err := flatten(json.RawMessage(broken)); err == nil {
			t.Errorf("%s was read", broken)
		}
	}
}

func TestLeaves(t *testing.T) {
	block := func(page, original int) []client.Block {
		return []client.Block{{BBox: client.BoundingBox{Page: page, OriginalPage: original}}}
	}
	r := client.ParseResult{Chunks: []client.Chunk{
		{Content: "a", Blocks: block(1, 5)}, {Content: "b", Blocks: block(1, 5)}, {Content: "c", Blocks: block(2, 7)}, {Content: "d"},
	}}
	if got := fmt.Sprint(leaves(&r)); got != "[{5 a\n\nb} {7 c\n\nd}]" {
		t.Errorf("%s", got)
	}
	r.Custom = &client.Custom{Documents: make([]client.SourceDocument, 2)}
	if list := leaves(&r); list[0].page != 1 || list[1].page != 2 {
		t.Errorf("pages of several documents: %v", list)
	}
	r = client.ParseResult{Chunks: []client.Chunk{{Content: ""}}}
	if list := leaves(&r); len(list) != 1 || list[0].page != 1 {
		t.Errorf("an empty document: %v", list)
	}
}

func TestPositionsOfAParse(t *testing.T) {
	c := &call{Tools: New(Options{})}
	page := func(n int, text string) client.Chunk {
		return client.Chunk{Content: text, Blocks: []client.Block{{BBox: client.BoundingBox{Page: n, OriginalPage: n}}}}
	}
	r := &client.ParseResponse{Result: client.ParseResult{Chunks: []client.Chunk{
		page(1, "one"), page(2, strings.Repeat("two ", mostText/4-2)), page(3, strings.Repeat("three ", mostText)), page(4, "four"),
	}}}
	at := position{}
	var visits []string
	for range 20 {
		said := c.readParse(client.Job{ID: "j"}, r, at).data.(reading)
		visits = append(visits, fmt.Sprintf("%d-%d", said.FirstPage, said.LastPage))
		if said.Complete {
			break
		}
		at.page, _ = said.Next.Arguments["page"].(int)
		at.offset, _ = said.Next.Arguments["offset"].(int)
	}
	if got := strings.Join(visits, " "); got != "1-2 3-3 3-3 3-3 3-3 3-3 3-3 3-4" && got != "1-2 3-3 3-3 3-3 3-3 3-3 3-3 4-4" {
		t.Errorf("visited %s", got)
	}
	if said := c.readParse(client.Job{ID: "j"}, r, position{page: 99}).data.(reading); !said.Complete || said.Markdown != "" {
		t.Errorf("a page that is not there: %v", said)
	}
}
