package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anything draws a JSON value that knows nothing of any schema.
func anything(t *rapid.T, depth int) any {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.IntRange(-3, 600).Draw(t, "int")
	case 3:
		return rapid.Float64Range(-10, 400).Draw(t, "float")
	case 4, 5:
		return rapid.SampledFrom([]string{"", "5", "5.5", "yes", "table", "#FF0000", "https://h/", "direct", "a", "\u2028é\"\\"}).Draw(t, "text")
	case 6:
		return draw(t, func() any { return anything(t, depth-1) })
	}
	o := object{}
	for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"scope", "mode", "url", "start", "file_id", "x", "size"}), 0, 3).Draw(t, "keys") {
		o = append(o, member{key, anything(t, depth-1)})
	}
	return o
}

func draw(t *rapid.T, item func() any) []any {
	list := []any{}
	for range rapid.IntRange(0, 3).Draw(t, "length") {
		list = append(list, item())
	}
	return list
}

// fitting draws a value that mostly follows a schema, in any of the lax spellings.
func fitting(t *rapid.T, s *schema, depth int) any {
	if rapid.IntRange(0, 60).Draw(t, "noise") == 0 || depth == 0 {
		return anything(t, 1)
	}
	if s.nullable && rapid.IntRange(0, 4).Draw(t, "null") == 0 {
		return nil
	}
	switch s.kind {
	case objectKind:
		return fittingObject(t, s, depth)
	case mapKind:
		return object{{"k", fitting(t, s.values, depth-1)}}
	case listKind:
		return draw(t, func() any { return fitting(t, s.items, depth-1) })
	case unionKind:
		return fitting(t, rapid.SampledFrom(s.branches).Draw(t, "branch").schema, depth)
	case taggedKind:
		return fitting(t, rapid.SampledFrom(s.tags).Draw(t, "tag").schema, depth)
	case integerKind, numberKind:
		low := 0
		if s.min != nil {
			low = int(*s.min)
		}
		n := rapid.IntRange(low, low+3).Draw(t, "number")
		return rapid.SampledFrom([]any{n, fmt.Sprint(n), json.Number(fmt.Sprintf("%d.0", n))}).Draw(t, "spelling")
	case booleanKind:
		return rapid.SampledFrom([]any{true, false, 0, 1, "yes", "OFF"}).Draw(t, "spelling")
	case stringKind:
		if s.enum != nil {
			return rapid.SampledFrom(s.enum).Draw(t, "word")
		}
		return rapid.SampledFrom([]string{"a", "b", "#0a0B0c", "https://h/x", "jobid://x", "2026-01-02", "é\u2028"}).Draw(t, "text")
	}
	return anything(t, 2)
}

func fittingObject(t *rapid.T, s *schema, depth int) any {
	o := object{}
	for _, p := range s.props {
		if p.required || rapid.Bool().Draw(t, p.name) {
			o = append(o, member{p.name, fitting(t, p.schema, depth-1)})
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "unknown") == 0 {
		o = append(o, member{"unknown", anything(t, 1)})
	}
	return rapid.Permutation(o).Draw(t, "order")
}

// TestNormalFormIsStable holds every normal form to itself: reading it again changes nothing, and Go can decode it.
func TestNormalFormIsStable(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(requests).Draw(t, "request")
		raw, err := Marshal(object(fittingObject(t, rules().schemas[r.schema], 7).(object)))
		if err != nil {
			t.Fatal(err)
		}
		once, errs := Validate(r.schema, raw)
		if errs != nil {
			return
		}
		accepted++
		twice, errs := Validate(r.schema, once)
		if errs != nil || string(twice) != string(once) {
			t.Fatalf("%s\nonce  %s\ntwice %s\n%v", raw, once, twice, errs)
		}
		if _, errs := r.read(r.schema, raw); errs != nil {
			t.Fatal(errs)
		}
	})
	if accepted < 10 {
		t.Errorf("only %d bodies were accepted", accepted)
	}
}

// TestNoiseIsRefusedInOrder holds the list of problems to its rules, whatever the body.
func TestNoiseIsRefusedInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(requests).Draw(t, "request")
		raw, err := Marshal(object{{"input", anything(t, 3)}, {"settings", anything(t, 3)}, {"enhance", anything(t, 3)}})
		if err != nil {
			t.Fatal(err)
		}
		out, errs := Validate(r.schema, raw)
		if (out == nil) == (errs == nil) || len(errs) > maxErrors {
			t.Fatalf("%s: %s, %d errors", raw, out, len(errs))
		}
		for _, e := range errs {
			if e.Loc[0] != "body" || e.Msg == "" || e.Type == "" || !json.Valid(e.Input) {
				t.Fatalf("%s: %+v", raw, e)
			}
		}
	})
}

// FuzzScan looks for bodies that the scanner takes and encoding/json does not, and for those that stop the rest.
func FuzzScan(f *testing.F) {
	for _, r := range requests {
		f.Add([]byte(r.least))
		f.Add([]byte(r.most))
	}
	for _, s := range []string{"", "1e5", "-0.0E+07", `"\ud83d\ude00"`, `[[[]]]`, `{"a":{"b":[]}}`, "\"\xc3\xa9\"", strings.Repeat("[", 300)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		err := scan(b)
		if err != nil && (err.offset < 0 || err.offset > len(b)) {
			t.Fatalf("offset %d of %d", err.offset, len(b))
		}
		if err == nil && !json.Valid(b) {
			t.Fatalf("accepted %q", b)
		}
		for _, r := range requests {
			out, errs := Validate(r.schema, b)
			if errs == nil && !json.Valid(out) {
				t.Fatalf("%s: %q became %q", r.schema, b, out)
			}
		}
		if err == nil {
			if !json.Valid([]byte(Redact(b))) {
				t.Fatalf("%q became %q", b, Redact(b))
			}
			if v := trim(b); v[0] == '{' {
				Lite(b)
			}
		}
	})
}
