package op_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op"
)

func TestParsedReadsBack(t *testing.T) {
	box := doc.Box{Left: 0.25, Top: 0.5, Width: 0.5, Height: 0.125}
	want := &op.Parsed{List: true, Documents: []op.ParsedDocument{
		{Options: json.RawMessage(`{"a":1}`), Document: &doc.Document{
			Type: "pdf", Kind: doc.Paged, Name: "a.pdf", PageCount: 9,
			Pages: []doc.Page{{Number: 3, Width: 595, Height: 842, Rotation: 90, Native: true,
				Words: []doc.Word{{Text: "w", Box: box, Confidence: 0.875, Rotation: 5}}, Lines: []doc.Line{{Text: "w", Box: box, Confidence: 1}}}},
			Blocks: []doc.Block{
				{Type: doc.SectionHeader, Page: 3, Box: box, Text: "é", Level: 4, Confidence: 1, Spans: []doc.Span{{Kind: doc.Link, Start: 0, End: 2, Target: "x"}}},
				{Type: doc.TableBlock, Page: 3, Caption: "c", Table: &doc.Table{Rows: 1, Cols: 1, HeaderRows: 1, RowAt: []int{7}, ColAt: []int{8},
					Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Header: true, Text: "x", Box: &box, Extra: &doc.CellExtra{Formula: "=A1"}}}}},
				{Type: doc.KeyValue, Page: 3, Pairs: []doc.Pair{{Key: "k", Value: "v", Box: box}}},
			},
			Properties: doc.Properties{Title: "T"}, Issues: []doc.Issue{{Page: 3, Message: "m"}},
		}},
		{Document: &doc.Document{Type: "txt", Kind: doc.Flow, Pages: []doc.Page{{Number: 1}}}},
	}}
	for name, write := range map[string]func(io.Writer) error{"Write": want.Write, "WriteLoose": want.WriteLoose} {
		var stored bytes.Buffer
		if err := write(&stored); err != nil {
			t.Fatal(err)
		}
		whole := stored.Bytes()
		got, err := op.ReadParsed(&stored)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got.Documents[1].Options = nil // null and absent are one
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for _, n := range []int{0, 10, len(whole) / 2, len(whole) - 30} {
			if _, err := op.ReadParsed(bytes.NewReader(whole[:n])); err == nil {
				t.Errorf("%s: cut after %d of %d bytes: no error", name, n, len(whole))
			}
		}
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 0x55
			_, _ = op.ReadParsed(bytes.NewReader(damaged)) // must not panic
		}
	}
}

// Whatever a reader sets is there when the model is read again.
func TestParsedKeepsEveryField(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var d doc.Document
		fill(reflect.ValueOf(&d).Elem(), random, 0)
		for i := range d.Pages {
			d.Pages[i].Words, d.Pages[i].Lines = nil, nil // packed.go rounds them
		}
		want := &op.Parsed{Documents: []op.ParsedDocument{{Document: &d, Options: json.RawMessage("{}")}}}
		var stored bytes.Buffer
		if err := want.Write(&stored); err != nil {
			t.Fatal(err)
		}
		got, err := op.ReadParsed(&stored)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// fill sets all fields of a value to something, and some of them to nothing.
func fill(v reflect.Value, random *rand.Rand, depth int) {
	if depth > 9 || random.IntN(4) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), random, depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), random, depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), random, depth+1)
		fill(v.Index(1), random, depth+1)
	case reflect.String:
		v.SetString(strconv.Itoa(random.Int()))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(random.Int()))
	case reflect.Uint32:
		v.SetUint(uint64(random.Uint32()))
	case reflect.Float64:
		v.SetFloat(random.NormFloat64())
	default:
		panic("a " + v.Kind().String() + " in a document")
	}
}

func TestOrderReadsBack(t *testing.T) {
	p := op.Plan{Request: json.RawMessage(`{"input":"a"}`), Lite: true, Warnings: []string{"w"}}
	stored, err := p.Stored()
	if err != nil {
		t.Fatal(err)
	}
	got, err := op.ReadOrder(stored)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(op.Order{Request: p.Request, Lite: true, Warnings: p.Warnings}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := op.ReadOrder("{"); err == nil {
		t.Error("no error")
	}
}

func TestCapabilities(t *testing.T) {
	names := "figure_summary reading_order agentic_text agentic_text_prompt agentic_table agentic_table_prompt agentic_figure chart_agent " +
		"spreadsheet_clustering embedding_text extract extract_images deep_extract array_extract classify deep_classify split deep_split edit enrich"
	got := op.Capabilities(op.Site{})
	for name := range strings.FieldsSeq(names) {
		switch got[name] {
		case op.Builtin, op.ByModel, op.None:
		default:
			t.Errorf("%s: %q", name, got[name])
		}
		if ok, _ := op.Can(op.Site{}, name); ok != (got[name] != op.None) {
			t.Errorf("%s: can %v, is %s", name, ok, got[name])
		}
	}
	if len(got) != len(strings.Fields(names)) {
		t.Errorf("%d capabilities", len(got))
	}
	if ok, role := op.Can(op.Site{}, "agentic_figure"); ok || role != "vision" {
		t.Errorf("agentic_figure: %v, %q", ok, role)
	}
}
